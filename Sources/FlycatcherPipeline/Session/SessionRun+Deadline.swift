// The end of a session comes in time, also where an element is stuck in a read or a write that nothing interrupts.
import GStreamerSupport

extension SessionRun {
  /// The longest time the files may take to be finished after something failed, or the user has asked to stop.
  static let endTimeout: Duration = .seconds(5)
  /// The longest time a forced end waits for a tracker that does not come back.
  static let forcedEndTimeout: Duration = .seconds(2)
  /// The longest time a source that was asked to stop is waited for where the files of the second half are finished.
  static let sourceTimeout: Duration = .seconds(2)
  /// The longest time an output that takes nothing is waited for after the user has asked to stop.
  static let outputTimeout: Duration = .seconds(3)
  /// The longest time the pipeline may take to stop.
  private static let stopTimeout: Duration = .seconds(1)

  /// Sees to it that the session ends for its reader in time, whatever its own threads wait for: a source in a read, or in the opening of a
  /// pipe that nobody writes, holds the lock that changes of state, and events from outside, need.
  ///
  /// - Parameter files: The files that are written; released where the session's own thread does not come to it.
  func watchEnd(writing files: [SinkFile]) {
    let (parts, pipeline) = (parts, pipeline)
    _ = StreamThread.start("fc-watch") {
      var standstill = Standstill(of: pipeline, parts)
      while true {
        let isAsked = parts.progress.wait(until: standstill?.nextCheck) { progress -> Bool? in
          if progress.isOver { return false }
          return progress.stopRequests > 0 || progress.failure != nil ? true : nil
        }
        guard isAsked == nil else { break }
        if let error = standstill?.check(parts) { parts.progress.change { $0.fail(error, isForced: true) } }
      }
      let isInTime = { (timeout: Duration) in
        parts.progress.wait(until: .now + timeout) { $0.isOver ? true : nil } != nil
      }
      // Where no frame has come, no file has to be finished.
      if isInTime(Self.forcedEndTimeout + Self.stopTimeout + Self.forcedEndTimeout) { return }
      if parts.sink.count > 0, isInTime(Self.endTimeout - Self.forcedEndTimeout) { return }
      release(files)
      parts.conclude()
    }
  }

  /// Asks sources to end the stream. A source that is in a read takes no event before the read returns, which may be never.
  func end(_ sources: [Element]) {
    let hasThread = StreamThread.start("fc-end") { for source in sources { source.sendEndOfStream() } }
    if !hasThread { for source in sources { source.sendEndOfStream() } }
  }

  /// Stops the pipeline; where that takes too long, it is left to the thread that does it.
  ///
  /// The app sink comes first: in PAUSED it would keep the source's thread waiting, and with that the source's end of stream, which holds the
  /// lock that the source's change of state needs.
  func stopPipeline() {
    GraphicsDrivers.keep()
    pipeline.setState(.null, within: Self.stopTimeout, first: parts.sink.element)
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
