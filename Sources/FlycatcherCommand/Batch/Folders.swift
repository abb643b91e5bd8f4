// Folders by any bytes for a name: what they hold, and how they go.
import Glibc

enum Folders {
  static func status(_ path: [UInt8]) throws(FileError) -> Files.Status {
    var status = stat()
    guard unsafe stat(path.map { CChar(bitPattern: $0) } + [0], &status) == 0 else { throw FileError(errno) }
    return Files.Status(status)
  }

  static func isFolder(_ path: [UInt8]) -> Bool { (try? status(path))?.isDirectory == true }

  /// Returns the names in a folder but its own and its parent's, in order.
  static func names(in path: [UInt8]) throws(FileError) -> [[UInt8]] {
    guard let folder = unsafe opendir(path.map { CChar(bitPattern: $0) } + [0]) else { throw FileError(errno) }
    defer { unsafe closedir(folder) }
    var names: [[UInt8]] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in unsafe Array(bytes.prefix { $0 != 0 }) }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Makes a folder and those it lies in; one that exists is fine.
  static func make(_ path: String) throws(FileError) {
    let parent = Files.folder(of: path)
    if parent != path, (try? Files.status(parent)) == nil { try make(parent) }
    try Files.makeFolder(path)
  }

  /// Removes a file, or a folder with all it holds, as far as that is possible. A link goes, and what it leads to stays.
  static func remove(_ path: String) {
    guard unsafe unlink(path) != 0, errno == EISDIR || errno == EPERM else { return }
    for name in (try? names(in: Array(path.utf8))) ?? [] {
      remove(path + "/" + String(decoding: name, as: UTF8.self))
    }
    unsafe rmdir(path)
  }
}
