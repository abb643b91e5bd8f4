// What can be set about a session, beside the pipeline and the trackers.
public import Flycatcher

/// Settings of a session. Each default is named here once.
public struct SessionOptions: Sendable {
  /// Name of the `appsink` that gives the frames; default `frames`.
  public var framesName = "frames"
  /// Name of the `appsrc` that takes the frames with the overlay; default `annotated`. The pipeline need not have it.
  public var annotatedName = "annotated"
  /// Name of the `appsrc` that takes the observations as JSON Lines; default `metadata`. The pipeline need not have it.
  public var metadataName = "metadata"
  /// What the stream is called in the JSON Lines; `nil` (default): the file name, the address or the kind of the first source.
  public var source: String?
  /// Which way is up in the stored picture; default `up`.
  public var orientation = Orientation.up
  /// How the overlay looks; `nil`: nothing is drawn, every frame goes on as it came.
  public var overlay: OverlayStyle? = OverlayStyle()
  /// How long a frame of a live stream may wait for its analysis, from 0 to 10 s; default 100 ms. After that it goes on with what is known, and frames
  /// that come while the trackers are still at work pass unanalyzed. Files have no such limit.
  public var maximumLatency: Duration = .milliseconds(100)

  public init() {}
}

/// How far a session is.
public struct SessionStatistics: Hashable, Sendable {
  /// Frames that have come.
  public var frames = 0
  /// Frames that every tracker has looked at.
  public var analyzed = 0
  /// Frames that passed unanalyzed.
  public var skipped = 0
  /// Time since the session was started; stands still when it is over.
  public var elapsed: Duration = .zero
  /// Stream time of the newest frame; `nil` before the first.
  public var position: Timestamp?
  /// Length of the stream; `nil` where it is not known, as for cameras.
  public var duration: Duration?
  /// Whether frames come at the source's own pace.
  public var isLive = false

  public init() {}
}

/// What the frames of a session look like.
public struct StreamDescription: Hashable, Sendable {
  /// The file name, the address or the kind of the source.
  public var source: String
  /// Width of the stored picture in pixels; 0 before the first frame.
  public var width: Int
  /// Height of the stored picture in pixels.
  public var height: Int
  /// Frames in a second as a fraction, such as `30000/1001`; `0/1` where the rate varies or is not known.
  public var framerate: String

  public init(source: String, width: Int = 0, height: Int = 0, framerate: String = "0/1") {
    self.source = source
    self.width = width
    self.height = height
    self.framerate = framerate
  }
}
