// The folder of the results: their names, how they are written aside and moved, and the list of what failed.
import Glibc

/// The folder that an analysis of many files writes to. One process at a time uses it.
final class ResultFolder {
  /// The path of the folder.
  let path: String
  private let lock: Int32
  private var taken: Set<String> = []

  /// The status of the folder, for comparison with other folders.
  var status: Files.Status? { try? Files.status(path) }

  /// The folder in which each process has one of its own, for results that are not whole yet.
  private var parts: String { path + "/.parts" }

  /// The file that lists what failed, each with its exit code and the reason.
  var failures: String { path + "/failed.txt" }

  /// Makes the folder where there is none, and takes away what an earlier run has left half done.
  ///
  /// - Throws: `Failure` where it cannot be written, or another process is writing into it.
  init(_ path: String) throws(Failure) {
    guard !path.isEmpty else { throw .usage("--output needs the name of a folder.") }
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let parts = self.path + "/.parts"
    do throws(FileError) {
      try Folders.make(parts)
      guard unsafe access(self.path, W_OK) == 0, unsafe access(parts, W_OK) == 0 else { throw FileError(errno) }
      lock = unsafe open(self.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard lock >= 0 else { throw FileError(errno) }
    } catch {
      throw .running("--output \(path) cannot be written: \(error.reason).")
    }
    // Where the file system knows no locks, nobody else is looked for.
    if flock(lock, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      close(lock)
      throw .running("--output \(path): another analysis is writing into this folder. Wait until it has ended.")
    }
    for name in (try? Folders.names(in: Array(parts.utf8))) ?? [] {
      Folders.remove(parts + "/" + String(decoding: name, as: UTF8.self))
    }
    Folders.remove(failures)
  }

  deinit { close(lock) }

  /// Takes away what is not whole.
  func finish() { Folders.remove(parts) }

  /// The longest name that is taken over, in bytes; endings are added to it.
  private static let longestName = 180

  /// Chooses the name for the results of a file: its own without the ending, with a part of a hash behind it where
  /// another file's results have that name.
  func claim(_ file: InputFile) -> String {
    let last = file.path.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? file.path
    let dot = last.lastIndex(of: UInt8(ascii: ".")) ?? last.endIndex
    let stem = Array(dot == last.startIndex ? last[...] : last[..<dot])
    let text = String(decoding: stem, as: UTF8.self)
    let plain = String(text.map { Self.isPlain($0) ? $0 : "_" })
    let short = String(decoding: Array(plain.utf8.prefix(Self.longestName)), as: UTF8.self)
    let apart = [8, 16].map { "\(short)-\(file.identity.prefix($0))" }
    let isExact = Array(short.utf8) == stem
    let names = (isExact ? [short] : []) + apart
    let stored = names.map { StoredResult(json($0)) }
    let owned = names.indices.first { index in stored[index]?.isOf(file) == true && !taken.contains(names[index]) }
    let free = names.indices.first { index in stored[index] == nil && !taken.contains(names[index]) }
    let name = names[owned ?? free ?? names.count - 1]
    taken.insert(name)
    return name
  }

  /// Returns a Boolean value indicating whether a character makes no trouble in a pipeline description.
  private static func isPlain(_ character: Character) -> Bool {
    character != "\u{FFFD}" && character != "\"" && character != "\\"
      && character.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  }

  /// The path of a result's JSON Lines.
  func json(_ name: String) -> String { "\(path)/\(name).jsonl" }

  /// The folder for a result that is being written.
  func part(_ name: String) -> String { "\(parts)/\(name)" }

  /// Makes the folder for a result that is going to be written.
  func makePart(_ name: String) throws(FileError) {
    Folders.remove(part(name))
    try Files.makeFolder(part(name))
  }

  /// Moves all that was written to its place. The JSON Lines come last: where they are, all is whole.
  ///
  /// - Parameter older: The results beside the JSON Lines that an earlier analysis may have left, such as a reel: what is not written anew goes.
  func keep(_ name: String, insteadOf older: [String]) throws(FileError) {
    let part = part(name)
    let lines = Array("\(name).jsonl".utf8)
    let others = try Folders.names(in: Array(part.utf8)).filter { $0 != lines }
    // An older result is none any more once its parts are replaced.
    if !others.isEmpty || !older.isEmpty { unsafe unlink(json(name)) }
    for result in older where !others.contains(Array(result.utf8)) { Folders.remove("\(path)/\(result)") }
    for file in others + [lines] {
      let text = String(decoding: file, as: UTF8.self)
      let (from, to) = ("\(part)/\(text)", "\(path)/\(text)")
      if (try? Files.status(to))?.isDirectory == true { Folders.remove(to) }
      guard unsafe rename(from, to) == 0 else { throw FileError(errno) }
    }
    drop(name)
  }

  /// Removes what was written of a result that will not be whole.
  func drop(_ name: String) { Folders.remove(part(name)) }

  /// Returns a Boolean value indicating whether nothing more can be written.
  var isFull: Bool {
    let probe = parts + "/probe"
    let descriptor = unsafe open(probe, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return FileError(errno).isDiskFull }
    defer {
      close(descriptor)
      unsafe unlink(probe)
    }
    let bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    return count < bytes.count
  }

  /// Adds a line to the list of what failed: the path, the exit code, the reason, with tabs between them.
  ///
  /// - Returns: false where it could not be written.
  func note(_ file: InputFile, code: Int32, reason: String) -> Bool {
    let descriptor = unsafe open(failures, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return (try? Files.write(file.path + Array("\t\(code)\t\(reason)\n".utf8), to: descriptor)) != nil
  }
}
