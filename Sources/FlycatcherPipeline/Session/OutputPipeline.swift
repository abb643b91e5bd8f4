// A pipeline beside the session's own, which takes pictures and writes them: its bus is read while it runs, so that nobody waits for
// an element that has failed.
import Flycatcher
import GStreamerSupport

/// A pipeline behind one app source.
final class OutputPipeline: Sendable {
  private enum Phase {
    case idle
    case running
    /// The end of the stream has gone through.
    case finished
    case failed(PipelineError)
    /// Nobody wants to know any more.
    case abandoned
  }

  private struct State {
    var phase = Phase.idle
    /// The moment since which a picture waits for room.
    var waitingSince: Moment?
  }

  private let pipeline: Pipeline
  private let source: AppSource
  private let state = Monitor(State())

  /// The longest time a picture waits for room; then the elements count as standing still.
  private static let longestWait: Duration = .seconds(30)
  /// The longest time the end of the file takes.
  private static let longestEnd: Duration = .seconds(60)
  /// The same where a picture is waiting for room already.
  private static let longestEndOfStuck: Duration = .seconds(1)
  /// The longest time a change of state takes: one that waits for a pipe's reader takes for ever.
  private static let longestChange: Duration = .seconds(5)
  private static let longestStop: Duration = .seconds(1)

  /// - Parameters:
  ///   - text: the description, in the language of gst-launch.
  ///   - sourceName: the name of its app source.
  /// - Throws: `PipelineError` where the description is not one that can be run.
  init(_ text: String, sourceName: String) throws(PipelineError) {
    do {
      pipeline = try Pipeline(text)
    } catch {
      throw PipelineError(.invalidDescription, "The pipeline of the rectangle is not valid: \(error.description)")
    }
    guard let element = pipeline.element(named: sourceName), let source = AppSource(element, capacity: 3) else {
      throw PipelineError(.missingElement, "The pipeline of the rectangle has no appsrc named \(sourceName).")
    }
    self.source = source
  }

  deinit {
    state.change { $0.phase = .abandoned }
    pipeline.setState(.null, within: Self.longestStop)
    source.detach()
  }

  /// Starts it for pictures of these caps. Once only.
  func start(_ caps: Caps) {
    source.setCaps(caps)
    state.change { $0.phase = .running }
    let (pipeline, source, state) = (pipeline, source, state)
    let hasThread = StreamThread.start("fc-output") { Self.watch(pipeline.bus, source, state) }
    guard hasThread else { return fail(PipelineError(.failed, "The system grants no further thread.")) }
    guard let change = pipeline.setState(.playing, within: Self.longestChange) else {
      let text =
        "What the pipeline of the rectangle writes to did not open within \(Int(Self.longestChange.seconds)) s."
      return fail(PipelineError(.cannotWrite, text))
    }
    guard change != .failure else {
      // The bus says why, mostly at once.
      _ = state.wait(until: .now + .milliseconds(500)) { Self.isRunning($0) ? nil : true }
      return fail(PipelineError(.failed, "The pipeline of the rectangle cannot be started."))
    }
  }

  /// Hands over a picture. Waits for room, as long as the pipeline takes pictures; does nothing after it has failed.
  func push(_ bytes: borrowing Span<UInt8>, at timestamp: UInt, duration: UInt?) {
    let mayPush = state.change { state in
      state.waitingSince = .now
      return Self.isRunning(state)
    }
    if mayPush { _ = source.push(bytes, at: timestamp, duration: duration) }
    state.change { $0.waitingSince = nil }
  }

  /// Ends the file.
  ///
  /// - Throws: `PipelineError` where something went wrong since the start.
  func finish() throws(PipelineError) {
    source.endOfStream()
    let isStuck = state.read { $0.waitingSince != nil }
    let timeout = isStuck ? Self.longestEndOfStuck : Self.longestEnd
    let outcome: Result<Void, PipelineError>? = state.wait(until: .now + timeout) { state in
      switch state.phase {
      case .running: nil
      case .failed(let error): .failure(error)
      case .idle, .finished, .abandoned: .success(())
      }
    }
    state.change { $0.phase = .abandoned }
    pipeline.setState(.null, within: Self.longestStop)
    guard let outcome else {
      let text = "The file of the rectangle was not finished within \(Int(timeout.seconds)) s."
      throw PipelineError(.failed, text)
    }
    try outcome.get()
  }

  private func fail(_ error: PipelineError) { Self.fail(error, source, state) }

  private static func isRunning(_ state: State) -> Bool {
    if case .running = state.phase { true } else { false }
  }

  /// The first failure counts; whoever waits for room is freed.
  private static func fail(_ error: PipelineError, _ source: AppSource, _ state: Monitor<State>) {
    state.change { if isRunning($0) { $0.phase = .failed(error) } }
    source.endOfStream()
  }

  /// Reads the bus until there is nothing more to learn.
  private static func watch(_ bus: Bus, _ source: AppSource, _ state: Monitor<State>) {
    while state.read({ isRunning($0) }) {
      switch bus.next(timeout: .milliseconds(100)) {
      case .error(let fault):
        let explanation = FaultExplanation(
          framesName: "", annotatedName: source.element.name, hasFrames: true, isOutput: true)
        fail(explanation.error(for: fault), source, state)
      case .endOfStream: state.change { if isRunning($0) { $0.phase = .finished } }
      default: break
      }
      if let since = state.read({ $0.waitingSince }), .now - since > longestWait {
        let text = "\(source.element.name): What comes after it has taken no picture for \(Int(longestWait.seconds)) s."
        fail(PipelineError(.cannotWrite, element: source.element.name, text), source, state)
      }
    }
  }
}
