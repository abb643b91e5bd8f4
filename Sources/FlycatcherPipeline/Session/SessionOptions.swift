// The settings and the progress of a session.
public import Flycatcher

/// The settings of a session. Each default is named here once.
public struct SessionOptions: Sendable {
  /// The name of the `appsink` that gives the frames; default `frames`.
  public var framesName = "frames"
  /// The name of the `appsrc` that takes the frames with the overlay; default `annotated`. The pipeline need not have it.
  public var annotatedName = "annotated"
  /// The name of the `appsrc` that takes the observations as JSON Lines; default `metadata`. The pipeline need not have
  /// it.
  public var metadataName = "metadata"
  /// The name of the stream in the JSON Lines; default `nil`, the file name, the address or the kind of the first source.
  public var source: String?
  /// The origin of the results, for the first of the JSON Lines: a text by which a later run knows whether they are of the
  /// same file and of the same settings; default `nil`.
  public var fingerprint: String?
  /// The orientation of the stored picture; default `up`.
  public var orientation = Orientation.up
  /// The style of the overlay; with `nil`, nothing is drawn and every frame goes on as it came.
  public var overlay: OverlayStyle? = OverlayStyle()
  /// A drawing of the program's own on every frame that goes on, after the overlay; default `nil`, none.
  public var drawing: (any FrameDrawing)?
  /// The time that a frame of a live stream may wait for its analysis, from 0 to 10 s; default 100 ms. After it, the frame
  /// goes on with the overlay as it is, and frames that come while the trackers are busy pass unanalyzed. Files have no
  /// such limit.
  public var maximumLatency: Duration = .milliseconds(100)

  /// Creates the default settings.
  public init() {}
}

/// The progress of a session.
public struct SessionStatistics: Hashable, Sendable {
  /// The number of frames that have come.
  public var frames = 0
  /// The number of frames that every tracker has analyzed.
  public var analyzed = 0
  /// The number of frames that passed unanalyzed.
  public var skipped = 0
  /// The time since the session was started, until its end.
  public var elapsed: Duration = .zero
  /// The stream time of the newest frame; `nil` before the first one.
  public var position: Timestamp?
  /// The length of the stream; `nil` where it is not known, as for cameras.
  public var duration: Duration?
  /// A Boolean value indicating whether the source is live: frames come at its own pace.
  public var isLive = false

  /// Creates the statistics of a session that has not begun.
  public init() {}
}

/// The clock from which a time of day was read.
public enum StreamClock: String, Sendable {
  /// That of the source, which sends the time along: an RTSP camera in its sender reports, an element as `GstReferenceTimestampMeta`.
  case source
  /// That of this machine, when the frame came.
  case machine
}

/// The source, size and rate of the frames of a session.
public struct StreamDescription: Hashable, Sendable {
  /// The file name, the address or the kind of the source.
  public var source: String
  /// The width of the stored picture in pixels; 0 before the first frame.
  public var width: Int
  /// The height of the stored picture in pixels; 0 before the first frame.
  public var height: Int
  /// The number of frames in a second as a fraction, such as `30000/1001`; `0/1` where it varies or is not known.
  public var framerate: String
  /// The width of a pixel of the stored picture, in heights of a pixel.
  package var pixelAspectRatio = 1.0
  /// The origin of the results, as `SessionOptions` gives it.
  public var fingerprint: String?
  /// The time of day at time 0 of the stream; `nil` where the source does not say it and is not live.
  package var start: WallTime?
  /// The time of day at time 0 of the stream, as ISO 8601 writes it, in UTC; `nil` where the source does not say it and is not live.
  public var startTime: String? { start?.text }
  /// The clock of `startTime`; `nil` where there is none.
  public var clock: StreamClock? { start?.clock }

  /// Creates a description.
  public init(
    source: String, width: Int = 0, height: Int = 0, framerate: String = "0/1", fingerprint: String? = nil
  ) {
    self.fingerprint = fingerprint
    self.source = source
    self.width = width
    self.height = height
    self.framerate = framerate
  }

  /// The number of frames in a second; `nil` where it varies or is not known.
  package var framesPerSecond: Double? {
    let parts = framerate.split(separator: "/").compactMap { Double($0) }
    return parts.count == 2 && parts[0] > 0 && parts[1] > 0 ? parts[0] / parts[1] : nil
  }
}
