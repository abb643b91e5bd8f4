// Real film as raw pictures: decoded once by GStreamer's own tools to a temporary file, from which the frames are read one by one.
import Flycatcher
import Foundation

/// The frames of a film in I420, in a file of its own that goes when the film does. A file in that format is read in place.
final class RawFilm {
  let name: String
  let width: Int
  let height: Int
  /// Frames a second.
  let rate: Double
  /// The decoded film in the YUV4MPEG format: a line on the film, then each frame behind a line of its own.
  let file: URL
  private let isTemporary: Bool
  private let handle: FileHandle
  private let start: Int
  private static let frameLine = "FRAME\n".utf8.count

  init(decoding clip: URL) throws {
    name = clip.deletingPathExtension().lastPathComponent
    isTemporary = clip.pathExtension != "y4m"
    var status: Int32 = 0
    if isTemporary {
      file = FileManager.default.temporaryDirectory.appendingPathComponent("flycatcher-\(UUID().uuidString).y4m")
      status = Shell.run(
        "gst-launch-1.0 -q filesrc location='\(clip.path)' ! decodebin ! videoconvert ! video/x-raw,format=I420"
          + " ! identity drop-allocation=true ! y4menc ! filesink location='\(file.path)'")
    } else {
      file = clip
    }
    handle = try FileHandle(forReadingFrom: file)
    let beginning = try handle.read(upToCount: 256) ?? Data()
    guard status == 0, let end = beginning.firstIndex(of: UInt8(ascii: "\n")),
      let header = Header(String(decoding: beginning[..<end], as: UTF8.self))
    else {
      if isTemporary { try? FileManager.default.removeItem(at: file) }
      throw CocoaError(.fileReadCorruptFile)
    }
    start = end + 1
    width = header.width
    height = header.height
    rate = header.rate
  }

  deinit { if isTemporary { try? FileManager.default.removeItem(at: file) } }

  private struct Header {
    var width = 0
    var height = 0
    var rate = 0.0

    init?(_ line: String) {
      for field in line.split(separator: " ").dropFirst() {
        let value = field.dropFirst()
        switch field.first {
        case "W": width = Int(value) ?? 0
        case "H": height = Int(value) ?? 0
        case "F":
          let parts = value.split(separator: ":").compactMap { Double($0) }
          rate = parts.count == 2 && parts[1] > 0 ? parts[0] / parts[1] : 0
        default: break
        }
      }
      guard width > 0, height > 0 else { return nil }
      if rate <= 0 || rate > 1000 { rate = 30 }
    }
  }

  /// Bytes from a row to the next, padded to four as GStreamer does.
  private var lumaStride: Int { (width + 3) / 4 * 4 }
  private var chromaStride: Int { ((width + 1) / 2 + 3) / 4 * 4 }
  private var rows: Int { (height + 1) / 2 }
  private var lumaSize: Int { lumaStride * rows * 2 }
  private var frameSize: Int { lumaSize + 2 * chromaStride * rows }

  func time(_ frame: Int) -> Timestamp { Timestamp(seconds: Double(frame) / rate) }

  /// The bytes of a frame; `nil` beyond the last.
  func frame(_ index: Int) throws -> [UInt8]? {
    try handle.seek(toOffset: UInt64(start + index * (frameSize + Self.frameLine) + Self.frameLine))
    guard let bytes = try handle.read(upToCount: frameSize), bytes.count == frameSize else { return nil }
    return [UInt8](bytes)
  }

  /// Shows a detector one of the frames.
  func show(_ pixels: [UInt8], _ index: Int, to detector: inout TrajectoryDetector) throws -> [Observation] {
    let bytes = pixels.span
    let (blue, red) = (lumaSize, lumaSize + chromaStride * rows)
    let columns = (width + 1) / 2
    guard let luma = Plane(bytes.extracting(0..<blue), width: width, height: height, rowStride: lumaStride),
      let first = Plane(bytes.extracting(blue..<red), width: columns, height: rows, rowStride: chromaStride),
      let second = Plane(bytes.extracting(red..<frameSize), width: columns, height: rows, rowStride: chromaStride),
      let frame = Frame(luma: luma, blueDifference: first, redDifference: second, timestamp: time(index))
    else { return [] }
    return try detector.track(frame)
  }
}

/// Other programs.
enum Shell {
  /// Runs a command line and returns its exit status, −1 where it could not be run.
  static func run(_ command: String) -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    do { try process.run() } catch { return -1 }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// What a command line writes; `nil` where it fails.
  static func output(_ command: String) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    let pipe = Pipe()
    process.standardOutput = pipe
    do { try process.run() } catch { return nil }
    let data = try? pipe.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data ?? Data(), as: UTF8.self) : nil
  }

  /// The seconds of processor time that a command line takes, with all it starts; `nil` where it fails.
  static func processorTime(_ command: String) -> Double? {
    let before = children()
    return run(command) == 0 ? children() - before : nil
  }

  private static func children() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    let seconds = { (time: timeval) in Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}
