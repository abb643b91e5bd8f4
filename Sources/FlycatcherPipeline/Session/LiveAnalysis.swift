// The trackers on a thread of their own, for streams that do not wait.
import Flycatcher
import GStreamerSupport

/// An analysis of one frame at a time, with its state and its report when it is free again.
final class LiveAnalysis: Sendable {
  private struct Job: ~Copyable {
    var buffer: VideoBuffer
    var layout: VideoLayout
    var shown: ShownPicture?
    var number: Int
    var time: Timestamp
  }

  private struct State: ~Copyable {
    var job: Job?
    var isBusy = false
    var report: FrameReport?
    /// A Boolean value indicating whether the trackers forget the stream before the next frame, or end what is going
    /// on.
    var mustReset = false
    var mustBeginAnew = false
    var isClosed = false
    var hasEnded = false

    mutating func takeNewBeginning() -> Bool {
      defer { mustBeginAnew = false }
      return mustBeginAnew
    }

    mutating func takeReset() -> Bool {
      defer { mustReset = false }
      return mustReset
    }
  }

  private let state = Monitor(State())

  /// - Returns: `nil` where the system grants no further thread.
  init?(_ analysis: FrameAnalysis, _ progress: Monitor<SessionProgress>) {
    let state = state
    let started = StreamThread.start("fc-analysis") {
      progress.read { $0.beginFrameThread() }
      while LiveAnalysis.step(state, analysis) {}
      progress.read { $0.endFrameThread() }
      state.change { $0.hasEnded = true }
    }
    guard started else { return nil }
  }

  private static func step(_ state: Monitor<State>, _ analysis: FrameAnalysis) -> Bool {
    let goesOn: Bool? = state.wait { state in
      if state.job != nil { return true }
      return state.isClosed ? false : nil
    }
    guard goesOn == true, let job = state.read({ $0.job.take() }) else { return false }
    if state.read({ state in state.takeReset() }) { analysis.reset() }
    if state.read({ state in state.takeNewBeginning() }) { analysis.beginAnew() }
    let report = analysis.analyze(job.buffer, job.layout, shown: job.shown, frame: job.number, time: job.time)
    _ = consume job
    state.change { state in
      state.isBusy = false
      if !state.mustReset { state.report = report }
    }
    return true
  }

  /// A Boolean value indicating whether a frame is still being analyzed.
  var isBusy: Bool { state.read { $0.isBusy } }

  /// Hands over a frame; only when not busy, and after the report before has been taken.
  func begin(
    _ buffer: consuming VideoBuffer, _ layout: VideoLayout, shown: ShownPicture?, frame number: Int, time: Timestamp
  ) {
    var job: Job? = Job(buffer: buffer, layout: layout, shown: shown, number: number, time: time)
    state.change { state in
      state.job = job.take()
      state.isBusy = true
    }
  }

  /// The state of the frame that was handed over.
  enum Outcome: Sendable {
    /// It was analyzed.
    case report(FrameReport)
    /// It is still being analyzed.
    case busy
    /// There is no frame, or a reset has made its report void.
    case none
  }

  /// Waits for the report on the frame that was handed over, until the deadline. The answer is one look at the state: a
  /// report that comes a moment later belongs to the next call.
  func outcome(until deadline: Moment?) -> Outcome {
    let outcome: Outcome? = state.wait(until: deadline) { state in
      if let report = state.report {
        state.report = nil
        return .report(report)
      }
      return state.isBusy ? nil : Outcome.none
    }
    return outcome ?? .busy
  }

  /// Lets the trackers forget the stream before the next frame; the frame that is being analyzed is not reported.
  func reset() {
    state.change { state in
      (state.mustReset, state.mustBeginAnew) = (true, false)
      state.report = nil
    }
  }

  /// Ends what is tracked before the next frame.
  func beginAnew() { state.change { $0.mustBeginAnew = true } }

  /// Ends the thread and waits for it.
  func close() {
    state.change { $0.isClosed = true }
    _ = state.wait { $0.hasEnded ? true : nil }
  }
}
