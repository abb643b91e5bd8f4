// Files as the command meets them: read whole, asked about, opened for writing. No Foundation.
import Glibc

/// A failure to use a file, in the system's words.
struct FileError: Error {
  let code: Int32
  init(_ code: Int32) { self.code = code }

  var reason: String { unsafe String(cString: strerror(code)).lowercased() }

  /// A Boolean value indicating whether the file will be as useless next time.
  var isPermanent: Bool { [EACCES, EPERM, EISDIR, ENOTDIR, ELOOP, ENAMETOOLONG, ENXIO].contains(code) }
}

enum Files {
  /// The kind of file to which a path leads.
  struct Status {
    let device: UInt
    let node: UInt
    let isDirectory: Bool
    let isRegular: Bool
    /// A Boolean value indicating whether it is a pipe or a socket, which can be read once.
    let isPipe: Bool
    let isSocket: Bool
    let size: Int

    init(_ status: stat) {
      let kind = status.st_mode & S_IFMT
      (device, node, size) = (UInt(status.st_dev), UInt(status.st_ino), Int(status.st_size))
      (isDirectory, isRegular, isSocket) = (kind == S_IFDIR, kind == S_IFREG, kind == S_IFSOCK)
      isPipe = kind == S_IFIFO || isSocket
    }

    func isSame(as other: Status) -> Bool { device == other.device && node == other.node }
  }

  static func status(_ path: String) throws(FileError) -> Status {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw FileError(errno) }
    return Status(status)
  }

  static func status(_ descriptor: Int32) throws(FileError) -> Status {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw FileError(errno) }
    return Status(status)
  }

  /// Up to `limit` bytes from the beginning of a file.
  static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(errno) }
    defer { close(descriptor) }
    return try read(descriptor, limit: limit)
  }

  /// Up to `limit` bytes from a descriptor, to its end.
  static func read(_ descriptor: Int32, limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < limit {
      let wanted = min(piece.count, limit - bytes.count)
      let count = unsafe piece.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, wanted) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(errno) }
      guard count > 0 else { break }
      bytes += piece[..<count]
    }
    return bytes
  }

  /// The folder a path lies in.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the reason why a file cannot be written there; `nil` if it can. Creates nothing.
  static func obstacle(toWriting path: String) -> String? {
    if let status = try? status(path) {
      if status.isDirectory { return "it is a folder" }
      return unsafe access(path, W_OK) == 0 ? nil : FileError(errno).reason
    }
    let folder = folder(of: path)
    guard let status = try? status(folder) else { return "there is no folder \(folder)" }
    guard status.isDirectory else { return "\(folder) is not a folder" }
    return unsafe access(folder, W_OK) == 0 ? nil : "the folder \(folder) cannot be written: \(FileError(errno).reason)"
  }

  /// Removes a file, where it is one and not a device.
  static func removeRegular(_ path: String) {
    guard let status = try? status(path), status.isRegular else { return }
    unsafe unlink(path)
  }

  /// Makes a folder; one that exists is fine.
  static func makeFolder(_ path: String) throws(FileError) {
    guard unsafe mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    throw FileError(errno)
  }
}
