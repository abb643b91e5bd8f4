// What a result was made from: by which command, with which options, from which file.
import ArgumentParser
import FlycatcherPipeline
import Glibc

/// The origin of a result, as its first line tells it.
struct Fingerprint: Equatable {
  /// The version of the command.
  let command: String
  /// A hash of the options.
  let options: String
  /// A hash of the input's canonical path.
  let path: String
  /// The input's size in bytes.
  let size: Int
  /// The time of the input's last change, in seconds.
  let modified: String

  init(_ file: InputFile, _ state: FileState, options: String) {
    command = commandVersion
    self.options = options
    (path, size, modified) = (file.identity, state.size, state.modified)
  }

  /// The text in the `stream` line.
  var text: String { "command=\(command) options=\(options) path=\(path) size=\(size) modified=\(modified)" }

  /// A hash of bytes (FNV-1a of 64 bits) as 16 hexadecimal digits.
  static func hash(_ bytes: [UInt8]) -> String {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return padded(String(hash, radix: 16), to: 16)
  }
}

/// The size of a file and the time of its last change: while both stay, it is taken for the same.
struct FileState: Equatable {
  let size: Int
  /// Seconds and nanoseconds, as in `1732290000.000000001`.
  let modified: String

  init(_ path: [UInt8]) throws(FileError) {
    let status = try Folders.status(path)
    size = status.size
    modified = "\(status.modified.seconds)." + padded("\(status.modified.nanoseconds)", to: 9)
  }
}

/// A result in the folder, as its first and its last line tell.
struct StoredResult {
  /// The most bytes of the first line, which holds the source.
  private static let limit = 16_384
  /// The most bytes of the last line.
  private static let shortLimit = 1024
  private let fields: [Substring]
  /// A Boolean value indicating whether the last line is the summary, with its end.
  let isWhole: Bool

  /// - Returns: `nil` where there is no such file.
  init?(_ path: String) {
    guard let status = try? Files.status(path) else { return nil }
    let newline = UInt8(ascii: "\n")
    let head = ((try? Files.read(path, limit: Self.limit)) ?? []).prefix { $0 != newline }
    let first = String(decoding: head, as: UTF8.self)
    let mark = first.ranges(of: "\"fingerprint\":\"").last
    fields = mark.map { first[$0.upperBound...].prefix { $0 != "\"" }.split(separator: " ") } ?? []
    let tail = Self.tail(of: path, size: status.size)
    let last = tail.dropLast().reversed().prefix { $0 != newline }.reversed()
    isWhole = tail.last == newline && last.starts(with: Array("{\"type\":\"summary\"".utf8))
  }

  private static func tail(of path: String, size: Int) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    lseek(descriptor, max(size - shortLimit, 0), SEEK_SET)
    return (try? Files.read(descriptor, limit: shortLimit)) ?? []
  }

  /// Returns a Boolean value indicating whether it was made from the file at a path, in whatever state.
  func isOf(_ file: InputFile) -> Bool { fields.contains("path=\(file.identity)") }

  /// Returns the reason to make it anew; `nil` where it is what would be made now.
  func reason(toReplace wanted: Fingerprint) -> String? {
    if !isWhole { return "its result is not whole" }
    if !fields.contains("size=\(wanted.size)") || !fields.contains("modified=\(wanted.modified)") {
      return "it has changed"
    }
    if !fields.contains("command=\(wanted.command)") { return "its result is of another version" }
    return fields.contains("options=\(wanted.options)") ? nil : "its result was made with other options"
  }
}
