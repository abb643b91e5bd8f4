// The check that a video file holds all that its header promises.
import FlycatcherPipeline
import Glibc

/// Looks for the missing end of a file. MP4 and Matroska say how long their parts are; a file that was still being
/// written does not count, where it can be played up to there.
enum CutOff {
  /// - Returns: how many bytes are missing at the end of an MP4, QuickTime or Matroska file; `nil` where none are, or
  ///   nothing tells.
  static func missingBytes(_ path: [UInt8]) -> Int? {
    guard let status = try? Folders.status(path), status.isRegular else { return nil }
    let descriptor = unsafe open(path.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let file = File(descriptor: descriptor, size: status.size)
    let end = BoxedFile(descriptor: descriptor, size: status.size).lastBox?.end ?? file.endOfSegment()
    return end.flatMap { $0 > status.size ? $0 - status.size : nil }
  }

  /// Returns what is said of a file of which bytes are missing at the end; `nil` where none are.
  ///
  /// - Parameter name: The name of the file, for people.
  static func complaint(_ path: [UInt8], name: String) -> String? {
    missingBytes(path).map {
      "\(name) ends too early: \($0) bytes are missing. What there is has been analyzed."
    }
  }

  private struct File {
    let descriptor: Int32
    let size: Int

    /// Up to `count` bytes from a place on.
    private func bytes(at offset: Int, count: Int) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: count)
      let found = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, count, offset) }
      return Array(bytes.prefix(max(found, 0)))
    }

    /// Returns the position at which the segment of a Matroska file should end.
    func endOfSegment() -> Int? {
      guard bytes(at: 0, count: 4) == [0x1A, 0x45, 0xDF, 0xA3], let head = lengthOfElement(at: 4),
        let length = head.length, length < size, bytes(at: head.end + length, count: 4) == [0x18, 0x53, 0x80, 0x67],
        let segment = lengthOfElement(at: head.end + length + 4), let rest = segment.length,
        rest < Int.max - segment.end
      else { return nil }
      return segment.end + rest
    }

    /// The length of an EBML element and where its content begins; the length is `nil` where it is not known yet.
    private func lengthOfElement(at offset: Int) -> (length: Int?, end: Int)? {
      let head = bytes(at: offset, count: 8)
      guard let first = head.first, first > 0, head.count > first.leadingZeroBitCount else { return nil }
      let count = first.leadingZeroBitCount + 1
      let mask = (UInt64(1) << UInt64(7 * count)) - 1
      let value = number(head[0..<count]) & mask
      return (value == mask ? nil : Int(value), offset + count)
    }

    private func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
  }
}
