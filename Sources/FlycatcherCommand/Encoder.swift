// The encoder of the annotated video, with its settings and its container.

/// An encoder and the settings that suit an annotated video: good pictures, quick, no long delay.
struct Encoder {
  let element: String
  /// Properties as gst-launch reads them.
  let settings: String
  /// The elements between encoder and container; empty where none is needed.
  let parser: String
  /// The containers that take its stream.
  let containers: Set<Container>

  /// The encoders to choose from, the best first.
  static let known = [
    Encoder(
      element: "x264enc", settings: "speed-preset=superfast pass=qual quantizer=20 bframes=0 key-int-max=60",
      parser: "h264parse", containers: [.matroska, .mp4]),
    Encoder(
      element: "openh264enc", settings: "rate-control=off gop-size=60", parser: "h264parse",
      containers: [.matroska, .mp4]),
    Encoder(
      element: "vp8enc",
      settings: "deadline=1 cpu-used=8 threads=2 end-usage=cq cq-level=12 target-bitrate=20000000 keyframe-max-dist=60",
      parser: "", containers: [.matroska]),
    Encoder(element: "theoraenc", settings: "quality=56", parser: "", containers: [.matroska]),
    Encoder(element: "jpegenc", settings: "quality=90", parser: "", containers: [.matroska]),
  ]

  /// The best encoder there is for the container.
  ///
  /// - Parameters:
  ///   - wanted: an element by name, with properties where its own are not to be taken; `nil` for the best.
  ///   - isInstalled: Returns whether GStreamer has an element of a name.
  static func choose(
    _ wanted: String?, for container: Container, isInstalled: (String) -> Bool
  ) throws(Failure) -> Encoder {
    guard let wanted else {
      for encoder in known where encoder.containers.contains(container) && encoder.isReady(isInstalled) {
        return encoder
      }
      let names = known.filter { $0.containers.contains(container) }.map(\.element).joined(separator: ", ")
      throw .running(
        "No encoder for .\(container.rawValue) is installed. Any of these will do: \(names). "
          + "On Debian: apt-get install gstreamer1.0-plugins-ugly")
    }
    let element = try name(of: wanted, isInstalled: isInstalled)
    if let match = known.first(where: { $0.element == element }), !match.containers.contains(container) {
      throw .usage("--encoder \(element) makes a stream that .\(container.rawValue) cannot hold; write .mkv instead.")
    }
    if let match = known.first(where: { $0.element == wanted }) { return match }
    let parser = element.contains("264") ? "h264parse" : element.contains("265") ? "h265parse" : ""
    return Encoder(
      element: element, settings: String(wanted.dropFirst(element.count)), parser: parser,
      containers: [container])
  }

  /// Returns the element of an encoder that the user names, with or without properties.
  ///
  /// - Throws: `Failure` where GStreamer has no such element, or where there is more than one.
  static func name(of wanted: String, isInstalled: (String) -> Bool) throws(Failure) -> String {
    let element = String(wanted.prefix { !$0.isWhitespace })
    guard !wanted.contains("!") else {
      throw .usage(
        "--encoder \(wanted) is a chain of elements: name the encoder alone, with its properties. A parser follows by itself."
      )
    }
    guard !element.isEmpty, isInstalled(element) else {
      throw .usage("--encoder \(wanted): GStreamer has no element named \"\(element)\". gst-inspect-1.0 lists them.")
    }
    return element
  }

  private func isReady(_ isInstalled: (String) -> Bool) -> Bool {
    isInstalled(element) && (parser.isEmpty || isInstalled(parser))
  }
}

/// The kind of file an annotated video goes into, by the end of its name. Both can be played up to wherever writing stopped.
enum Container: String {
  case matroska = "mkv"
  case mp4

  /// - Parameter path: The name of a file; `nil` comes of one with another ending.
  init?(path: String) {
    guard let ending = Files.ending(of: path) else { return nil }
    self.init(rawValue: ending)
  }

  var muxer: String {
    switch self {
    case .matroska: "matroskamux"
    case .mp4: "mp4mux fragment-duration=1000"
    }
  }

  /// The muxer of a file that is in fragments until it is whole, and in one piece then: with sound of every kind in step with pictures that are
  /// not in the order in which they are shown.
  var finalizingMuxer: String { self == .mp4 ? "\(muxer) fragment-mode=first-moov-then-finalise" : muxer }
}

extension Encoder {
  /// The element that keeps the pictures as large as the first one, as a file needs it.
  static let sizeName = "flycatcher-size"

  /// The name of the muxer.
  static let muxerName = "flycatcher-mux"

  /// The elements that bring frames into the form that encoders take.
  static let pictures = [
    // Most encoders take even sizes only: an odd one loses its last row or column. Nothing happens to the others.
    "videoscale method=nearest-neighbour", "video/x-raw,width=[2,32768,2],height=[2,32768,2]", "videoconvert",
    "capsfilter name=\(sizeName) caps=video/x-raw,format=I420",
  ].joined(separator: " ! ")

  /// The elements from pictures to the container.
  var elements: [String] { ["\(element) \(settings)"] + (parser.isEmpty ? [] : [parser]) }

  /// The branch of the pipeline that takes frames from an app source, mostly the annotated ones, and writes them to a file.
  ///
  /// - Parameter sound: The elements that bring sound from a decoder of the pipeline to the muxer.
  func branch(
    from source: String = "annotated", to path: String, in container: Container, sound: String? = nil
  ) throws(Failure) -> String {
    var elements = ["appsrc name=\(source)", Self.pictures] + self.elements
    // Unbuffered: what is written survives the end of the process, however it comes.
    elements += [
      "\(container.muxer) name=\(Self.muxerName)",
      "filesink location=\(try LaunchText.path(path)) buffer-mode=unbuffered",
    ]
    let branch = elements.joined(separator: " ! ")
    return sound.map { "\(branch)\n\($0) ! \(Self.muxerName).\(SoundBranch.pad)" } ?? branch
  }
}
