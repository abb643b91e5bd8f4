// Files as the command meets them: read whole, asked about, opened for writing. No Foundation.
import Glibc

/// A failure to use a file, in the system's words.
struct FileError: Error {
  let code: Int32
  init(_ code: Int32) { self.code = code }

  var reason: String { unsafe String(cString: strerror(code)).lowercased() }

  /// A Boolean value indicating whether the disk, or what the user may have of it, is full.
  var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }

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
    /// The time of the last change.
    let modified: (seconds: Int, nanoseconds: Int)

    init(_ status: stat) {
      let kind = status.st_mode & S_IFMT
      (device, node, size) = (UInt(status.st_dev), UInt(status.st_ino), Int(status.st_size))
      (isDirectory, isRegular, isSocket) = (kind == S_IFDIR, kind == S_IFREG, kind == S_IFSOCK)
      isPipe = kind == S_IFIFO || isSocket
      modified = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }

    func isSame(as other: Status) -> Bool { device == other.device && node == other.node }
  }

  static func status(_ path: String) throws(FileError) -> Status {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw FileError(errno) }
    return Status(status)
  }

  /// Returns a Boolean value indicating whether two paths are of one file, be it there already or not.
  static func isSame(_ path: String, _ other: String) -> Bool {
    switch (try? status(path), try? status(other)) {
    case (let one?, let other?): return one.isSame(as: other)
    case (nil, nil):
      guard path != other else { return true }
      guard name(of: path) == name(of: other), let one = try? status(folder(of: path)),
        let another = try? status(folder(of: other))
      else { return false }
      return one.isSame(as: another)
    default: return false
    }
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

  /// Writes all bytes to a descriptor.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { throw FileError(errno) }
    }
  }

  /// Returns a path without links, from the root; `nil` where nothing is there.
  static func canonical(_ path: [UInt8]) -> [UInt8]? {
    guard let resolved = unsafe realpath(path.map { CChar(bitPattern: $0) } + [0], nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe (0..<strlen(resolved)).map { unsafe UInt8(bitPattern: resolved[$0]) }
  }

  /// The folder a path lies in.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  private static func name(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[$0...].dropFirst() } ?? path[...]
  }

  /// The ending of a path without its dot, in lower case; `nil` where it has none.
  static func ending(of path: String) -> String? {
    let name = name(of: path)
    return name.lastIndex(of: ".").map { name[$0...].dropFirst().lowercased() }
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

  /// Makes a folder; one that exists is fine.
  static func makeFolder(_ path: String) throws(FileError) {
    guard unsafe mkdir(path, 0o777) != 0 else { return }
    let code = errno
    guard code == EEXIST else { throw FileError(code) }
    guard try status(path).isDirectory else { throw FileError(ENOTDIR) }
  }
}
