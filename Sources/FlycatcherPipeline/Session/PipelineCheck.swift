import GStreamerSupport
// What can be known to be wrong with a pipeline before anything runs.
import Glibc

/// A pipeline that has been read and checked.
struct CheckedPipeline {
  let pipeline: Pipeline
  let frames: Element
  let annotated: Element?
  let metadata: Element?

  init(_ text: String, _ options: SessionOptions) throws(PipelineError) {
    for name in [options.framesName, options.annotatedName, options.metadataName] {
      guard Self.count(of: name, in: text) < 2 else {
        throw PipelineError(
          .duplicateName, element: name, "Two elements are named \(name). Give that name to one of them only.")
      }
    }
    do throws(GStreamerError) {
      pipeline = try Pipeline(Self.withMetadataCaps(text, options.metadataName))
    } catch {
      throw Self.explain(error)
    }
    guard let frames = pipeline.element(named: options.framesName) else {
      throw PipelineError(
        .missingElement, element: options.framesName,
        "The pipeline has no element named \(options.framesName). "
          + "End the part that brings the frames with: appsink name=\(options.framesName)")
    }
    guard frames.isAppSink else { throw Self.wrong(frames, must: "appsink") }
    self.frames = frames
    annotated = pipeline.element(named: options.annotatedName)
    metadata = pipeline.element(named: options.metadataName)
    for source in [annotated, metadata].compactMap({ $0 }) where !source.isAppSource {
      throw Self.wrong(source, must: "appsrc")
    }
    try Self.checkFiles(of: pipeline.element)
  }

  private static func wrong(_ element: Element, must kind: String) -> PipelineError {
    PipelineError(
      .wrongElement, element: element.name,
      "The element named \(element.name) is \(element.factoryName); it must be \(kind). Write: \(kind) name=\(element.name)"
    )
  }

  // MARK: The text

  /// How often the text gives an element this name.
  private static func count(of name: String, in text: String) -> Int {
    let words = text.split { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
    return words.count { $0 == "name=\(name)" || $0 == "name=\"\(name)\"" || $0 == "name='\(name)'" }
  }

  /// The text with the caps of the metadata said after its app source: a muxer chooses the pad by them when it is linked, which is while
  /// the text is read.
  private static func withMetadataCaps(_ text: String, _ name: String) -> String {
    var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard
      let place = words.firstIndex(where: { $0 == "name=\(name)" }),
      let kind = words[..<place].lastIndex(where: { !$0.isEmpty && !$0.contains("=") }), words[kind] == "appsrc",
      let link = words[place...].firstIndex(where: { !$0.isEmpty && ($0 == "!" || !$0.contains("=")) }),
      words[link] == "!"
    else { return text }
    words.insert(contentsOf: ["!", MetadataStream.caps], at: link)
    return words.joined(separator: " ")
  }

  private static func explain(_ error: GStreamerError) -> PipelineError {
    switch error.code {
    case .unknownElement:
      let name = error.elements.first ?? quoted(in: error.description) ?? "an element"
      let place =
        package(of: name).map { "It comes with: apt install \($0)" } ?? "Check its spelling with gst-inspect-1.0."
      return PipelineError(.unknownElement, element: name, "The element \(name) is not installed. \(place)")
    case .unknownProperty, .wrongProperty:
      return PipelineError(
        .wrongProperty, "\(sentence(error.description)) gst-inspect-1.0 lists an element's properties.")
    case .cannotLink:
      return PipelineError(
        .notNegotiated,
        "\(sentence(error.description)) These neighbors have no format in common; videoconvert between them often helps."
      )
    case .empty: return PipelineError(.invalidDescription, "The pipeline description holds no element.")
    case .syntax:
      return PipelineError(
        .invalidDescription,
        "The pipeline description cannot be read: \(sentence(error.description)) "
          + "Elements are separated by \u{201C}!\u{201D}, properties are written name=value.")
    case .cannotStart, .other: return PipelineError(.invalidDescription, sentence(error.description))
    }
  }

  private static func sentence(_ text: String) -> String {
    text.hasSuffix(".") ? text : text + "."
  }

  private static func quoted(in text: String) -> String? {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.count >= 3 ? String(parts[1]) : nil
  }

  /// The Debian package that holds an element people often lack.
  private static func package(of element: String) -> String? {
    let packages: [(String, [String])] = [
      ("gstreamer1.0-plugins-ugly", ["x264enc", "mpeg2dec", "asfdemux", "dvdreadsrc"]),
      ("gstreamer1.0-libav", ["avdec_h264", "avdec_h265", "avenc_mpeg4", "avdec_mpeg4", "avdec_aac"]),
      (
        "gstreamer1.0-plugins-bad",
        [
          "x265enc", "openh264enc", "h264parse", "h265parse", "av1enc", "svtav1enc", "rtmpsink", "srtsink", "srtsrc",
          "webrtcbin", "waylandsink", "vah264enc", "hlssink", "mpegtsmux", "kmssink", "fakevideosink",
        ]
      ),
      (
        "gstreamer1.0-plugins-good",
        [
          "v4l2src", "v4l2sink", "vp8enc", "vp9enc", "matroskamux", "matroskademux", "mp4mux", "qtmux", "qtdemux",
          "pngenc", "jpegenc", "jpegdec", "rtspsrc", "udpsink", "udpsrc", "rtph264pay", "autovideosink", "splitmuxsink",
          "imagefreeze", "multifilesrc", "pulsesrc",
        ]
      ),
      (
        "gstreamer1.0-plugins-base",
        ["videoconvert", "videoscale", "videorate", "decodebin", "uridecodebin", "playbin", "oggmux", "theoraenc"]
      ),
      ("gstreamer1.0-x", ["ximagesink", "xvimagesink", "ximagesrc"]),
      ("gstreamer1.0-gl", ["glimagesink", "glupload", "gldownload"]),
      ("gstreamer1.0-vaapi", ["vaapih264enc", "vaapisink", "vaapipostproc"]),
      ("gstreamer1.0-gtk3", ["gtksink", "gtkglsink"]),
      ("libgstrtspserver-1.0-0 gstreamer1.0-rtsp", ["rtspclientsink"]),
    ]
    return packages.first { $0.1.contains(element) }?.0
  }

  // MARK: Files

  private static func checkFiles(of bin: Element) throws(PipelineError) {
    for element in bin.children {
      if element.isBin {
        try checkFiles(of: element)
      } else if element.factoryName == "filesrc" {
        try checkInput(element, element.text(of: "location"))
      } else if element.factoryName == "filesink" {
        try checkOutput(element)
      }
      if let uri = element.text(of: "uri"), let path = localPath(uri) { try checkInput(element, path) }
    }
  }

  private static func checkInput(_ element: Element, _ path: String?) throws(PipelineError) {
    guard let path, !path.isEmpty else {
      throw PipelineError(
        .wrongProperty, element: element.name, "\(element.name) has no location. Write: location=FILE")
    }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      let code: PipelineError.Code = errno == ENOENT || errno == ENOTDIR ? .fileNotFound : .fileNotReadable
      throw PipelineError(code, element: element.name, "\(path) cannot be read: \(systemMessage(errno)).")
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw PipelineError(.fileNotReadable, element: element.name, "\(path) is a directory; a file is needed.")
    }
    guard unsafe access(path, R_OK) == 0 else {
      throw PipelineError(
        .fileNotReadable, element: element.name,
        "\(path) cannot be read: \(systemMessage(errno)). Check its permissions.")
    }
  }

  private static func checkOutput(_ element: Element) throws(PipelineError) {
    guard let path = element.text(of: "location"), !path.isEmpty else {
      throw PipelineError(
        .wrongProperty, element: element.name, "\(element.name) has no location. Write: location=FILE")
    }
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else {
        throw PipelineError(.cannotWrite, element: element.name, "\(path) is a directory; a file is needed.")
      }
      guard unsafe access(path, W_OK) == 0 else {
        throw PipelineError(.cannotWrite, element: element.name, "\(path) cannot be written: \(systemMessage(errno)).")
      }
      return
    }
    let directory = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard unsafe access(directory, W_OK | X_OK) == 0 else {
      throw PipelineError(
        .cannotWrite, element: element.name,
        "\(path) cannot be written: \(directory): \(systemMessage(errno)). Make the directory, or choose another one.")
    }
  }

  /// The path of a `file:` address, with its percent signs resolved.
  private static func localPath(_ uri: String) -> String? {
    guard uri.hasPrefix("file://") else { return nil }
    var bytes: [UInt8] = []
    var rest = Array(uri.dropFirst(7).utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: The source's name

  /// What the stream is called: the file name, the address or the kind of the first source.
  static func sourceName(of bin: Element, except own: [Element]) -> String {
    for element in bin.children.reversed() where element.isSource && !own.contains(element) {
      if let path = element.text(of: "location") { return String(path.split(separator: "/").last ?? "") }
      if let uri = element.text(of: "uri") {
        return localPath(uri).map { String($0.split(separator: "/").last ?? "") } ?? uri
      }
      return element.text(of: "device") ?? element.factoryName
    }
    return ""
  }
}
