// The end of a session comes in time, also where an element is stuck in a read or a write that nothing interrupts.
import GStreamerSupport

extension SessionRun {
  /// The longest time the files may take to be finished after something failed, or the user has asked to stop.
  static let patience: Duration = .seconds(6)
  /// The longest time a forced end waits for a tracker that does not come back.
  static let forcedPatience: Duration = .seconds(2)
  /// The longest time a source that was asked to stop is waited for where the files of the second half are finished.
  static let sourcePatience: Duration = .seconds(2)
  /// The longest time the pipeline may take to stop.
  private static let stopPatience: Duration = .seconds(1)

  /// Ends the session for its reader in time, whatever this thread waits for: a source in a read holds the lock that changes of
  /// state, and events from outside, need.
  func watchEnd() {
    let parts = parts
    _ = StreamThread.start("fc-watch") {
      let deadline = Moment.now + Self.patience + Self.stopPatience + Self.forcedPatience
      guard parts.progress.wait(until: deadline, { $0.isOver ? true : nil }) == nil else { return }
      parts.conclude()
    }
  }

  /// Asks sources to end the stream. A source that is in a read takes no event before the read returns, which may be never.
  func end(_ sources: [Element]) {
    let hasThread = StreamThread.start("fc-end") { for source in sources { source.sendEndOfStream() } }
    if !hasThread { for source in sources { source.sendEndOfStream() } }
  }

  /// Stops the pipeline; where that takes too long, it is left to the thread that does it.
  func stopPipeline() {
    let (pipeline, isStopped) = (pipeline, Monitor(false))
    let hasThread = StreamThread.start("fc-stop") {
      pipeline.setState(.null)
      isStopped.change { $0 = true }
    }
    guard hasThread else {
      pipeline.setState(.null)
      return
    }
    _ = isStopped.wait(until: .now + Self.stopPatience) { $0 ? true : nil }
  }
}

extension StreamParts {
  /// Tells the reader how the session has ended.
  func conclude() {
    let failure = progress.change { progress in
      progress.statistics = progress.current
      progress.isOver = true
      return progress.failure
    }
    reports.finish(failure.map { .failure($0) } ?? .success(()))
  }
}
