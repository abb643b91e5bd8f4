// The files of a recording: their names, their number, the room they take.
import FlycatcherPipeline
import GStreamerSupport
import Glibc

/// The files of one stream in a folder. Other files there are left alone.
struct RecordingFolder: Sendable {
  private let plan: RecordingPlan
  /// The beginning of each file's name.
  private let prefix: String

  /// - Parameter path: The path of the stream, such as `/courts/1`.
  init(_ plan: RecordingPlan, path: String) {
    self.plan = plan
    prefix = Self.prefix(of: path)
  }

  /// Returns the beginning of the names of a stream's files.
  static func prefix(of path: String) -> String { path.dropFirst().map { $0 == "/" ? "-" : "\($0)" }.joined() + "-" }

  private struct File {
    let path: String
    let bytes: Int
    /// Seconds since 1970.
    let changed: Int
  }

  /// The bytes that are free on the folder's disk; `nil` where there is none.
  var freeBytes: Int? {
    var status = statvfs()
    guard unsafe statvfs(plan.folder, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
  }

  /// Returns the number of bytes of a file; 0 where there is none.
  static func size(of path: String) -> Int {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Returns the path of a file that begins at a moment: `live-2026-11-22T140311Z.mkv`.
  func newPath(at moment: Moment = .now) -> String {
    let time = UTCTime.text(of: moment).filter { $0 != ":" }
    let path = "\(plan.folder)/\(prefix)\(time)"
    for number in 1..<1000 {
      let candidate = (number == 1 ? path : "\(path)-\(number)") + ".\(plan.container.fileExtension)"
      if unsafe access(candidate, F_OK) != 0 { return candidate }
    }
    return path + ".\(plan.container.fileExtension)"
  }

  /// Removes what is too old or too much, the oldest first.
  ///
  /// - Parameter path: The file that is being written, which stays.
  func prune(writing path: String?) {
    var files = files().filter { $0.path != path }
    if let keepsFor = plan.keepsFor {
      let oldest = time(nil) - Int(keepsFor.components.seconds)
      for file in files where file.changed < oldest { remove(file.path) }
      files.removeAll { $0.changed < oldest }
    }
    guard let keepsBytes = plan.keepsBytes else { return }
    var bytes = files.reduce(0) { $0 + $1.bytes }
    for file in files where bytes > keepsBytes {
      remove(file.path)
      bytes -= file.bytes
    }
  }

  /// Removes a file that could not be written to its end, if nothing in it can be played.
  func removeIfEmpty(_ path: String) {
    guard let location = LaunchValue.escaped(path) else { return }
    let demuxer = plan.container.demuxer
    guard Self.size(of: path) == 0 || EncodedStreams.isWithoutPictures(location: location, demuxer: demuxer) else {
      return
    }
    remove(path)
  }

  /// Removes a file with what lies beside it.
  private func remove(_ path: String) {
    unsafe unlink(path)
    for kind in SegmentWriter.sidecars { unsafe unlink("\(SegmentWriter.beginning(of: path)).\(kind)") }
  }

  /// The files, the oldest first: their names sort as their times.
  private func files() -> [File] {
    guard let directory = unsafe opendir(plan.folder) else { return [] }
    defer { unsafe closedir(directory) }
    var files: [File] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      guard isOwn(name) else { continue }
      let path = "\(plan.folder)/\(name)"
      var status = stat()
      guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      files.append(File(path: path, bytes: Int(status.st_size), changed: status.st_mtim.tv_sec))
    }
    return files.sorted { $0.path < $1.path }
  }

  /// Returns a Boolean value indicating whether a file has the name of a recording of this stream: the prefix, a date, a time.
  private func isOwn(_ name: String) -> Bool {
    let isRecording = RecordingPlan.Container.allCases.contains { name.hasSuffix(".\($0.fileExtension)") }
    guard name.hasPrefix(prefix), isRecording else { return false }
    let pattern = Array("0000-00-00T000000Z")
    let time = Array(name.dropFirst(prefix.count).prefix(pattern.count))
    return time.count == pattern.count
      && zip(time, pattern).allSatisfy { $1 == "0" ? $0.isASCII && $0.isNumber : $0 == $1 }
  }
}
