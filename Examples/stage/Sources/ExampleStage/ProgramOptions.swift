// The command line of a program, and the pipeline that it asks for: a video or a source, a window, a recording.
import Flycatcher
import FlycatcherPipeline
import Foundation

/// The options of a program, each with a value.
public struct ProgramOptions {
  private var values: [String: [String]] = [:]
  private var video: String?

  /// Reads the command line; ends the program where it asks for help, or is none.
  ///
  /// - Parameters:
  ///   - names: The options beside `pipeline`, `window` and `record`.
  ///   - usage: The help.
  public init(_ names: Set<String>, usage: String) {
    let known = names.union(["pipeline", "window", "record"])
    var arguments = Array(CommandLine.arguments.dropFirst())
    while !arguments.isEmpty {
      let argument = arguments.removeFirst()
      if argument == "--help" || argument == "-h" {
        print(usage)
        exit(0)
      }
      guard argument.hasPrefix("--") else {
        video = argument
        continue
      }
      let name = String(argument.dropFirst(2))
      guard known.contains(name), !arguments.isEmpty else { fail("\(argument) is no option, or lacks its value.") }
      values[name, default: []].append(arguments.removeFirst())
    }
  }

  /// The value of an option, the last one where it was given several times.
  public subscript(_ name: String) -> String? { values[name]?.last }

  /// Returns all values of an option that takes rectangles.
  public func rectangles(_ name: String) -> [Rectangle] {
    (values[name] ?? []).map { text in
      let numbers = text.split(separator: ",").compactMap { Double($0) }
      guard numbers.count == 4 else { fail("--\(name) is X,Y,W,H.") }
      return Rectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
  }

  /// Shows every frame of the video to a stage, and what it draws in the window and the recording.
  public func run(_ stage: some FrameStage) {
    let text = "\(source) ! video/x-raw,format={ I420, NV12 } ! appsink name=frames \(output)"
    do {
      var settings = SessionOptions()
      settings.drawing = stage
      let session = try Session(pipeline: text, trackers: [StageTracker(stage: stage)], options: settings)
      let statistics = try session.run()
      print("\(statistics.frames) frames, \(statistics.skipped) of them not analyzed")
    } catch {
      fail("\(error)")
    }
  }

  private var source: String {
    if let pipeline = self["pipeline"] { return pipeline }
    guard let video else { fail("Give a video, or --pipeline.") }
    return "uridecodebin uri=\"\(URL(fileURLWithPath: video).absoluteString)\" ! videoconvert"
  }

  private var output: String {
    let window = self["window"] ?? "ximagesink"
    let shown = window == "none" ? nil : "queue ! videoconvert ! \(window)"
    let recorded = self["record"].map { path in
      "queue ! videoconvert ! x264enc speed-preset=superfast tune=zerolatency ! h264parse ! matroskamux "
        + "! filesink location=\"\(path)\""
    }
    let branches = [shown, recorded].compactMap { $0 }
    guard !branches.isEmpty else { fail("Show it in a --window, or --record it.") }
    return "appsrc name=annotated ! tee name=t " + branches.map { "t. ! \($0)" }.joined(separator: " ")
  }
}

/// Writes a line at once, for whoever reads along.
public func tell(_ line: String) {
  print(line)
  fflush(nil)
}

/// Ends the program with a message.
public func fail(_ text: String) -> Never {
  FileHandle.standardError.write(Data((text + "\n").utf8))
  exit(2)
}
