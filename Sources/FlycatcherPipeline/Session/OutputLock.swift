// A file that is being written is locked, so that no other session, in this process or another, writes over it.
import Glibc
import Synchronization

/// An advisory lock (`flock`) on a file, held until it is released or the value's life ends. What is no ordinary file, a device or a pipe, is not locked.
final class OutputLock: Sendable {
  private let descriptor: Mutex<Int32>

  private init(descriptor: Int32) { self.descriptor = Mutex(descriptor) }

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
    let descriptor = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o666)
    guard descriptor >= 0 else { return nil }
    // From here on the descriptor is closed with the lock, also where somebody else is writing to the file.
    let held = OutputLock(descriptor: descriptor)
    return try lock(descriptor, path) ? held : nil
  }

  /// Opens a file for writing, locks it until it is closed, and empties it.
  ///
  /// - Returns: The descriptor, which is the caller's to close.
  /// - Throws: `PipelineError` if the file cannot be written, or where somebody else is writing to it.
  static func open(_ path: String) throws(PipelineError) -> Int32 {
    let descriptor = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .writing(path, errno) }
    do throws(PipelineError) {
      try lock(descriptor, path)
    } catch {
      close(descriptor)
      throw error
    }
    // What it held goes only now that nobody else writes to it. A device has no length.
    _ = ftruncate(descriptor, 0)
    return descriptor
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
