// The content of standard input: a pipeline as text, or a video or a picture itself.
import CStandardStreams
import Glibc

/// Standard input, inspected without taking anything from it.
enum StandardInput {
  /// Up to 4096 bytes from its beginning, which stay where they are; none where it cannot be inspected, as a terminal.
  static func beginning() -> [UInt8] {
    guard isatty(STDIN_FILENO) == 0, let status = try? Files.status(STDIN_FILENO) else { return [] }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count =
      if status.isRegular {
        unsafe bytes.withUnsafeMutableBytes { bytes in
          unsafe pread(STDIN_FILENO, bytes.baseAddress, bytes.count, lseek(STDIN_FILENO, 0, SEEK_CUR))
        }
      } else if status.isPipe {
        status.isSocket ? peekAtSocket(&bytes) : peekAtPipe(&bytes)
      } else {
        0
      }
    return Array(bytes.prefix(max(count, 0)))
  }

  /// Returns where a film on standard input lies, and its name for people; `nil` where it comes through a pipe, or the input is another.
  static func film(of input: String) -> (path: String, name: String)? {
    guard input == "-", let status = try? Files.status(STDIN_FILENO), status.isRegular else { return nil }
    return ("/dev/stdin", "Standard input")
  }

  private static func peekAtSocket(_ bytes: inout [UInt8]) -> Int {
    unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe recv(STDIN_FILENO, bytes.baseAddress, bytes.count, Int32(MSG_PEEK))
    }
  }

  /// Waits for what comes first, and reads a copy of it.
  private static func peekAtPipe(_ bytes: inout [UInt8]) -> Int {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return 0 }
    defer { for end in ends { close(end) } }
    var copied: Int
    repeat { copied = fc_copy_pipe(STDIN_FILENO, ends[1], bytes.count) } while copied < 0 && errno == EINTR
    guard copied > 0 else { return 0 }
    return unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe Glibc.read(ends[0], bytes.baseAddress, min(copied, bytes.count))
    }
  }

  /// Returns a Boolean value indicating whether bytes are the beginning of a video or a picture: a pipeline is a text.
  static func isMedia(_ beginning: [UInt8]) -> Bool {
    // The one format that begins with a line of text.
    if beginning.starts(with: Array("YUV4MPEG2 ".utf8)) { return true }
    let controls = beginning.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D].contains($0) || $0 == 0x7F }
    return controls || !isText(beginning)
  }

  /// Returns a Boolean value indicating whether bytes are UTF-8, but for a character that is cut off at their end.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    (0...min(3, bytes.count)).contains { cut in
      let rest = bytes.dropLast(cut)
      return Array(String(decoding: rest, as: UTF8.self).utf8) == Array(rest)
    }
  }
}
