// One source, kept running: session after session, with a still picture in between.
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport

/// Keeps a source on a thread of its own until it has come to its end, is given up or is stopped.
final class SourceKeeper: Sendable {
  enum End: Sendable {
    /// The source has come to its end, or the service is stopped.
    case finished
    /// It has not come back in the time that it is given.
    case lost(String)
    /// There is no encoder, or what is described cannot be run at all.
    case failed(ServeError)
  }

  private struct Told {
    var isThere = false
    var clock: StreamClock?
  }

  private struct State {
    var isStopped = false
    var session: Session?
  }

  private let plan: StreamPlan
  private let screen: StreamScreen
  private let state = Monitor(State())
  /// What the log has been told since the source came.
  private let told = Monitor(Told())
  /// The least time from one beginning of a film that is looped to the next.
  private static let shortestRound: Duration = .milliseconds(200)
  /// The length of a film from which on each of its beginnings is told.
  private static let toldRound: Duration = .seconds(1)
  private let log: @Sendable (String) -> Void

  private let recorder: Recorder?
  private let metrics: StreamMetrics
  private let publisher: EventPublisher?

  init(
    _ plan: StreamPlan, _ encoder: StreamEncoder, _ recorder: Recorder?, _ metrics: StreamMetrics,
    _ publisher: EventPublisher?, log: @escaping @Sendable (String) -> Void
  ) {
    (self.plan, self.recorder, self.metrics, self.publisher) = (plan, recorder, metrics, publisher)
    self.log = { log("\(plan.path)  \($0)") }
    screen = StreamScreen(encoder)
  }

  func stop() {
    let session = state.change { state in
      state.isStopped = true
      return state.session
    }
    session?.stop()
    // Sound that has never come has no end that could be waited for.
    if plan.soundName != nil { session?.stop() }
  }

  private var isStopped: Bool { state.read { $0.isStopped } }

  // MARK: One session after another

  func run() -> End {
    var (pauses, generator) = (Pauses(), SystemRandomNumberGenerator())
    var lastSeen = Moment.now
    while !isStopped {
      let begun = Moment.now
      let outcome = watch(&lastSeen)
      state.change { $0.session = nil }
      guard !isStopped else { break }
      switch outcome {
      case .ended where plan.hasEnd && !plan.isLooped:
        log("end of \(plan.source)")
        return .finished
      case .ended(hasShown: true) where plan.hasEnd:
        // A film of one picture would begin without a pause, and fill the log.
        screen.hold(until: begun + Self.shortestRound) { self.isStopped }
        if .now - begun >= Self.toldRound { told.read { $0 = Told() } }
      case .refused(let error): return .failed(error)
      case .ended, .lost:
        let reason = outcome.reason ?? "The source has come to its end."
        if isGivenUp(lastSeen) {
          return .lost("\(plan.source) has not come back. \(reason)")
        }
        if outcome.hasShown { pauses.reset() }
        metrics.stall()
        if outcome.hasShown { metrics.countLoss() }
        told.read { $0 = Told() }
        let pause = pauses.pause(using: &generator)
        log("\(redacted(reason)) Next attempt in \(decimal(pause.seconds, 1)) s.")
        screen.hold(until: .now + pause) {
          self.metrics.beat()
          return self.isStopped
        }
      }
    }
    return .finished
  }

  private func isGivenUp(_ lastSeen: Moment) -> Bool { plan.giveUp.map { .now - lastSeen > $0 } ?? false }

  private enum Outcome {
    case ended(hasShown: Bool)
    case lost(String, hasShown: Bool)
    case refused(ServeError)

    var reason: String? { if case .lost(let reason, _) = self { reason } else { nil } }
    var hasShown: Bool {
      switch self {
      case .ended(let hasShown), .lost(_, let hasShown): hasShown
      case .refused: false
      }
    }
  }

  /// Runs one session to its end, or until it counts as lost; what is left of it then ends on its own threads.
  private func watch(_ lastSeen: inout Moment) -> Outcome {
    var options = SessionOptions()
    options.source = plan.source
    options.overlay = plan.style
    let session: Session
    let seen = SeenReports()
    do throws(PipelineError) {
      session = try Session(
        pipeline: plan.text(size: screen.size),
        trackers: plan.trackers.map { TimedTracker(tracker: $0, metrics: metrics) }, observers: [seen], options: options
      )
    } catch {
      return isLasting(error)
        ? .refused(ServeError(.wrongSetting, error.description)) : .lost(error.description, hasShown: false)
    }
    guard let shown = session.element(named: StreamPlan.shownName), let caps = Caps("video/x-raw"),
      let sink = AppSink(shown, capacity: 2, caps: caps)
    else { return .refused(ServeError("The pipeline of \(plan.path) has no pictures.")) }
    if screen.size == nil { session.element(named: StreamPlan.sizeName)?.keepFirstSize() }
    let mayGoOn = state.change { state in
      state.session = session
      return !state.isStopped
    }
    guard mayGoOn else { return .ended(hasShown: false) }
    // Before the session runs: a sink is told how to behave, and its first sound needs a place.
    screen.beginSource()
    let recording = recorder.map { SourceRecording(session, plan, $0, screen) }
    defer { recording?.end() }
    let end = Monitor<Result<Void, any Error>?>(nil)
    let hasThread = StreamThread.start("fc-source") { [log, metrics, publisher, path = plan.path] in
      var lines = EventLines(log)
      let result = Result {
        _ = try session.run { report in
          lines.write(report)
          metrics.count(report)
          publisher?.publish(report, path: path)
        }
      }
      end.change { $0 = result }
      sink.close()
    }
    guard hasThread else { return .lost("The system grants no further thread.", hasShown: false) }
    return relay(sink, seen, recording, session, end, &lastSeen)
  }

  // MARK: Pictures

  private func relay(
    _ sink: AppSink, _ seen: SeenReports, _ recording: SourceRecording?, _ session: Session,
    _ end: Monitor<Result<Void, any Error>?>, _ lastSeen: inout Moment
  ) -> Outcome {
    var (newest, hasShown) = (Moment.now, false)
    var times = SourceTimes()
    while true {
      metrics.beat()
      switch sink.next(until: .now + .milliseconds(200)) {
      case .caps(let caps): screen.expect(caps)
      case .segment(let segment): times.take(segment)
      case .buffer(let picture, at: _):
        tell(of: session)
        do throws(ServeError) {
          metrics.countPicture()
          let time = times.time(of: picture)
          let reports = time.map { seen.take(until: $0) } ?? []
          let facts = try screen.show(picture, at: time, reports, isPaced: !session.statistics.isLive) {
            self.isStopped
          }
          if let facts { tell(of: facts.time.clock) }
          recording?.add(facts, at: time)
        } catch {
          Self.abandon(session)
          // Not as after a picture: an encoder that fails each time is tried again after longer and longer pauses.
          return error.code == .encoderLost ? .lost(error.description, hasShown: false) : .refused(error)
        }
        (newest, hasShown, lastSeen) = (.now, true, .now)
      case .endOfStream: return conclude(session, end, hasShown: hasShown)
      case .closed: return conclude(session, end, hasShown: hasShown)
      default:
        let timeout = hasShown ? plan.stallTimeout : plan.startTimeout
        if .now - newest > timeout || isGivenUp(lastSeen) {
          Self.abandon(session)
          sink.close()
          return .lost("No picture has come for \(decimal(timeout.seconds, 1)) s.", hasShown: hasShown)
        }
        if !hasShown || .now - newest > StreamScreen.stillTimeout { screen.repeatPicture() }
      }
    }
  }

  private func tell(of session: Session) {
    let isNew = told.read { told in
      defer { told.isThere = true }
      return !told.isThere
    }
    if isNew { log("\(plan.source) is there, \(session.stream.width) × \(session.stream.height)") }
  }

  private func tell(of clock: StreamClock) {
    let isNew = told.read { told in
      defer { told.clock = clock }
      return told.clock != clock
    }
    if isNew { log("times are by the clock of \(clock == .source ? plan.source : "this machine")") }
  }

  /// Waits for the session's own end, which is near.
  private func conclude(_ session: Session, _ end: Monitor<Result<Void, any Error>?>, hasShown: Bool) -> Outcome {
    let result = end.wait(until: .now + .seconds(10)) { $0 }
    switch result {
    case .success where plan.mayBeLive && session.statistics.duration == nil:
      return .lost("The connection has ended.", hasShown: hasShown)
    case .success: return .ended(hasShown: hasShown)
    case .failure(let error):
      if let error = error as? PipelineError, isLasting(error), !hasShown {
        return .refused(ServeError(.wrongSetting, error.description))
      }
      return .lost("\(error)", hasShown: hasShown)
    case nil:
      Self.abandon(session)
      return .lost("The session did not end in time.", hasShown: hasShown)
    }
  }

  /// Stops a session without waiting for anything: a camera that has died answers no farewell, either.
  private static func abandon(_ session: Session) {
    session.stop()
    // The second time it does not wait for the end of the stream.
    session.stop()
  }

  /// Returns a Boolean value indicating whether another attempt will end in the same way. Where there have been pictures, there may be some again.
  private func isLasting(_ error: PipelineError) -> Bool {
    guard screen.size == nil else { return false }
    return switch error.code {
    case .invalidDescription, .unknownElement, .missingElement, .duplicateName, .wrongElement, .wrongProperty,
      .notLinked, .sameFile, .noVideoStream:
      true
    default: false
    }
  }
}
