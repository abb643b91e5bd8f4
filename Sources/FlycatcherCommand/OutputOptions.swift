// The outputs of a run, checked before anything runs.
import ArgumentParser
import FlycatcherPipeline
import GStreamerSupport

struct OutputOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Write observations as JSON Lines; - is standard output.", valueName: "file|-"))
  var json: String?

  @Option(
    help: ArgumentHelp(
      "Write the video with the observations drawn on it, with the sound of a file.", valueName: "file.mkv|.mp4"))
  var annotate: String?

  @Option(
    help: ArgumentHelp(
      "Write one picture of all flights over the background, as in a strobe photograph.", valueName: "file.png|.svg"))
  var picture: String?

  @Option(
    help: ArgumentHelp(
      """
      The encoder for --annotate: an element, optionally with properties (default: the best one installed).
      """, valueName: "element"))
  var encoder: String?

  /// The files with the options that name them.
  var files: [(option: String, path: String?)] {
    Self.files(json: json, annotate: annotate, picture: picture)
  }

  private static func files(
    json: String?, annotate: String?, picture: String?
  ) -> [(option: String, path: String?)] {
    [("--json", json == "-" ? nil : json), ("--annotate", annotate), ("--picture", picture)]
  }

  /// Sees to it that every file can be written, before anything runs.
  ///
  /// - Parameters:
  ///   - input: the file that is read; none may take its place.
  ///   - unwarp: the file of the rectified rectangle.
  ///   - others: other files that are written, with the options that name them.
  func check(
    input: String?, unwarp: String?, others: [(option: String, path: String?)] = []
  ) throws(Failure) {
    try Self.check(json: json, annotate: annotate, picture: picture, unwarp: unwarp, others: others, input: input)
    _ = try container()
    if encoder != nil, annotate == nil { throw .usage("--encoder is for --annotate, which is not given.") }
  }

  /// Sees to it that every file can be written and none is named twice.
  static func check(
    json: String?, annotate: String?, picture: String?, unwarp: String? = nil,
    others: [(option: String, path: String?)] = [], input: String?
  ) throws(Failure) {
    let named = files(json: json, annotate: annotate, picture: picture) + [("--unwarp", unwarp)] + others
    var taken: [(option: String, path: String)] = []
    if let input { taken.append(("the input", input)) }
    for case (let option, let path?) in named {
      guard path != "-" else {
        throw .usage("\(option) does not write to standard output; --json does. ./- is a file of that name.")
      }
      guard !path.isEmpty else { throw .usage("\(option) needs the name of a file.") }
      if let other = taken.first(where: { Files.isSame($0.path, path) }) {
        throw .usage("\(option) \(path) is the same file as \(other.option).")
      }
      taken.append((option, path))
    }
    if let picture, !["png", "svg"].contains(Files.ending(of: picture)) {
      throw .usage("--picture \(picture) must end in .png or .svg.")
    }
    for case (let option, let path?) in named {
      if let obstacle = Files.obstacle(toWriting: path) {
        throw .running("\(option) \(path) cannot be written: \(obstacle).")
      }
    }
  }

  /// The second half of the pipeline: what takes the annotated frames; `nil` where none are wanted.
  ///
  /// - Parameter sound: The sound that goes with them.
  func annotatedBranch(sound: EncodedKind?) throws(Failure) -> String? {
    guard let annotate, let container = try container() else { return nil }
    let choice = try Encoder.choose(encoder, for: container) { GStreamer.hasElement($0) }
    let way = sound.map { sound in
      (["\(Input.fileName).", sound.queued] + SoundBranch.elements(sound, for: container)).joined(separator: " ! ")
    }
    return try choice.branch(to: annotate, in: container, sound: way)
  }

  private func container() throws(Failure) -> Container? {
    guard let annotate else { return nil }
    // A device (/dev/full, /dev/null) has no ending.
    if let status = try? Files.status(annotate), !status.isRegular, !status.isDirectory { return .matroska }
    guard let container = Container(path: annotate) else {
      throw .usage("--annotate \(annotate) must end in .mkv or .mp4.")
    }
    return container
  }
}
