// Reports on their way from the session's thread to whoever reads them: a bounded queue with one reader.
import Flycatcher
import GStreamerSupport

/// Bounded: a slow reader slows a file, and never a live stream. Without a reader nothing is kept.
final class ReportQueue: Sendable {
  private typealias Waiter = CheckedContinuation<Result<FrameReport?, PipelineError>, Never>

  private struct State {
    var reports: [FrameReport] = []
    /// Index of the oldest report in `reports`.
    var first = 0
    var hasReader = false
    /// A Boolean value indicating whether the session comes to its end by force and must not wait.
    var isReleased = false
    var outcome: Result<Void, PipelineError>?
    var waiter: Waiter?

    var count: Int { reports.count - first }

    mutating func removeFirst() -> FrameReport? {
      guard first < reports.count else { return nil }
      defer {
        first += 1
        if first == reports.count || first >= 1024 {
          reports.removeFirst(first)
          first = 0
        }
      }
      return reports[first]
    }
  }

  /// The maximum number of reports that wait for the reader of a file.
  private static let capacity = 64
  /// The maximum number of reports that wait for the reader of a live stream; beyond it the oldest without observations
  /// go first.
  private static let liveCapacity = 4096

  private let state = Monitor(State())

  /// - Returns: false where there is a reader already.
  func attach() -> Bool {
    state.change { state in
      defer { state.hasReader = true }
      return !state.hasReader
    }
  }

  /// The reader has gone: nothing waits for it any more.
  func detach() {
    let waiter = state.change { state in
      defer {
        (state.waiter, state.hasReader) = (nil, false)
        state.reports.removeAll()
        state.first = 0
      }
      return state.waiter
    }
    waiter?.resume(returning: .success(nil))
  }

  // MARK: The session's side

  /// Waits for room where a file is read.
  ///
  /// - Parameter isStale: Returns whether the report is of no use any more, as after a seek; called again whenever room has been waited for.
  func add(_ report: FrameReport, isLive: Bool, unless isStale: () -> Bool = { false }) {
    let waiter: Waiter?? = state.wait { state in
      guard state.hasReader, state.outcome == nil, !isStale() else { return .some(nil) }
      if let waiter = state.waiter {
        state.waiter = nil
        return .some(waiter)
      }
      if state.count >= (isLive ? Self.liveCapacity : Self.capacity) {
        guard isLive || state.isReleased else { return nil }
        let victim = state.reports[state.first...].firstIndex { $0.observations.isEmpty } ?? state.first
        state.reports.remove(at: victim)
      }
      state.reports.append(report)
      return .some(nil)
    }
    if case .some(.some(let waiter)) = waiter { waiter.resume(returning: .success(report)) }
  }

  /// Whether reports wait for a slow reader.
  var isFull: Bool { state.read { $0.count >= Self.capacity } }

  /// Drops what has not been read, for a seek.
  func flush() {
    state.change { state in
      state.reports.removeAll(keepingCapacity: true)
      state.first = 0
    }
  }

  /// From now on nobody waits for room.
  func release() {
    state.change { $0.isReleased = true }
  }

  /// Nothing comes after what has been added.
  func finish(_ outcome: Result<Void, PipelineError>) {
    let waiter = state.change { state in
      defer { state.waiter = nil }
      if state.outcome == nil { state.outcome = outcome }
      return state.waiter
    }
    waiter?.resume(returning: outcome.map { nil })
  }

  // MARK: The reader's side

  /// Waits on the calling thread. `nil` at the end.
  func next() throws(PipelineError) -> FrameReport? {
    let result: Result<FrameReport?, PipelineError>? = state.wait { state in
      if let report = state.removeFirst() { return .success(report) }
      return state.outcome.map { $0.map { nil } }
    }
    return try result?.get() ?? nil
  }

  /// Waits without a thread. `nil` at the end.
  func nextResult() async -> Result<FrameReport?, PipelineError> {
    await withCheckedContinuation { continuation in
      let result: Result<FrameReport?, PipelineError>? = state.change { state in
        if let report = state.removeFirst() { return .success(report) }
        if let outcome = state.outcome { return outcome.map { nil } }
        guard state.hasReader else { return .success(nil) }
        state.waiter = continuation
        return nil
      }
      if let result { continuation.resume(returning: result) }
    }
  }
}
