// `--unwarp`: where the rectified rectangle goes, as a picture or as a video.
import ArgumentParser
import FlycatcherPipeline
import GStreamerSupport

/// The option of an analysis that has an end, at which the rectified rectangle is whole.
struct UnwarpOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Write the most confident rectangle, rectified: a picture from the frame with the highest confidence, or a video \
      of the rectangle that was most confident at first.
      """, valueName: "file.png|.jpg|.mkv|.mp4"))
  var unwarp: String?

  /// Returns the output of the rectified rectangle; `nil` where none is wanted.
  func unwarping(_ rectangles: RectangleOptions) throws(Failure) -> Unwarping? {
    guard let unwarp else { return nil }
    guard rectangles.isWanted else { throw .usage("--unwarp needs --rectangles or --rectangle.") }
    return try Unwarping(unwarp)
  }
}

/// The file a rectified rectangle is written to.
struct Unwarping {
  let path: String
  private let content: UnwarpedRectangle.Content
  private let pipeline: String

  /// - Throws: `Failure` for a file of another kind, or where no encoder is installed.
  init(_ path: String) throws(Failure) {
    self.path = path
    let ending = Files.ending(of: path)
    let source = "appsrc name=\(UnwarpedRectangle.sourceName)"
    let sink = "filesink location=\(try LaunchText.path(path))"
    if let container = Container(path: path) {
      content = .video
      let encoder = try Encoder.choose(nil, for: container) { GStreamer.hasElement($0) }
      pipeline = try encoder.branch(from: UnwarpedRectangle.sourceName, to: path, in: container)
    } else if ending == "png" {
      content = .picture
      // By way of 16 bits: the converter's short cut from Y444 is off by several levels.
      let colors = "videoconvert ! video/x-raw,format=Y444_16LE ! videoconvert dither=none ! video/x-raw,format=RGB"
      pipeline = "\(source) ! \(colors) ! pngenc ! \(sink)"
    } else if ending == "jpg" || ending == "jpeg" {
      content = .picture
      // The colors of every JPEG: BT.601, full range.
      pipeline =
        "\(source) ! videoconvert ! video/x-raw,format=Y444,colorimetry=1:4:0:0 ! jpegenc quality=95 ! \(sink)"
    } else {
      throw .usage("--unwarp \(path) must end in .png, .jpg, .mkv or .mp4.")
    }
  }

  /// Returns the observer of the frames that writes the file.
  func observer() throws(PipelineError) -> UnwarpedRectangle {
    try UnwarpedRectangle(pipeline: pipeline, content: content)
  }
}
