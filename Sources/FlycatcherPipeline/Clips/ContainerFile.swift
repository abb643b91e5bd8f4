// How long the parts of a video file say they are, and what is done where the writing of one was cut off.
import Glibc

/// A file of MP4 or QuickTime, which consists of boxes (ISO/IEC 14496-12, 4.2), or of Matroska, which consists of elements (RFC 8794).
package struct ContainerFile {
  /// The last box, which may go beyond the end of the file.
  private struct LastBox {
    var start: Int
    /// Four characters; empty where the file ends before them.
    var kind: String
    /// The place at which it should end.
    var end: Int
  }

  private let descriptor: Int32
  private let size: Int

  /// - Parameters:
  ///   - descriptor: The open file.
  ///   - size: The number of its bytes.
  package init(descriptor: Int32, size: Int) { (self.descriptor, self.size) = (descriptor, size) }

  /// The place at which the file should end; `nil` where nothing tells.
  package var statedEnd: Int? { lastBox?.end ?? endOfSegment }

  /// The last box; `nil` where the file is none of boxes, or one of them tells no length.
  private var lastBox: LastBox? {
    let beginnings = ["ftyp", "styp", "moov", "moof", "mdat", "free", "skip", "wide", "pnot"]
    guard beginnings.contains(String(decoding: bytes(at: 4, count: 4), as: UTF8.self)) else { return nil }
    var box = LastBox(start: 0, kind: "", end: 0)
    while box.end < size {
      let head = bytes(at: box.end, count: 16)
      guard head.count >= 8 else { return LastBox(start: box.end, kind: "", end: box.end + 8) }
      let kind = head[4..<8]
      guard kind.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0xA9 }) else { return nil }
      var length = Self.number(head[0..<4])
      box = LastBox(start: box.end, kind: String(decoding: kind, as: UTF8.self), end: box.end)
      if length == 1 {
        guard head.count == 16 else {
          box.end += 16
          return box
        }
        length = Self.number(head[8..<16])
      }
      // A box of length 0 goes on to the end of the file.
      guard let length = Int(exactly: length), length >= 8, length < Int.max - box.end else { return nil }
      box.end += length
    }
    return box
  }

  /// The place at which the segment of a Matroska file should end.
  private var endOfSegment: Int? {
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
    let value = Self.number(head[0..<count]) & mask
    return (value == mask ? nil : Int(value), offset + count)
  }

  /// Ends a file of MP4 in fragments before the index of a fragment that was not written whole: a player that meets one may show nothing of the file.
  ///
  /// Nothing happens to other files, and to those that can be played to their end.
  ///
  /// - Parameter path: A file that nothing is written to any more.
  package static func removeCutIndex(of path: String) {
    let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    let size = Int(status.st_size)
    guard let last = ContainerFile(descriptor: descriptor, size: size).lastBox, last.end > size, last.start > 0,
      last.kind == "moof" || last.kind.isEmpty
    else { return }
    ftruncate(descriptor, off_t(last.start))
  }

  /// Up to `count` bytes from a place on.
  private func bytes(at offset: Int, count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let found = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, count, offset) }
    return Array(bytes.prefix(max(found, 0)))
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
