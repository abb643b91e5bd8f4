// The most confident rectangle of a stream, rectified and handed to a pipeline of its own: a scan of a document or a board.
public import Flycatcher
import GStreamerSupport
import Synchronization

/// A scan of the most confident rectangle: rectified and handed to a GStreamer pipeline.
///
/// ```swift
/// let page = try UnwarpedRectangle(
///   pipeline: "appsrc name=unwarped ! videoconvert ! pngenc ! filesink location=page.png", content: .picture)
/// // … give it to a session as an observer; when the session is over:
/// let isWritten = try page.finish()
/// ```
///
/// The frames should have GStreamer's default colors: BT.709 above 576 lines, BT.601 below.
public final class UnwarpedRectangle: FrameObserver {
  /// The content of the output.
  public enum Content: Sendable {
    /// One picture: the rectangle in the frame in which a rectangle had the highest confidence.
    case picture
    /// A picture for each frame in which a rectangle is seen: the one with the highest confidence in the first of those
    /// frames. The size stays that of the first picture.
    case video
  }

  /// The name of the app source.
  public static let sourceName = "unwarped"

  private let content: Content
  private let output: OutputPipeline
  private let state = Mutex(State())

  /// A picture to be handed on, with the time for which it is shown.
  private struct Timed {
    var picture: RectifiedPicture
    var time: Timestamp
    var duration: Duration
    /// The height of the frames, which determines the colors.
    var frameHeight: Int
  }

  private struct State {
    /// The rectangle that is filmed, and its size.
    var filmed: (uuid: ObservationUUID, width: Int, height: Int)?
    var best: (picture: RectifiedPicture, confidence: Double)?
    /// The height of the frames, which determines the colors.
    var frameHeight = 0
    /// The newest picture of the video; its duration is known with the next one.
    var waiting: (picture: RectifiedPicture, time: Timestamp)?
    var lastDuration = Duration.milliseconds(40)
    var hasStarted = false

    func timed(_ picture: RectifiedPicture, at time: Timestamp) -> Timed {
      Timed(picture: picture, time: time, duration: lastDuration, frameHeight: frameHeight)
    }
  }

  /// Creates a scan.
  ///
  /// - Parameters:
  ///   - text: A description in the language of gst-launch with an `appsrc` named `unwarped`, which takes Y444.
  ///   - content: A picture or a video.
  /// - Throws: `PipelineError` if the description is not one that can be run.
  public init(pipeline text: String, content: Content) throws(PipelineError) {
    output = try OutputPipeline(text, sourceName: Self.sourceName)
    self.content = content
  }

  /// Rectifies the rectangle of the frame.
  public func observe(_ frame: borrowing Frame, _ report: FrameReport) {
    let seen = report.observations.compactMap { observation -> RectangleObservation? in
      guard case .rectangle(let rectangle) = observation else { return nil }
      return [.nominated, .tracked, .recovered].contains(rectangle.state) ? rectangle : nil
    }
    guard !seen.isEmpty else { return }
    let next: Timed? = state.withLock { state in
      switch content {
      case .picture:
        keepBest(of: seen, frame, &state)
        return nil
      case .video: return film(seen, frame, &state)
      }
    }
    if let next { push(next) }
  }

  /// Finishes the file.
  ///
  /// - Returns: `false` if no rectangle was seen; nothing is written then.
  /// - Throws: `PipelineError` if the file cannot be written.
  public func finish() throws(PipelineError) -> Bool {
    let last: Timed? = state.withLock { state in
      if content == .picture { return state.best.map { state.timed($0.picture, at: .zero) } }
      return state.waiting.map { state.timed($0.picture, at: $0.time) }
    }
    guard let last else { return false }
    push(last)
    try output.finish()
    return true
  }

  // MARK: Frames

  /// The gain of confidence below which another picture is not worth the work.
  private static let leastGain = 0.01

  private func keepBest(of seen: [RectangleObservation], _ frame: borrowing Frame, _ state: inout State) {
    guard let surest = seen.max(by: { $0.confidence < $1.confidence }) else { return }
    if let best = state.best, surest.confidence < best.confidence + Self.leastGain { return }
    guard let picture = RectifiedPicture(surest.corners, in: frame) else { return }
    state.best = (picture, surest.confidence)
    state.frameHeight = frame.height
  }

  /// Rectifies the rectangle that is filmed.
  ///
  /// - Returns: The picture before, which is handed on now that its end is known.
  private func film(_ seen: [RectangleObservation], _ frame: borrowing Frame, _ state: inout State) -> Timed? {
    if let waiting = state.waiting, frame.timestamp <= waiting.time { return nil }
    if state.filmed == nil, let surest = seen.max(by: { $0.confidence < $1.confidence }),
      let size = RectifiedPicture.size(of: surest.corners, in: frame, longestSide: 1920)
    {
      // Encoders take even sizes.
      let (width, height) = (max(size.width / 2 * 2, 32), max(size.height / 2 * 2, 32))
      state.filmed = (surest.uuid, width, height)
      state.frameHeight = frame.height
    }
    guard let filmed = state.filmed, let rectangle = seen.first(where: { $0.uuid == filmed.uuid }),
      let picture = RectifiedPicture(rectangle.corners, in: frame, width: filmed.width, height: filmed.height)
    else { return nil }
    defer { state.waiting = (picture, frame.timestamp) }
    guard let waiting = state.waiting else { return nil }
    state.lastDuration = frame.timestamp - waiting.time
    return state.timed(waiting.picture, at: waiting.time)
  }

  /// Starts the pipeline with its first picture.
  private func start(_ first: Timed) {
    let colors = first.frameHeight > 576 ? "bt709" : "bt601"
    let rate = Int(min(max(1000 / max(first.duration.seconds, 1e-6), 1), 1_000_000).rounded())
    let (width, height) = (first.picture.width, first.picture.height)
    let text =
      "video/x-raw,format=Y444,width=\(width),height=\(height),framerate=\(rate)/1000,colorimetry=\(colors)"
    if let caps = Caps(text) { output.start(caps) }
  }

  /// Hands a picture on, with no lock held: the pipeline may have no room for a while.
  private func push(_ timed: Timed) {
    let isFirst = state.withLock { state in
      defer { state.hasStarted = true }
      return !state.hasStarted
    }
    if isFirst { start(timed) }
    let picture = timed.picture
    let gray = [UInt8](repeating: 128, count: picture.luma.count)
    let planes = [picture.luma, picture.blueDifference ?? gray, picture.redDifference ?? gray]
    // GStreamer's usual layout: rows begin at multiples of four bytes.
    let padding = [UInt8](repeating: 0, count: (4 - picture.width % 4) % 4)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 * (picture.width + padding.count) * picture.height)
    for plane in planes {
      for row in 0..<picture.height {
        bytes += plane[row * picture.width..<(row + 1) * picture.width]
        bytes += padding
      }
    }
    output.push(
      bytes.span, at: UInt(clamping: timed.time.nanoseconds), duration: UInt(clamping: timed.duration.nanoseconds))
  }
}
