// One process of an analysis of many files, as its parent sees it.
import CStandardStreams
import Glibc

/// What was found in a file.
struct BatchCounts {
  var flights = 0
  var objects = 0
  var rectangles = 0
  var frames = 0
  var seconds = 0.0

  init() {}

  /// - Parameter values: the values of the line that a process writes at its end.
  init?(_ values: ArraySlice<Substring>) {
    let numbers = values.prefix(4).compactMap { Int($0) }
    guard values.count == 5, numbers.count == 4, let seconds = values.last.flatMap({ Double($0) }) else { return nil }
    (flights, objects, rectangles, frames, self.seconds) = (numbers[0], numbers[1], numbers[2], numbers[3], seconds)
  }

  mutating func add(_ other: BatchCounts) {
    flights += other.flights
    objects += other.objects
    rectangles += other.rectangles
    frames += other.frames
    seconds += other.seconds
  }
}

/// A child process under way, and what it has said.
final class BatchProcess {
  let job: BatchJob
  private let process: pid_t
  private let output: Int32
  private let errors: Int32
  private var isOpen = (output: true, errors: true)
  private var line: [UInt8] = []
  private var message: [UInt8] = []
  /// The share of its film that has been analyzed.
  private(set) var share = 0.0
  private(set) var counts: BatchCounts?
  /// A Boolean value indicating whether its film ends too early, and has been analyzed as far as it goes.
  private(set) var isIncomplete = false
  /// A Boolean value indicating whether it has met a full disk.
  private(set) var hasFilledDisk = false

  /// The most bytes of a line, and of messages, that are kept: the first.
  private static let longestText = 65_536

  /// Starts this same program.
  ///
  /// - Parameter arguments: The arguments, each of any bytes but 0.
  init(_ job: BatchJob, arguments: [[UInt8]]) throws(FileError) {
    let (output, errors) = (try Self.makePipe(), try Self.makePipe())
    defer {
      close(output.write)
      close(errors.write)
    }
    self.job = job
    (self.output, self.errors) = (output.read, errors.read)
    process = try Self.spawn(arguments, output: output.write, errors: errors.write)
  }

  deinit {
    close(output)
    close(errors)
  }

  private static func makePipe() throws(FileError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw FileError(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
  }

  private static func spawn(_ arguments: [[UInt8]], output: Int32, errors: Int32) throws(FileError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    // Ctrl-C reaches this process alone, which ends the others.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { bytes in
      unsafe strdup(bytes.map { CChar(bitPattern: $0) } + [0])
    }
    unsafe pointers.append(nil)
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
    var process: pid_t = 0
    let failure = unsafe posix_spawn(&process, "/proc/self/exe", &actions, &attributes, pointers, environ)
    guard failure == 0 else { throw FileError(failure) }
    return process
  }

  /// The descriptors that it may still write to.
  var descriptors: [Int32] { (isOpen.output ? [output] : []) + (isOpen.errors ? [errors] : []) }

  /// Takes what it has written.
  ///
  /// - Returns: false once it has closed both of its outputs.
  func read() -> Bool {
    if isOpen.output { isOpen.output = drain(output) { $0.take($1) } }
    if isOpen.errors {
      isOpen.errors = drain(errors) { process, bytes in
        process.message += bytes.prefix(max(Self.longestText - process.message.count, 0))
      }
    }
    return isOpen.output || isOpen.errors
  }

  /// - Returns: false at its end.
  private func drain(_ descriptor: Int32, _ take: (BatchProcess, ArraySlice<UInt8>) -> Void) -> Bool {
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        take(self, piece[..<count])
      } else if count == 0 || errno != EINTR {
        return count < 0 && errno == EAGAIN
      }
    }
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      guard byte == UInt8(ascii: "\n") else {
        if line.count < Self.longestText { line.append(byte) }
        continue
      }
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      line.removeAll(keepingCapacity: true)
      switch words.first.map(String.init) {
      case BatchMember.Line.share?: share = words.last.flatMap { Double($0) } ?? share
      case BatchMember.Line.done?: counts = BatchCounts(words.dropFirst())
      case BatchMember.Line.incomplete?: isIncomplete = true
      case BatchMember.Line.full?: hasFilledDisk = true
      default: break
      }
    }
  }

  /// Its messages, without the name of the command before them and in one line.
  var text: String {
    let lines = String(decoding: message, as: UTF8.self).split(separator: "\n")
    let own = lines.drop { !$0.hasPrefix("flycatcher: ") }
    return (own.isEmpty ? lines[...] : own).map { line in
      line.hasPrefix("flycatcher: ") ? line.dropFirst("flycatcher: ".count) : line
    }.joined(separator: " ").replacing("\t", with: " ")
  }

  /// Ends it at once. What it has written is not whole.
  func end() { kill(process, SIGKILL) }

  /// Waits for its end.
  ///
  /// - Returns: Its exit code; `nil`, and the signal, where one has ended it.
  func wait() -> (code: Int32?, signal: Int32) {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return (signal == 0 ? status >> 8 & 0xFF : nil, signal)
  }
}
