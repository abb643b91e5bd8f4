// The source of the frames: a file, a URI, a picture, or a pipeline on standard input.
import FlycatcherPipeline
import GStreamerSupport
import Glibc

/// The source of an analysis, as the first half of a pipeline.
struct Input {
  /// A gst-launch description that ends in `appsink name=frames`.
  let pipeline: String
  /// The name of the stream in the results; `nil` where the pipeline names it.
  let name: String?

  /// - Parameters:
  ///   - argument: The argument of the user.
  ///   - turn: The rotation of the picture.
  ///   - needsColor: Whether colors will be drawn on the frames, which gray ones do not take.
  ///   - isCopied: Whether pixels will be written elsewhere, for which their colorimetry must be known.
  ///   - sound: The sound of the file that is wanted too; it comes out of the element `fileName`.
  init(
    _ argument: String, turn: Turn, needsColor: Bool, isCopied: Bool, sound: EncodedKind? = nil
  ) throws(Failure) {
    let beginning = argument == "-" ? StandardInput.beginning() : []
    if argument == "-", !StandardInput.isMedia(beginning) {
      guard turn == .auto else {
        throw .usage("--orientation turns a film; in a pipeline of your own, videoflip does.")
      }
      let template = try LaunchTemplate(LaunchTemplate.load("-").text)
      name = nil
      pipeline = try template.filled(
        [:], advice: "Give it a default, ${NAME:-default}, or use: flycatcher run - --set NAME=value")
    } else if argument == "-" {
      name = "standard input"
      let kind = try Self.kind(of: beginning, name: "Standard input", isStream: false)
      let source = Self.source("fdsrc fd=0", kind)
      let turn = turn == .auto && kind == .photo ? PhotoOrientation.turn(beginning) ?? turn : turn
      pipeline = Self.decoded(source, turn, needsColor: needsColor, isCopied: isCopied)
    } else if Self.isURI(argument) {
      // The results are handed on, and an address may hold a password.
      name = redacted(argument)
      Self.preferRobustDecoder(isPhoto: false)
      let source = "uridecodebin uri=\(try LaunchText.value(argument)) \(LaunchValue.videoOnly)"
      pipeline = Self.decoded(source, turn, needsColor: needsColor, isCopied: isCopied)
    } else {
      name = argument
      let location = try LaunchText.path(argument)
      let kind = try Self.kind(argument)
      let turn = turn == .auto ? Self.turn(of: argument, kind, location: location) : turn
      let source = Self.source("filesrc location=\(location)", kind, sound: sound)
      pipeline = Self.decoded(source, turn, needsColor: needsColor, isCopied: isCopied)
    }
  }

  /// Returns the turn by the orientation tag of a file; `.auto` where only the pipeline will know.
  private static func turn(of path: String, _ kind: Kind, location: String) -> Turn {
    switch kind {
    case .video where RotationTag.isUpright(location: location): .up
    case .photo: (try? Files.read(path, limit: PhotoOrientation.limit)).flatMap(PhotoOrientation.turn) ?? .auto
    case .video, .pipe, .bitmap: .auto
    }
  }

  /// From where the bytes come to the decoder.
  private static func source(_ bytes: String, _ kind: Kind, sound: EncodedKind? = nil) -> String {
    preferRobustDecoder(isPhoto: kind == .photo || kind == .bitmap)
    return switch kind {
    case .video where sound != nil:
      "\(bytes) ! decodebin name=\(fileName) expose-all-streams=false caps=\"video/x-raw(ANY);\(sound?.caps ?? "")\" \(fileName)."
    case .video, .pipe: "\(bytes) ! decodebin \(LaunchValue.videoOnly)"
    // Parsers that fetch a picture themselves begin anew with each 64 kB. The queue has it pushed to them.
    case .photo: "\(bytes) blocksize=4194304 ! queue ! decodebin \(LaunchValue.videoOnly) ! imagefreeze num-buffers=1"
    // decodebin would choose a decoder that wants all of the file in one piece, and give it pieces.
    case .bitmap: "\(bytes) ! gdkpixbufdec ! imagefreeze num-buffers=1"
    }
  }

  /// Lets libav decode motion JPEG: jpegdec of GStreamer 1.22 writes beyond its lines where a damaged frame says that it is less high than
  /// those before. Photos, of one frame, stay with jpegdec, which knows more kinds of them.
  static func preferRobustDecoder(isPhoto: Bool) {
    GStreamer.prefer("avdec_mjpeg", over: "jpegdec", !isPhoto)
  }

  /// The name of the decoder, where more than the video is taken from it.
  static let fileName = "flycatcher-file"

  /// Returns the sound of a film that can be read twice; `nil` where it has none, or the argument is no such file.
  static func sound(of argument: String) -> EncodedKind? {
    guard argument != "-", !isURI(argument), let status = try? Files.status(argument), status.isRegular,
      case .video? = try? kind(argument), let location = try? LaunchText.path(argument)
    else { return nil }
    return EncodedStreams(location: location).sound
  }

  /// From the decoder to the trackers. A phone's rotation tag is obeyed.
  private static func decoded(_ source: String, _ turn: Turn, needsColor: Bool, isCopied: Bool) -> String {
    let formats = acceptedFormats.filter { !(needsColor || isCopied) || $0 != "GRAY8" }
    var caps = ["video/x-raw,format={ \(formats.joined(separator: ", ")) }"]
    if isCopied {
      // What GStreamer assumes of raw video where nothing is said; a photo has other colors.
      let colors = [("[1,576]", "bt601"), ("[577,32768]", "bt709")]
      let usual = colors.map { "\(caps[0]),height=\($0),colorimetry=\($1)" }
      // High dynamic range stays; the session brings it to those.
      let kinds = usual + ["bt2100-pq", "bt2100-hlg"].map { "\(caps[0]),colorimetry=\($0)" }
      caps = ["videoconvert", "capsfilter caps=\"" + kinds.joined(separator: ";") + "\""]
    }
    let elements = [source, "videoconvert", turn.element] + caps + ["appsink name=frames"]
    return elements.compactMap { $0 }.joined(separator: " ! ")
  }

  /// Returns the path of a `file:` address of this machine; everything else as it is.
  static func local(_ argument: String) -> String {
    argument.hasPrefix("file:///") ? PipelineFiles.localPath(argument) ?? argument : argument
  }

  static func isURI(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://"), colon != text.startIndex else {
      return false
    }
    return text[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  private enum Kind {
    /// A file that can be read again.
    case video
    /// A source that can be read once: nothing may be taken from its beginning.
    case pipe
    case photo
    /// A picture that decodes only when it is there as a whole.
    case bitmap
  }

  /// Returns the kind of a file, by its first bytes, and refuses an empty one.
  private static func kind(_ path: String) throws(Failure) -> Kind {
    let start: [UInt8]
    do throws(FileError) {
      let status = try Files.status(path)
      guard !status.isDirectory else { throw FileError(EISDIR) }
      guard !status.isPipe else { return .pipe }
      start = try Files.read(path, limit: 16)
    } catch {
      guard error.code != EISDIR else { throw .unusableInput("\(path) is a folder, not a video.") }
      let text = "\(path) cannot be read: \(error.reason)."
      throw error.isPermanent ? .unusableInput(text) : .running(text)
    }
    // A stream of JPEG pictures begins as a single one does, and is called by these names.
    return try kind(of: start, name: path, isStream: ["mjpg", "mjpeg"].contains(Files.ending(of: path)))
  }

  /// Returns the kind of an input, by its first bytes.
  ///
  /// - Parameter isStream: Whether JPEG pictures follow one another.
  private static func kind(of start: [UInt8], name: String, isStream: Bool) throws(Failure) -> Kind {
    guard !start.isEmpty else { throw .unusableInput("\(name) is empty.") }
    if start.starts(with: Array("GIF8".utf8)) {
      // GStreamer 1.22 gives every frame of an animation the same time, and never ends.
      throw .unusableInput("\(name) is a GIF, which is not supported. Convert it to a video, or to a PNG.")
    }
    let isWebP = start.starts(with: Array("RIFF".utf8)) && start.dropFirst(8).starts(with: Array("WEBP".utf8))
    if isWebP || start.starts(with: [0x89, 0x50, 0x4E, 0x47]) || start.starts(with: [0xFF, 0xD8, 0xFF]) && !isStream {
      return .photo
    }
    let bitmaps: [[UInt8]] = [Array("BM".utf8), [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A]]
    return bitmaps.contains { start.starts(with: $0) } ? .bitmap : .video
  }
}
