// The encodings in which observations leave as a stream of their own.
import GStreamerSupport

/// An encoding of observations, known to a pipeline by its caps.
package enum MetadataFormat: String, CaseIterable, Sendable {
  /// JSON Lines, a buffer a line.
  case json
  /// A KLV packet a frame: MISB ST 0601 with the targets of ST 0903.
  case klv
  /// An XML document a frame: `tt:MetadataStream` of ONVIF.
  case onvif
  /// WebVTT, a cue a frame that holds JSON Lines.
  case webvtt

  /// The caps of the stream.
  package var caps: String {
    switch self {
    case .json: "text/x-raw,format=(string)utf8"
    case .klv: "meta/x-klv,parsed=(boolean)true"
    case .onvif: "application/x-onvif-metadata,parsed=(boolean)true"
    case .webvtt: "application/x-subtitle-vtt"
    }
  }

  /// The media type, with which a caps filter begins that asks for this encoding.
  package var mediaType: Substring { caps.prefix { $0 != "," } }

  /// Returns the encoding that is taken behind an app source; JSON Lines where nothing else is asked for.
  static func wanted(by source: AppSource) -> MetadataFormat {
    let isTaken = { (format: MetadataFormat) in Caps(format.caps).map { source.isTaken($0) } ?? false }
    return isTaken(.json) ? .json : allCases.first(where: isTaken) ?? .json
  }
}
