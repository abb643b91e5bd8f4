// The check of a pipeline before anything runs.
import GStreamerSupport

/// A pipeline that has been read and checked.
struct CheckedPipeline {
  let pipeline: Pipeline
  let frames: Element
  let annotated: Element?
  let metadata: Element?
  let files: PipelineFiles

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
    files = try PipelineFiles(of: pipeline.element, fedBy: [annotated, metadata].compactMap { $0 })
    try checkLinks()
  }

  /// Sees to it that something leads to the app sink, and that the app sources lead somewhere: else the session would wait for ever.
  private func checkLinks() throws(PipelineError) {
    let own = [annotated, metadata].compactMap { $0 }
    for source in own where source.neighbors(downstream: true).isEmpty {
      throw PipelineError(
        .notLinked, element: source.name,
        "Nothing takes what comes out of \(source.name). Write: appsrc name=\(source.name) ! videoconvert ! …")
    }
    let origins = Element.reachable(from: [frames], downstream: false)
    guard !origins.contains(where: { $0.isOrigin && !own.contains($0) }),
      !pipeline.element.children.contains(where: \.makesPadsLater)
    else { return }
    throw PipelineError(
      .notLinked, element: frames.name,
      "No source leads to \(frames.name). Write what brings the frames before it: … ! videoconvert ! appsink name=\(frames.name)"
    )
  }

  private static func wrong(_ element: Element, must kind: String) -> PipelineError {
    PipelineError(
      .wrongElement, element: element.name,
      "The element named \(element.name) is \(element.factoryName); it must be \(kind). Write: \(kind) name=\(element.name)"
    )
  }

  // MARK: The text

  /// Returns the number of elements to which the text gives a name.
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
    // Another encoding is asked for by its own caps.
    let next = words[(link + 1)...].first { !$0.isEmpty } ?? ""
    guard !MetadataFormat.allCases.contains(where: { next.hasPrefix($0.mediaType) }) else { return text }
    words.insert(contentsOf: ["!", MetadataFormat.json.caps], at: link)
    return words.joined(separator: " ")
  }

  private static func explain(_ error: GStreamerError) -> PipelineError {
    switch error.code {
    case .unknownElement:
      let name = error.elements.first ?? quoted(in: error.description) ?? "an element"
      let place =
        package(of: name).map { "It comes with: apt install \($0)" } ?? "Check its spelling with gst-inspect-1.0."
      return PipelineError(.unknownElement, element: name, "The element \(name) is not installed. \(place)")
    case .unknownName:
      // For the end of a link GStreamer names its beginning.
      let name = error.description.hasPrefix("No src-element named") ? quoted(in: error.description) : nil
      let which = name.map { "named \($0), to which a link refers" } ?? "of the name to which a link refers"
      return PipelineError(
        .missingElement, element: name, "The pipeline has no element \(which). Write: … name=… for it.")
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
          "imagefreeze", "multifilesrc", "pulsesrc", "gdkpixbufdec",
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

  // MARK: The source's name

  /// Returns the name of the stream: the file name, the address or the kind of the first source.
  static func sourceName(of bin: Element, except own: [Element]) -> String {
    for element in bin.children.reversed() where element.isSource && !own.contains(element) {
      if let path = element.text(of: "location") { return String(path.split(separator: "/").last ?? "") }
      if let uri = element.text(of: "uri") {
        return PipelineFiles.localPath(uri).map { String($0.split(separator: "/").last ?? "") } ?? uri
      }
      return element.text(of: "device") ?? element.factoryName
    }
    return ""
  }
}
