// What one stream is to be: its source, its trackers, its place on the server.
package import Flycatcher
package import FlycatcherPipeline

/// The encodings in which clients get what was seen, beside the video.
package enum MountMetadata: String, CaseIterable, Sendable {
  /// MISB ST 0601 with the targets of ST 0903, a packet a picture.
  case klv
  /// `tt:MetadataStream` of ONVIF, a document a picture.
  case onvif

  var format: MetadataFormat { self == .klv ? .klv : .onvif }
}

/// The settings of one stream.
package struct StreamPlan: Sendable {
  /// The path on the server, such as `/live`.
  package var path: String
  /// The name of the source for messages; holds no password.
  package var source: String
  /// A description in the language of gst-launch that ends in `appsink name=frames`.
  package var pipeline: String
  /// The name of the app sink in the pipeline that gives the source's video as it is coded; `nil` is none.
  package var codedName: String?
  /// The name of the app sink in the pipeline that gives the source's sound; `nil` is none.
  package var soundName: String?
  /// A Boolean value indicating whether the source comes to an end by itself, as a file does.
  package var hasEnd: Bool
  /// A Boolean value indicating whether it may be a camera all the same, whose connection has broken off: one without a length has no end.
  package var mayBeLive = false
  /// A Boolean value indicating whether a source that has come to its end begins again.
  package var isLooped = false
  /// The trackers as they are before the first frame.
  package var trackers: [any Tracker]
  package var style: OverlayStyle
  package var encoding = StreamEncoding()
  /// The time without a picture after which a source that has shown some counts as lost.
  package var stallTimeout: Duration = .seconds(10)
  /// The time that a source has for its first picture.
  package var startTimeout: Duration = .seconds(30)
  /// The time without a picture after which a source is given up; `nil` is never.
  package var giveUp: Duration?
  /// The encoding of the stream's second payload; `nil` is none.
  package var metadata: MountMetadata? = .klv
  /// The settings of the stream's recording; `nil` is none.
  package var recording: RecordingPlan?
  /// The options that the stream was made of: two plans with the same ones are the same stream.
  package var identity: [String] = []

  package init(
    path: String, source: String, pipeline: String, hasEnd: Bool, trackers: [any Tracker], style: OverlayStyle
  ) {
    self.path = path
    self.source = redacted(source)
    self.pipeline = pipeline
    self.hasEnd = hasEnd
    self.trackers = trackers
    self.style = style
  }

  /// The name of the element that keeps the pictures as large as the first one.
  static let sizeName = "flycatcher-size"
  /// The name of the app sink that gives the annotated pictures.
  static let shownName = "flycatcher-shown"

  /// The pipeline of a session.
  ///
  /// - Parameter size: The size of the stream, once it has one: clients and encoders know that of its first picture.
  func text(size: (width: Int, height: Int)?) -> String {
    let size = size.map { "width=\($0.width),height=\($0.height)" } ?? "width=[2,32768,2],height=[2,32768,2]"
    return pipeline + "\nappsrc name=annotated ! videoconvert ! videoscale add-borders=true ! videoconvert "
      + "! capsfilter name=\(Self.sizeName) caps=video/x-raw,format=I420,\(size),pixel-aspect-ratio=1/1 "
      + "! appsink name=\(Self.shownName)"
  }

  /// Returns the pipelines that would run, for the user.
  package func summary() throws(ServeError) -> String {
    "\(path)  \(source)\n\(redacted(text(size: nil)))\n\(try StreamEncoder.text(encoding, nil))\n"
  }
}
