// Ctrl-C and requests to end: the first lets the files be finished, the second ends at once. A service rereads its configuration at SIGHUP.
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

  /// - Parameter heedsHangUp: Whether SIGHUP ends the command.
  init(heedsHangUp: Bool = true) {
    // SIGHUP that was ignored from the start stays so: that is what nohup asks for. SIGINT is heeded all the same, for
    // shells ignore it in whatever scripts start in the background, and scripts end that with kill -INT.
    let isHeld = !heedsHangUp || Self.isIgnored(SIGHUP)
    // A source takes a signal over when it is registered, which is a little later. A signal in between ends the process, as one
    // before does; ignored, it would be lost.
    unsafe sources = [SIGINT, SIGTERM, SIGHUP].filter { $0 != SIGHUP || !isHeld }.map { number in
      DispatchSource.makeSignalSource(signal: number, queue: .global())
    }
    for source in unsafe sources {
      source.setEventHandler { [weak self] in self?.happen() }
      source.resume()
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  deinit {
    for source in unsafe sources {
      source.cancel()
      // What is still to be printed may have no reader.
      signal(Int32(source.handle), SIG_DFL)
    }
  }

  /// A Boolean value indicating whether the user has asked to end.
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
    if isSecond { _exit(ExitStatus.interrupted.rawValue) }
    guard let action else { _exit(ExitStatus.interrupted.rawValue) }
    action()
  }
}

/// Calls a function at each SIGHUP while it lives, one call after the other.
final class HangUp: Sendable {
  // Set once in `init`, only cancelled later; the source is thread-safe.
  private nonisolated(unsafe) let source: any DispatchSourceSignal

  init(_ body: @escaping @Sendable () -> Void) {
    signal(SIGHUP, SIG_IGN)
    unsafe source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: DispatchQueue(label: "hang-up"))
    unsafe source.setEventHandler(handler: body)
    unsafe source.resume()
  }

  deinit { unsafe source.cancel() }
}
