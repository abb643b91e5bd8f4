// The most confident rectangle of a stream, rectified and handed to a pipeline of its own: a scan of a document or a board.
public import Flycatcher
import GStreamerSupport
import Synchronization

/// Rectifies the most confident rectangle and gives it to a GStreamer pipeline.
///
/// ```swift
/// let page = try UnwarpedRectangle(
///   pipeline: "appsrc name=unwarped ! videoconvert ! pngenc ! filesink location=page.png", content: .picture)
/// // … give it to a session as an observer; when the session is over:
/// try page.finish()
/// ```
///
/// The frames should have the colors that GStreamer assumes where nothing is said: BT.709 above 576 lines, BT.601 below.
public final class UnwarpedRectangle: FrameObserver {
  /// What is handed on.
  public enum Content: Sendable {
    /// One picture: the rectangle when it was surest.
    case picture
    /// A picture for each frame in which it is seen: of the one rectangle that was surest when one was seen first. The size stays that of
    /// the first.
    case video
  }

  /// The name of the app source.
  public static let sourceName = "unwarped"

  private let content: Content
  private let pipeline: Pipeline
  private let source: AppSource
  private let state = Mutex(State())

  private struct State {
    /// The rectangle that is filmed, and its size.
    var filmed: (uuid: ObservationUUID, width: Int, height: Int)?
    var best: (picture: RectifiedPicture, confidence: Double)?
    /// Height of the frames, which tells the colors.
    var frameHeight = 0
    /// The newest picture of the video: how long it is shown is known with the next one.
    var waiting: (picture: RectifiedPicture, time: Timestamp)?
    var lastDuration = Duration.milliseconds(40)
    var hasStarted = false
    var hasFailed = false
  }

  /// - Parameters:
  ///   - pipeline: a description in the language of gst-launch with an `appsrc` named `unwarped`, which gets Y444.
  ///   - content: a picture or a video.
  /// - Throws: `PipelineError` where the description is not one that can be run.
  public init(pipeline text: String, content: Content) throws(PipelineError) {
    do {
      pipeline = try Pipeline(text)
    } catch {
      throw PipelineError(.invalidDescription, "The pipeline of the rectangle is not valid: \(error.description)")
    }
    guard let element = pipeline.element(named: Self.sourceName), let source = AppSource(element, capacity: 3) else {
      throw PipelineError(.missingElement, "The pipeline of the rectangle has no appsrc named \(Self.sourceName).")
    }
    self.source = source
    self.content = content
  }

  deinit {
    pipeline.setState(.null)
    source.detach()
  }

  public func observe(_ frame: borrowing Frame, _ report: FrameReport) {
    let seen = report.observations.compactMap { observation -> RectangleObservation? in
      guard case .rectangle(let rectangle) = observation else { return nil }
      return [.nominated, .tracked, .recovered].contains(rectangle.state) ? rectangle : nil
    }
    guard !seen.isEmpty else { return }
    state.withLock { state in
      switch content {
      case .picture: keepBest(of: seen, frame, &state)
      case .video: film(seen, frame, &state)
      }
    }
  }

  /// Finishes the file.
  ///
  /// - Returns: false where no rectangle was seen, and nothing is written.
  /// - Throws: `PipelineError` where it cannot be written.
  public func finish() throws(PipelineError) -> Bool {
    let hasPictures = state.withLock { state in
      if content == .picture, let best = state.best {
        push(best.picture, at: .zero, state.lastDuration, &state)
      }
      if let last = state.waiting { push(last.picture, at: last.time, state.lastDuration, &state) }
      return state.hasStarted
    }
    guard hasPictures else { return false }
    source.endOfStream()
    let failure = outcome()
    pipeline.setState(.null)
    if let failure { throw failure }
    return true
  }

  /// What went wrong until the end of the stream; `nil` where nothing did.
  private func outcome() -> PipelineError? {
    let deadline = Moment.now + .seconds(60)
    while Moment.now < deadline {
      switch pipeline.bus.next(timeout: .milliseconds(500)) {
      case .error(let fault):
        return FaultExplanation(framesName: "", annotatedName: Self.sourceName, hasFrames: true, isOutput: true)
          .error(for: fault)
      case .endOfStream: return nil
      default: continue
      }
    }
    return PipelineError(.failed, "The file of the rectangle was not finished within a minute.")
  }

  // MARK: Frames

  /// A small gain of confidence is not worth the work.
  private static let leastGain = 0.01

  private func keepBest(of seen: [RectangleObservation], _ frame: borrowing Frame, _ state: inout State) {
    guard let surest = seen.max(by: { $0.confidence < $1.confidence }) else { return }
    if let best = state.best, surest.confidence < best.confidence + Self.leastGain { return }
    guard let picture = RectifiedPicture(surest.corners, in: frame) else { return }
    state.best = (picture, surest.confidence)
    state.frameHeight = frame.height
  }

  private func film(_ seen: [RectangleObservation], _ frame: borrowing Frame, _ state: inout State) {
    if let waiting = state.waiting, frame.timestamp <= waiting.time { return }
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
    else { return }
    if let waiting = state.waiting {
      state.lastDuration = frame.timestamp - waiting.time
      push(waiting.picture, at: waiting.time, state.lastDuration, &state)
    }
    state.waiting = (picture, frame.timestamp)
  }

  /// Starts the pipeline with its first picture.
  private func start(_ picture: RectifiedPicture, _ duration: Duration, _ state: inout State) {
    state.hasStarted = true
    let colors = state.frameHeight > 576 ? "bt709" : "bt601"
    let rate = Int(min(max(1000 / max(duration.seconds, 1e-6), 1), 1_000_000).rounded())
    let text =
      "video/x-raw,format=Y444,width=\(picture.width),height=\(picture.height),framerate=\(rate)/1000,colorimetry=\(colors)"
    guard let caps = Caps(text) else {
      state.hasFailed = true
      return
    }
    source.setCaps(caps)
    state.hasFailed = pipeline.setState(.playing) == .failure
  }

  private func push(
    _ picture: RectifiedPicture, at time: Timestamp, _ duration: Duration, _ state: inout State
  ) {
    if !state.hasStarted { start(picture, duration, &state) }
    guard !state.hasFailed else { return }
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
    let flow = source.push(
      bytes.span, at: UInt(clamping: time.nanoseconds), duration: UInt(clamping: duration.nanoseconds))
    state.hasFailed = flow != .ok
  }
}
