// Observations written to a file or to standard output as JSON Lines.
public import Flycatcher
import GStreamerSupport
import Glibc

/// A writer of observations as JSON Lines: first the stream, then the observations, each line whole and at once, last the
/// summary.
///
/// The first failure to write (a full disk, a pipe whose reader has gone) is thrown by the call that met it and by every
/// later one; a file then ends with the last line that is whole, and a closed pipe does not end the process.
public final class JSONLines: Sendable {
  private struct State {
    var descriptor: Int32
    /// The file behind the descriptor, where it was opened here.
    var file: OutputFile?
    var text = JSONText()
    var hasBegun = false
    var failure: PipelineError?
    /// Whether a reader that takes nothing is waited for; `nil`: for ever.
    var goesOn: (@Sendable () -> Bool)?
  }

  private let name: String
  private let state: Monitor<State>

  /// Creates a writer of a file, which is replaced with the first line. Without one, what is there stays as it was.
  ///
  /// - Parameter path: The path of the file; `-` is standard output.
  /// - Throws: `PipelineError` if the file cannot be written.
  public init(path: String) throws(PipelineError) {
    if path == "-" {
      name = "standard output"
      state = Monitor(State(descriptor: STDOUT_FILENO))
      return
    }
    name = path
    let file = try OutputFile(path)
    state = Monitor(State(descriptor: file.descriptor, file: file))
  }

  /// Creates a writer to an open file descriptor, which it does not close.
  public init(descriptor: Int32) {
    name = "file descriptor \(descriptor)"
    state = Monitor(State(descriptor: descriptor))
  }

  /// Waits for a reader that takes nothing only as long as `goesOn` says so, and a second more; after that, writing fails.
  package func waitForReader(while goesOn: @escaping @Sendable () -> Bool) { state.read { $0.goesOn = goesOn } }

  /// Writes the first line. Only the first call has an effect.
  ///
  /// - Throws: `PipelineError` if it cannot be written.
  public func write(_ stream: StreamDescription) throws(PipelineError) {
    try write { state in
      guard !state.hasBegun else { return }
      state.hasBegun = true
      state.text.stream(stream)
    }
  }

  /// Writes a line for each observation.
  ///
  /// - Throws: `PipelineError` if they cannot be written.
  public func write(_ report: FrameReport) throws(PipelineError) {
    guard !report.observations.isEmpty else { return }
    try write { state in
      for observation in report.observations { state.text.observation(observation, frame: report.frame) }
    }
  }

  /// Writes the last line.
  ///
  /// - Throws: `PipelineError` if it cannot be written.
  public func write(_ summary: SessionStatistics) throws(PipelineError) {
    try write { $0.text.summary(summary) }
  }

  private func write(_ compose: (inout State) -> Void) throws(PipelineError) {
    try state.read { (state) throws(PipelineError) in
      if let failure = state.failure { throw failure }
      state.text.clear()
      compose(&state)
      state.file?.begin()
      if let number = Self.writeLines(state.text.bytes, to: state.descriptor, goesOn: state.goesOn) {
        let failure = PipelineError.writing(name, number)
        state.failure = failure
        throw failure
      }
    }
  }

  /// Writes lines and removes the part of one that could not be written whole.
  ///
  /// - Returns: The number of the system's error; `nil` if everything was written.
  private static func writeLines(_ bytes: [UInt8], to descriptor: Int32, goesOn: (() -> Bool)?) -> Int32? {
    var written = 0
    let failure = withoutBrokenPipeSignal { write(bytes, to: descriptor, &written, goesOn: goesOn) }
    guard failure != nil else { return nil }
    // What has no positions, such as a pipe, keeps the piece of a line.
    let piece = bytes[..<written].reversed().prefix { $0 != UInt8(ascii: "\n") }.count
    let end = lseek(descriptor, 0, SEEK_CUR)
    if piece > 0, end >= piece { _ = ftruncate(descriptor, end - piece) }
    return failure
  }

  /// Writes bytes.
  ///
  /// - Parameter written: The number of bytes that were written.
  private static func write(
    _ bytes: [UInt8], to descriptor: Int32, _ written: inout Int, goesOn: (() -> Bool)?
  ) -> Int32? {
    while written < bytes.count {
      guard hasRoom(descriptor, goesOn: goesOn) else { return ETIMEDOUT }
      let most = min(bytes.count - written, piece)
      let count = unsafe bytes.withUnsafeBytes { all in
        unsafe Glibc.write(descriptor, all.baseAddress?.advanced(by: written), most)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR && errno != EAGAIN {
        return errno
      }
    }
    return nil
  }

  /// The most bytes that a pipe which has room takes without waiting (PIPE_BUF).
  private static let piece = 4096
  /// The number of times a reader that takes nothing is polled once it is no longer to be waited for, and the milliseconds of a poll.
  private static let lastPolls = 10
  private static let pause: Int32 = 100

  /// Waits until something can be written.
  ///
  /// - Returns: false where nothing was taken for a second after `goesOn` said no.
  private static func hasRoom(_ descriptor: Int32, goesOn: (() -> Bool)?) -> Bool {
    var polls = 0
    while polls < lastPolls {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      // What cannot be polled says with the write what is wrong.
      if unsafe poll(&request, 1, pause) != 0 { return true }
      if goesOn?() == false { polls += 1 }
    }
    return false
  }

  /// Keeps a write into a closed pipe from ending the process, without changing the process's handling of the signal.
  private static func withoutBrokenPipeSignal(_ body: () -> Int32?) -> Int32? {
    var (signals, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, &before)
    let result = body()
    if result == EPIPE {
      var immediately = timespec(tv_sec: 0, tv_nsec: 0)
      _ = unsafe sigtimedwait(&signals, nil, &immediately)
    }
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    return result
  }
}

extension PipelineError {
  /// A failure to write, by the system's number of it.
  static func writing(_ name: String, _ number: Int32) -> PipelineError {
    switch number {
    case ENOSPC, EDQUOT:
      PipelineError(.diskFull, "The disk is full: \(name) cannot be written. Make room and run again.")
    case EPIPE:
      PipelineError(.cannotWrite, "\(name) has been closed by its reader.")
    case ETIMEDOUT:
      PipelineError(.cannotWrite, "\(name) is not read any more.")
    default:
      PipelineError(.cannotWrite, "\(name) cannot be written: \(systemMessage(number)).")
    }
  }
}

/// Returns the system's words for one of its error numbers, in lower case.
func systemMessage(_ number: Int32) -> String {
  guard let text = unsafe strerror(number) else { return "error \(number)" }
  let message = unsafe String(cString: text)
  return message.prefix(1).lowercased() + message.dropFirst()
}
