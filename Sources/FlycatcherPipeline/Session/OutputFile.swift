// A file that replaces what stood there with the first bytes that are written.
import Glibc
import Synchronization

/// A file that is open for writing, locked and as it was, until something is written.
final class OutputFile: Sendable {
  /// The descriptor to write to, after `begin()`.
  let descriptor: Int32
  private let path: String
  private let isNew: Bool
  private let hasBegun = Mutex(false)

  /// Opens a file, which is made where there is none.
  ///
  /// - Throws: `PipelineError` if the file cannot be written, or where somebody else is writing to it.
  init(_ path: String) throws(PipelineError) {
    let (descriptor, isNew) = OutputLock.descriptor(path)
    guard descriptor >= 0 else { throw .writing(path, errno) }
    do throws(PipelineError) {
      try OutputLock.lock(descriptor, path)
    } catch {
      close(descriptor)
      throw error
    }
    (self.path, self.descriptor, self.isNew) = (path, descriptor, isNew)
  }

  /// Closes the file. Where nothing was written, none is left that was not there before.
  deinit {
    if isNew, hasBegun.withLock({ !$0 }) { unsafe unlink(path) }
    close(descriptor)
  }

  /// Empties the file, which is to be done before each write; only the first call has an effect.
  func begin() {
    let isFirst = hasBegun.withLock { hasBegun in
      defer { hasBegun = true }
      return !hasBegun
    }
    // A device has no length.
    if isFirst { _ = ftruncate(descriptor, 0) }
  }
}
