// A file that is being written is locked, so that no other session, in this process or another, writes over it.
import Glibc
import Synchronization

/// An advisory lock (`flock`) on a file, held until it is released or the value's life ends. What is no ordinary file, a device or a pipe, is not locked.
final class OutputLock: Sendable {
  private let descriptor: Mutex<Int32>
  /// A Boolean value indicating whether the file was made for the lock.
  let isNew: Bool

  private init(descriptor: Int32, isNew: Bool) {
    self.descriptor = Mutex(descriptor)
    self.isNew = isNew
  }

  deinit { release() }

  /// Frees the file, which is to be done when nobody writes to it any more.
  func release() {
    descriptor.withLock { descriptor in
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }

  /// Locks the file at `path`, which is made where there is none.
  ///
  /// - Returns: `nil` if it need not be locked, or cannot be, which the element that writes to it reports.
  /// - Throws: `PipelineError` where somebody else is writing to it.
  static func lock(_ path: String) throws(PipelineError) -> OutputLock? {
    let (descriptor, isNew) = descriptor(path, O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    // From here on the descriptor is closed with the lock, also where somebody else is writing to the file.
    let held = OutputLock(descriptor: descriptor, isNew: isNew)
    return try lock(descriptor, path) ? held : nil
  }

  /// Makes a file in the folder of the one at `path`, with the same permissions, and locks it.
  ///
  /// - Returns: The lock and the path of the new file; `nil` where none can be made.
  static func lockBeside(_ path: String) -> (OutputLock, String)? {
    let ending = ".partial"
    var template = Array("\(path).XXXXXX\(ending)".utf8CString)
    let descriptor = unsafe mkstemps(&template, Int32(ending.utf8.count))
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let name = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    var status = stat()
    if unsafe stat(path, &status) == 0 { _ = fchmod(descriptor, status.st_mode & 0o7777) }
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    return (OutputLock(descriptor: descriptor, isNew: true), name)
  }

  /// Opens a file for writing; makes it where there is none.
  ///
  /// - Returns: The descriptor, which is the caller's to close; a negative one where `errno` says what is wrong.
  static func descriptor(_ path: String, _ flags: Int32 = 0) -> (descriptor: Int32, isNew: Bool) {
    let present = unsafe Glibc.open(path, O_WRONLY | O_CLOEXEC | flags)
    guard present < 0, errno == ENOENT else { return (present, false) }
    let made = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o666)
    return (made, made >= 0)
  }

  /// Locks an open file, until it is closed.
  ///
  /// - Returns: false where it need not be locked, or the file system knows no locks.
  @discardableResult
  static func lock(_ descriptor: Int32, _ path: String) throws(PipelineError) -> Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK else { return false }
    throw PipelineError(
      .sameFile,
      "\(path) is being written by another session or program. Choose another file, or wait until it has ended.")
  }
}
