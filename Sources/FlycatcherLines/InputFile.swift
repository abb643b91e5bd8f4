// A file that is read piece by piece, on a thread that may wait.
import Dispatch
import Foundation

/// An open file. It is read by one task at a time, and closed with the last reference.
final class InputFile: Sendable {
  private let descriptor: Int32
  private static let queue = DispatchQueue(label: "flycatcher.lines", attributes: .concurrent)
  private static let pieceSize = 65_536

  init(_ url: URL) throws(ObservationLinesError) {
    descriptor = unsafe open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(url.path) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads the next bytes; none at the end.
  func read() async -> Result<[UInt8], ObservationLinesError> {
    await withCheckedContinuation { continuation in
      Self.queue.async { continuation.resume(returning: self.readNow()) }
    }
  }

  private func readNow() -> Result<[UInt8], ObservationLinesError> {
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { unsafe Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return .success(Array(piece.prefix(count))) }
      if errno != EINTR { return .failure(Self.failure("The file")) }
    }
  }

  private static func failure(_ name: String) -> ObservationLinesError {
    let reason = unsafe String(cString: strerror(errno)).lowercased()
    return ObservationLinesError(.cannotRead, "\(name) cannot be read: \(reason).")
  }
}
