// The turn of the picture in MP4 files, which GStreamer reads and its muxers do not write.
import Glibc

/// The transformation matrix of a video track: how players turn or mirror the stored pictures (ISO/IEC 14496-12, 8.3.2).
package struct PictureMatrix: Equatable, Sendable {
  /// Nine numbers of four bytes, as the file holds them.
  private let bytes: [UInt8]

  /// The number of bytes of a matrix.
  private static let size = 36
  private static let upright: [UInt8] = [0, 1, 0, 0] + zeros + [0, 1, 0, 0] + zeros + [0x40, 0, 0, 0]
  private static let zeros = [UInt8](repeating: 0, count: 12)

  /// A Boolean value indicating whether pictures are shown as they are stored.
  package var isUpright: Bool { bytes == Self.upright }

  /// Reads the matrix of the first video track.
  ///
  /// - Returns: `nil` where the file is no MP4, or holds no video.
  package init?(of path: String) {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard let place = Self.place(in: file), let bytes = Self.read(file, at: place, count: Self.size) else { return nil }
    self.bytes = bytes
  }

  /// Writes the matrix into the first video track of a file.
  ///
  /// - Returns: false where the file is no MP4, holds no video, or cannot be written.
  @discardableResult
  package func write(to path: String) -> Bool {
    let file = unsafe open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    guard let place = Self.place(in: file) else { return false }
    return unsafe bytes.withUnsafeBytes { unsafe pwrite(file, $0.baseAddress, $0.count, place) } == Self.size
  }

  // MARK: Boxes

  /// A box of the file: what it holds, by the file's bytes.
  private struct Box {
    var kind: String
    var content: Range<Int>
  }

  /// The place of the matrix of the first video track.
  private static func place(in file: Int32) -> Int? {
    let whole = 0..<max(lseek(file, 0, SEEK_END), 0)
    guard let movie = boxes(file, whole).first(where: { $0.kind == "moov" }) else { return nil }
    for track in boxes(file, movie.content) where track.kind == "trak" {
      let parts = boxes(file, track.content)
      guard let header = parts.first(where: { $0.kind == "tkhd" }),
        let media = parts.first(where: { $0.kind == "mdia" }),
        let handler = boxes(file, media.content).first(where: { $0.kind == "hdlr" }),
        read(file, at: handler.content.lowerBound + 8, count: 4) == Array("vide".utf8),
        let version = read(file, at: header.content.lowerBound, count: 1)?.first
      else { continue }
      // Before it: the version and flags, the identity and times of the track, the layer, the group and the volume.
      let place = header.content.lowerBound + (version == 1 ? 52 : 40)
      return place + size <= header.content.upperBound ? place : nil
    }
    return nil
  }

  /// The most boxes that are looked at within one.
  private static let mostBoxes = 10_000

  private static func boxes(_ file: Int32, _ range: Range<Int>) -> [Box] {
    var (found, place): ([Box], Int) = ([], range.lowerBound)
    while found.count < mostBoxes, place + 8 <= range.upperBound, let head = read(file, at: place, count: 8) {
      var (length, start) = (number(head[..<4]), place + 8)
      if length == 1 {
        guard let long = read(file, at: start, count: 8), long[0] == 0 else { break }
        (length, start) = (number(long[...]), start + 8)
      } else if length == 0 {
        length = range.upperBound - place
      }
      guard length >= start - place, length <= range.upperBound - place else { break }
      found.append(Box(kind: String(decoding: head[4...], as: UTF8.self), content: start..<place + length))
      place += length
    }
    return found
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  private static func read(_ file: Int32, at place: Int, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = unsafe bytes.withUnsafeMutableBytes { unsafe pread(file, $0.baseAddress, count, place) }
    return got == count ? bytes : nil
  }
}
