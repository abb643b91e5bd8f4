// The failure of an element in words that tell the user what to do.
import GStreamerSupport

/// Explains faults with what is known about the session.
struct FaultExplanation {
  let framesName: String
  let annotatedName: String
  /// The name of the stream.
  var source = ""
  /// A Boolean value indicating whether frames have come already.
  let hasFrames: Bool
  /// A Boolean value indicating whether the element lies behind the session, on the way out.
  let isOutput: Bool

  func error(for fault: Fault) -> PipelineError {
    let (code, advice) = explain(fault)
    var text = "\(fault.element): \(sentence(what(fault, code)))"
    if !advice.isEmpty { text += " \(advice)" }
    return PipelineError(code, element: fault.element.isEmpty ? nil : fault.element, text)
  }

  /// Returns the failure in the element's own words, unless they are the same for everything.
  private func what(_ fault: Fault, _ code: PipelineError.Code) -> String {
    let general = ["Internal data stream error.", "Your GStreamer installation is missing a plug-in."]
    if code == .connectionLost { return lostConnection }
    guard general.contains(fault.message) else {
      return fault.message.isEmpty ? "It failed without saying why" : fault.message
    }
    return switch code {
    case .notNegotiated: "No element after it takes its format"
    case .noVideoStream: "There is no video in its input"
    case .notVideo: fault.missingCodec.map { "No decoder for \($0) is installed" } ?? fault.message
    case .fileNotReadable: "\(source) cannot be read"
    default: fault.message
    }
  }

  private var lostConnection: String {
    "The connection to \(source.isEmpty ? "the source" : source) was lost"
  }

  private func sentence(_ text: String) -> String {
    guard let last = text.last, !".!?".contains(last) else { return text }
    return text + "."
  }

  private func explain(_ fault: Fault) -> (PipelineError.Code, String) {
    let isUnread = (source.contains("://") || fault.isOfNetwork) && !hasFrames && !isOutput
    if isUnread, [.notFound, .cannotRead, .cannotWrite, .dataFlow].contains(fault.kind) {
      let isDevice = source.hasPrefix("v4l2://")
      return (
        .fileNotReadable,
        isDevice
          ? "Check that the device is there, and that no other program uses it."
          : "Check the address, and whether its server can be reached."
      )
    }
    if !isOutput, hasFrames, source.contains("://") || fault.isOfNetwork,
      [.notFound, .cannotRead, .cannotWrite, .dataFlow, .other].contains(fault.kind)
    {
      return (.connectionLost, "Check the device and the network; what came until then is kept.")
    }
    return switch fault.kind {
    case .notFound: (.fileNotFound, "Check the name and the path.")
    case .cannotRead: (.fileNotReadable, "Check its permissions and whether it is a file.")
    case .noSpace: (.diskFull, "Make room on the disk and run again; what was written until then is kept.")
    case .cannotWrite: (.cannotWrite, "Check that the directory exists and may be written to.")
    case .busy: (.busy, "Close the program that uses it, or choose another device.")
    case .wrongType where !isOutput:
      (.notVideo, "The input is no video that an installed element can read. For more formats: \(Self.codecs).")
    case .noDecoder where !isOutput && fault.missesSoundOnly:
      (.noVideoStream, "Choose a file with a video stream.")
    case .noDecoder where !isOutput:
      (.notVideo, "For more formats: \(Self.codecs).")
    case .cannotDecode where !isOutput && !hasFrames: (.notVideo, "The input is damaged, or no video.")
    case .cannotDecode where !isOutput: (.damagedStream, "The input is damaged or ends too early.")
    case .negotiation: (.notNegotiated, negotiationAdvice)
    case .dataFlow where fault.isNotNegotiated: (.notNegotiated, negotiationAdvice)
    case .dataFlow where fault.isNotLinked && !hasFrames && !isOutput:
      (.noVideoStream, Self.noVideoStream(framesName: framesName).description)
    case .dataFlow where fault.isDelayedLinkFailure && !isOutput:
      (.noVideoStream, Self.noVideoStream(framesName: framesName).description)
    case .settings: (.wrongProperty, "Check the properties of this element.")
    default: (.failed, "")
    }
  }

  static func noVideoStream(framesName: String) -> PipelineError {
    PipelineError(
      .noVideoStream, element: framesName,
      "No video stream leads to \(framesName). Check that the input holds video and that an installed element decodes it."
    )
  }

  /// For a demuxer whose own words were lost.
  static let noPlayableStream = PipelineError(
    .notVideo, "This file contains no playable streams. The input is damaged, or no video.")

  /// The same, after frames have come.
  static let brokenOff = PipelineError(
    .damagedStream, "The stream stops in its middle. The input is damaged or ends too early.")

  private var negotiationAdvice: String {
    isOutput
      ? "Put videoconvert after appsrc name=\(annotatedName), so that the frames get the format that the next element takes."
      : "Put videoconvert before appsink name=\(framesName): it takes \(acceptedFormats.joined(separator: ", "))."
  }

  private static let codecs =
    "apt install gstreamer1.0-plugins-good gstreamer1.0-plugins-bad gstreamer1.0-plugins-ugly gstreamer1.0-libav"
}

extension Fault {
  /// A Boolean value indicating whether the video window was closed: sinks tell of it as of an error.
  ///
  /// Most say "Output window was closed", glimagesink "Quit requested", gtksink "Output widget was destroyed".
  var isClosedWindow: Bool {
    kind == .notFound
      && ["window was closed", "quit requested", "widget was destroyed"].contains { message.lowercased().contains($0) }
  }
  /// A Boolean value indicating whether the element gets its data over a network.
  fileprivate var isOfNetwork: Bool {
    ["rtsp", "soup", "curl", "tcp", "udp", "rtmp", "srt", "rist", "whep", "webrtc", "ndi"].contains {
      factory.hasPrefix($0)
    }
  }
  fileprivate var isNotNegotiated: Bool { details.contains("not-negotiated") || message.contains("not-negotiated") }
  fileprivate var isNotLinked: Bool { details.contains("not-linked") || message.contains("not-linked") }
  /// The streams that decodebin has no decoder for, as it lists them: `Missing decoder: MPEG-4 AAC (audio/mpeg, …)`.
  private var missingDecoders: [Substring] {
    details.split(separator: "\n").filter { $0.hasPrefix("Missing decoder: ") }
  }
  /// The name of the codec of the video that cannot be decoded.
  fileprivate var missingCodec: Substring? {
    let line = missingDecoders.first { $0.contains("(video/") || $0.contains("(image/") }
    return line?.dropFirst("Missing decoder: ".count).split(separator: " (").first
  }
  /// A Boolean value indicating whether nothing but sound could have been decoded.
  fileprivate var missesSoundOnly: Bool {
    !missingDecoders.isEmpty && missingDecoders.allSatisfy { $0.contains("(audio/") }
  }
  fileprivate var isDelayedLinkFailure: Bool { message.contains("Delayed linking failed") }
}
