// A session from start to end: states, messages, stopping, and finishing what has been recorded when something fails.
import Flycatcher
import GStreamerSupport

/// Runs on a thread of its own.
struct SessionRun: Sendable {
  let pipeline: Pipeline
  let parts: StreamParts

  private struct RunState {
    var ended: Set<Element> = []
    var pipelineHasEnded = false
    /// The elements that will not see the end of the stream, because something failed.
    var lost: Set<Element> = []
    var deadline: Moment?
    var hasFailed = false
    var hasAskedToStop = false
    var stopped: Moment?
    var isForced = false
    /// The video windows that somebody has closed.
    var closedWindows: Set<Element> = []
  }

  /// - Parameter files: The files that are written; released when the pipeline has stopped.
  func run(writing files: [SinkFile]) {
    parts.progress.change { $0.started = .now }
    let (parts, bus) = (parts, pipeline.bus)
    watchEnd(writing: files)
    let hasThread = StreamThread.start("fc-frames") {
      var stream = FrameStream(parts)
      stream.run()
      bus.wake()
    }
    if hasThread {
      supervise(files)
    } else {
      parts.progress.change { $0.fail(PipelineError(.failed, "The system grants no further thread.")) }
    }
    takeDown(hasThread: hasThread, files)
  }

  private func supervise(_ files: [SinkFile]) {
    watchForMissingVideo()
    let bus = pipeline.bus
    var state = RunState()
    let change = pipeline.setState(.paused)
    parts.progress.change { progress in
      if change == .live { progress.statistics.isLive = true }
      if change != .asynchronous { progress.isPrerolled = true }
    }
    guard change != .failure else {
      while parts.progress.read({ $0.failure }) == nil, let message = bus.next(timeout: .milliseconds(500)) {
        take(message, &state)
      }
      return parts.progress.change { $0.fail(PipelineError(.failed, "The pipeline cannot be started.")) }
    }
    pipeline.setState(.playing)
    var (hasDuration, hasKeptFiles, lostError) = (false, false, LostError(of: pipeline, parts))
    while !isDone(state) {
      if let message = bus.next(timeout: .milliseconds(20)) { take(message, &state) }
      let (requests, failure) = parts.progress.read { ($0.stopRequests, $0.failure) }
      if failure != nil { noteFailure(&state) }
      // A bin in which something failed does not go on to PLAYING by itself, and sinks end files there only.
      if state.hasFailed || !state.closedWindows.isEmpty { pipeline.setState(.playing) }
      // A demuxer that was asked to end the stream has given up as well.
      if failure == nil, requests == 0, let error = lostError.check(pipeline, parts) {
        parts.progress.change { $0.fail(error) }
      }
      if requests > 0, !state.hasAskedToStop { stop(&state) }
      if requests > 1 { state.isForced = true }
      if !hasKeptFiles { hasKeptFiles = keep(files) }
      if !hasDuration, parts.progress.read({ $0.statistics.frames }) > 0 { hasDuration = noteDuration() }
    }
  }

  private func noteFailure(_ state: inout RunState) {
    guard !state.hasFailed else { return }
    state.hasFailed = true
    parts.sink.close()
    state.deadline = .now + (parts.sink.count > 0 ? Self.endTimeout : Self.forcedEndTimeout)
  }

  /// A demuxer or decoder that has found all its streams, and none that leads to the app sink, would leave it waiting for ever.
  private func watchForMissingVideo() {
    let (sink, progress) = (parts.sink, parts.progress)
    let frames = sink.element
    let elements = pipeline.element.children.filter { $0 != frames && !$0.isAppSource && $0.makesPadsLater }
    // By name: to hold the elements here would keep them alive for ever.
    let complete = Monitor<Set<String>>([])
    for name in elements.map(\.name) {
      // What the closure hangs on must not be held by it: the element is looked up by name.
      elements.first { $0.name == name }?.whenPadsAreComplete { [weak frames, weak pipeline] in
        guard let frames, let siblings = pipeline?.element.children else { return }
        let known = complete.read { complete in
          complete.insert(name)
          return complete
        }
        let isLed = { (target: Element) in
          Element.reachable(from: [target], downstream: false).contains(where: \.isSource)
        }
        // An element further on, as decodebin behind rtspsrc, may have pads to make yet.
        let isAwaited = siblings.contains { $0.makesPadsLater && !known.contains($0.name) && isLed($0) }
        guard !isLed(frames), !isAwaited else { return }
        let error = FaultExplanation.noVideoStream(framesName: frames.name)
        progress.change { $0.fail(error) }
      }
    }
  }

  private func noteDuration() -> Bool {
    guard let duration = pipeline.duration else { return parts.progress.read { $0.statistics.frames } > 100 }
    parts.progress.read { $0.statistics.duration = .nanoseconds(duration) }
    return true
  }

  // MARK: Files

  /// Puts what is written in its place once a frame has come.
  ///
  /// - Returns: false before the first frame.
  private func keep(_ files: [SinkFile]) -> Bool {
    guard parts.progress.read({ $0.statistics.frames }) > 0 else { return false }
    for file in files {
      do throws(PipelineError) {
        try file.keep()
      } catch {
        parts.progress.change { $0.fail(error) }
      }
    }
    return true
  }

  /// Frees the files; a session without a frame leaves none.
  func release(_ files: [SinkFile]) {
    _ = keep(files)
    for file in files { file.release() }
  }

  // MARK: Messages

  private func take(_ message: BusMessage, _ state: inout RunState) {
    switch message {
    case .error(let fault): fail(fault, &state)
    case .warning(let fault):
      parts.progress.read { $0.warn("\(fault.element): \(fault.message)") }
    case .endOfStream: state.pipelineHasEnded = true
    case .sinkEnded(let sink): state.ended.insert(sink)
    case .latency: pipeline.recalculateLatency()
    case .stateRequest(let state): pipeline.setState(state)
    case .prerolled: parts.progress.change { $0.isPrerolled = true }
    case .orientationTag, .other: break
    }
  }

  private func fail(_ fault: Fault, _ state: inout RunState) {
    let downstream = Element.reachable(from: [parts.annotated, parts.metadata].compactMap { $0?.element })
    let isOutput = fault.outermost.map { downstream.contains($0) } ?? false
    if fault.isClosedWindow, let window = fault.outermost { return closeWindow(window, &state) }
    guard !comes(fault, of: state.closedWindows) else { return }
    let explanation = FaultExplanation(
      framesName: parts.sink.element.name, annotatedName: parts.annotated?.element.name ?? parts.options.annotatedName,
      source: parts.progress.read { $0.stream.source }, hasFrames: parts.sink.count > 0, isOutput: isOutput)
    // What comes of a stream that was ended before it had begun is no fault of the input.
    let hasAskedToStop = parts.progress.read { $0.stopRequests > 0 }
    if isOutput || !hasAskedToStop { parts.progress.change { $0.fail(explanation.error(for: fault)) } }
    noteFailure(&state)
    if isOutput, let failed = fault.outermost { lose(failed, &state) }
  }

  /// Somebody has closed the window in which the stream was shown, and with that has seen enough: the session ends as when it is asked to stop.
  private func closeWindow(_ window: Element, _ state: inout RunState) {
    state.closedWindows.insert(window)
    parts.progress.change { $0.stopRequests = max($0.stopRequests, 1) }
    lose(window, &state)
    parts.sink.close()
  }

  /// Whether the fault says no more than that a closed window takes nothing: what sends frames there tells of it, too.
  private func comes(_ fault: Fault, of closedWindows: Set<Element>) -> Bool {
    guard fault.kind == .dataFlow, let element = fault.outermost else { return false }
    return !Element.reachable(from: [element]).isDisjoint(with: closedWindows)
  }

  /// Counts with the elements from the one that failed on no more.
  private func lose(_ failed: Element, _ state: inout RunState) {
    state.lost.formUnion(Element.reachable(from: [failed]))
    // Nobody takes from the queue before what failed any more: frees the session's thread if it waits for room there.
    for source in [parts.annotated, parts.metadata].compactMap({ $0 })
    where Element.reachable(from: [source.element]).contains(failed) {
      source.endOfStream()
    }
  }

  // MARK: The end

  /// Lets the sources end the stream, so that every branch of the pipeline finishes its files.
  private func stop(_ state: inout RunState) {
    state.hasAskedToStop = true
    state.stopped = .now
    state.deadline = state.deadline ?? .now + Self.endTimeout
    let own = Set([parts.annotated, parts.metadata].compactMap { $0?.element })
    end(pipeline.element.children.filter { $0.isSource && !own.contains($0) })
    if !parts.progress.read({ $0.statistics.isLive }) { parts.sink.close() }
  }

  private func isDone(_ state: RunState) -> Bool {
    if state.isForced { return true }
    if let deadline = state.deadline, .now > deadline { return true }
    if let stopped = state.stopped, outputStands(since: stopped) { return true }
    guard parts.progress.read({ $0.streamHasEnded }) else { return false }
    if state.pipelineHasEnded { return true }
    // After a failure, the sinks of the second half alone count; the first half may never end. Nor may a source that has stalled.
    let isStalled = state.stopped.map { .now > $0 + Self.sourceTimeout } ?? false
    guard state.hasFailed || !state.closedWindows.isEmpty || isStalled else { return false }
    let sources = [parts.annotated, parts.metadata].compactMap { $0?.element }
    let awaited = Element.reachable(from: sources).filter(\.isSink).subtracting(state.lost)
    return awaited.isSubset(of: state.ended)
  }

  /// Whether an output has taken nothing for so long that it will not, either, after the user has asked to stop.
  private func outputStands(since stopped: Moment) -> Bool {
    [parts.annotated, parts.metadata].contains { source in
      source?.waitingSince.map { .now - max($0, stopped) > Self.outputTimeout } ?? false
    }
  }

  /// For a session that is never run.
  func discard() {
    pipeline.setState(.null)
    parts.sink.detach()
    parts.annotated?.detach()
    parts.metadata?.detach()
  }

  private func takeDown(hasThread: Bool, _ files: [SinkFile]) {
    parts.sink.close()
    stopPipeline()
    release(files)
    if hasThread {
      let progress = parts.progress
      parts.reports.release()
      _ = progress.wait(until: .now + Self.forcedEndTimeout) { $0.streamHasEnded ? true : nil }
    }
    parts.sink.detach()
    parts.annotated?.detach()
    parts.metadata?.detach()
    parts.conclude()
  }
}
