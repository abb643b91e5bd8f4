// Ctrl-C and requests to end: the first lets the files be finished, the second ends at once.
import Dispatch
import Glibc
import Synchronization

/// Listens for SIGINT, SIGTERM, and SIGHUP (the terminal has been closed) while it lives.
final class Interruption: Sendable {
  private let state = Mutex<State>(State())
  // Set once in `init`, only cancelled later; the sources are thread-safe.
  private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

  private struct State {
    var hasHappened = false
    var action: (@Sendable () -> Void)?
  }

  init() {
    unsafe sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: .global())
    }
    for source in unsafe sources {
      source.setEventHandler { [weak self] in self?.happen() }
      source.resume()
    }
  }

  deinit {
    for source in unsafe sources { source.cancel() }
  }

  /// Whether the user has asked to end.
  var hasHappened: Bool { state.withLock { $0.hasHappened } }

  /// Sets what the first request does; done at once where it has already come.
  func onFirst(_ action: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      state.action = action
      return state.hasHappened
    }
    if isLate { action() }
  }

  private func happen() {
    let (isSecond, action) = state.withLock { state in
      defer { state.hasHappened = true }
      return (state.hasHappened, state.action)
    }
    if isSecond { _exit(Failure.interrupted.code) }
    guard let action else { _exit(Failure.interrupted.code) }
    action()
  }
}
