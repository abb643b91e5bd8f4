// The file of a sink: what stood there stays until the stream has had a frame.
import GStreamerSupport
import Glibc
import Synchronization

/// A file that an element of a pipeline writes, locked while the session runs.
///
/// An element empties its file when it starts, before anybody knows that the input is a video. Where a file stands already, the element
/// writes beside it until the first frame has come.
final class SinkFile: Sendable {
  private enum State {
    /// A file stood there; the element writes to another one in the same folder.
    case beside(String)
    /// No file stood there.
    case new
    /// What is written stays.
    case kept
  }

  /// The path, without links.
  private let path: String
  private let locks: [OutputLock]
  private let state: Mutex<State>

  /// Locks the file of an element that has not started.
  ///
  /// - Parameters:
  ///   - sink: The element; its `location` may be changed.
  ///   - path: Its file.
  ///   - needsFrames: A Boolean value indicating whether only frames make a file of what it writes.
  /// - Returns: `nil` if there is nothing to lock or to keep: a device or a pipe, or what cannot be written, which the element reports.
  /// - Throws: `PipelineError` where somebody else is writing to the file.
  init?(_ sink: Element, _ path: String, needsFrames: Bool) throws(PipelineError) {
    guard let lock = try OutputLock.lock(path) else { return nil }
    self.path = Self.canonical(path) ?? path
    if needsFrames, !lock.isNew, let (other, name) = OutputLock.lockBeside(self.path) {
      sink.setText("location", name)
      locks = [lock, other]
      state = Mutex(.beside(name))
    } else {
      // Where nothing can be written beside it, it is written over.
      locks = [lock]
      state = Mutex(needsFrames && lock.isNew ? .new : .kept)
    }
  }

  deinit { release() }

  /// Puts what is written in its place, which is to be done when the first frame has come.
  ///
  /// - Throws: `PipelineError` where the file that stands there cannot be replaced.
  func keep() throws(PipelineError) {
    try state.withLock { state throws(PipelineError) in
      defer { state = .kept }
      guard case .beside(let name) = state, unsafe rename(name, path) != 0 else { return }
      let reason = errno
      unsafe unlink(name)
      throw .writing(path, reason)
    }
  }

  /// Removes what was written where no frame has come, and frees the file.
  func release() {
    state.withLock { state in
      switch state {
      case .beside(let name): unsafe unlink(name)
      case .new: unsafe unlink(path)
      case .kept: break
      }
      state = .kept
    }
    for lock in locks { lock.release() }
  }

  private static func canonical(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
