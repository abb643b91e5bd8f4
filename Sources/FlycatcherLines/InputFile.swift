// A file that is read piece by piece, on a thread that may wait.
import Dispatch
import Foundation

/// An open file. It is read by one task at a time, and closed with the last reference.
final class InputFile: Sendable {
  private let descriptor: Int32
  /// A Boolean value indicating whether bytes are waited for without a thread; what is no pipe cannot be.
  private let isPipe: Bool
  private static let queue = DispatchQueue(label: "flycatcher.lines", attributes: .concurrent)
  private static let pieceSize = 65_536

  /// Opens a file; a pipe also where nobody writes to it yet.
  init(_ url: URL) throws(ObservationLinesError) {
    descriptor = unsafe open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.failure(url.path) }
    var status = stat()
    isPipe = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    if !isPipe { _ = fcntl(descriptor, F_SETFL, 0) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads the next bytes; none at the end. A pipe has its end when its last writer has gone.
  func read() async -> Result<[UInt8], ObservationLinesError> {
    while true {
      if isPipe { await waitForBytes() }
      if Task.isCancelled { return .failure(.canceled) }
      let piece = await withCheckedContinuation { continuation in
        Self.queue.async { continuation.resume(returning: self.readNow()) }
      }
      if let piece { return piece }
    }
  }

  /// Waits until a pipe has bytes, or has lost its last writer, or the task is canceled.
  private func waitForBytes() async {
    // Dispatch's sources may be canceled from any thread.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        unsafe source.setEventHandler { unsafe source.cancel() }
        unsafe source.setCancelHandler { continuation.resume() }
        unsafe source.activate()
      }
    } onCancel: {
      unsafe source.cancel()
    }
  }

  /// - Returns: `nil` where somebody else has taken the bytes that were waited for.
  private func readNow() -> Result<[UInt8], ObservationLinesError>? {
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { unsafe Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return .success(Array(piece.prefix(count))) }
      if errno == EAGAIN { return nil }
      if errno != EINTR { return .failure(Self.failure("The file")) }
    }
  }

  private static func failure(_ name: String) -> ObservationLinesError {
    let reason = unsafe String(cString: strerror(errno)).lowercased()
    return ObservationLinesError(.cannotRead, "\(name) cannot be read: \(reason).")
  }
}
