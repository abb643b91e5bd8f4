// The files of an analysis of many: those named, those in folders, those in a list on standard input.
import Glibc

/// A file to analyze.
struct InputFile {
  /// Its path as it was given; any bytes but 0.
  let path: [UInt8]
  /// A hash of its canonical path.
  let identity: String
  /// Why the files in it are not known, where it is a folder.
  let obstacle: FileError?

  init(_ path: [UInt8], obstacle: FileError? = nil) {
    (self.path, self.obstacle) = (path, obstacle)
    identity = Fingerprint.hash(Files.canonical(path) ?? path)
  }

  /// The path for people.
  var shown: String { String(decoding: path, as: UTF8.self) }
}

enum InputList {
  /// The endings of the files that are looked for in a folder.
  private static let endings: Set<String> = [
    "mp4", "m4v", "mov", "mkv", "webm", "avi", "mpg", "mpeg", "ts", "mts", "m2ts", "mxf", "ogv", "wmv", "flv", "3gp",
    "y4m", "mjpg", "mjpeg",
  ]
  /// The most bytes of a list.
  private static let longestList = 256 << 20

  /// Returns the files that were asked for, each once.
  ///
  /// - Parameter results: The folder of the results, in which nothing is looked for; `nil` where there is none yet.
  static func files(_ inputs: [String], except results: Files.Status?) throws(Failure) -> [InputFile] {
    var files: [InputFile] = []
    for input in inputs {
      if input == "-" {
        for path in try list() { try add(path, to: &files, except: results) }
      } else {
        try add(Arguments.bytes(of: input), to: &files, except: results)
      }
    }
    var known: Set<String> = []
    return files.filter { known.insert($0.identity).inserted }
  }

  private static func add(
    _ path: [UInt8], to files: inout [InputFile], except results: Files.Status?
  ) throws(Failure) {
    let text = String(decoding: path, as: UTF8.self)
    let local = Input.local(text)
    guard local == text else { return try add(Arguments.bytes(of: local), to: &files, except: results) }
    guard !Input.isURI(text) else { throw .usage("\(text) is an address; --output takes files and folders.") }
    // What is missing or cannot be read is told when its turn has come: it ends no other.
    guard Folders.isFolder(path) else { return files.append(InputFile(path)) }
    if let results, (try? Folders.status(path))?.isSame(as: results) == true {
      throw .usage("\(text) is the folder of the results, too: give --output another one.")
    }
    let before = files.count
    var visited = results.map { [$0] } ?? []
    search(path, &files, &visited)
    if files.count == before { Terminal.say("\(text) holds no videos.") }
  }

  /// Adds the videos in a folder and in those in it, in order of their names. Links to folders that were seen lead nowhere; a folder that cannot be
  /// read is one that fails.
  private static func search(_ folder: [UInt8], _ files: inout [InputFile], _ visited: inout [Files.Status]) {
    let names: [[UInt8]]
    do throws(FileError) {
      let status = try Folders.status(folder)
      guard !visited.contains(where: { $0.isSame(as: status) }) else { return }
      visited.append(status)
      names = try Folders.names(in: folder)
    } catch {
      return files.append(InputFile(folder, obstacle: error))
    }
    for name in names where name.first != UInt8(ascii: ".") {
      let path = folder + (folder.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name
      if Folders.isFolder(path) {
        search(path, &files, &visited)
      } else if isVideo(name), isReadTwice(path) {
        files.append(InputFile(path))
      }
    }
  }

  /// Whether something in a folder is no pipe, socket or device, which may never begin, or never end. What is missing is told when its turn has come.
  private static func isReadTwice(_ path: [UInt8]) -> Bool { (try? Folders.status(path))?.isRegular != false }

  private static func isVideo(_ name: [UInt8]) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return endings.contains(String(decoding: name[dot...].dropFirst(), as: UTF8.self).lowercased())
  }

  /// Returns the paths on standard input: one a line, or, as `find -print0` writes them, each with a zero byte behind it.
  private static func list() throws(Failure) -> [[UInt8]] {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try Files.read(STDIN_FILENO, limit: longestList)
    } catch {
      throw .running("Standard input cannot be read: \(error.reason).")
    }
    let hasZeros = bytes.contains(0)
    // A list of paths is short of control characters; a video is not.
    let isMedia = StandardInput.isMedia(bytes.prefix(4096).filter { $0 != 0 })
    guard !isMedia else {
      throw .usage("With --output, standard input takes a list of files; this is a video. Leave --output out for that.")
    }
    return bytes.split(separator: hasZeros ? 0 : UInt8(ascii: "\n")).map { line in
      Array(!hasZeros && line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }.filter { !$0.isEmpty }
  }
}
