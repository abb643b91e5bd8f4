// The clips of a run: each flight as a video of its own, and all of them in one.
import ArgumentParser
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport

struct ClipOptions: ParsableArguments {
  /// Seconds.
  private static let standardMargin = 1.0

  @Option(
    help: ArgumentHelp(
      "Write each flight as a video of its own, with its sound, and a picture of it, into a folder; made if necessary.",
      valueName: "folder"))
  var clips: String?

  @Option(help: ArgumentHelp("Write all clips into one video.", valueName: "file.mkv|.mp4"))
  var reel: String?

  @Option(help: ArgumentHelp("Clips begin this long before a flight, 0 to 3600.", valueName: "seconds"))
  var before = standardMargin

  @Option(
    help: ArgumentHelp(
      "Clips end this long after a flight, 0 to 3600. Clips that overlap are one.", valueName: "seconds"))
  var after = standardMargin

  @Flag(
    help: """
      Clips as they were filmed: nothing is drawn on them, and they are cut without encoding, from the last key frame before.
      """)
  var clean = false

  /// A Boolean value indicating whether there is anything to cut.
  var isWanted: Bool { clips != nil || reel != nil }

  /// Sees to it that everything can be written, before anything runs.
  ///
  /// - Parameter input: The file that is read; `nil` where it is none.
  func check(input: String?) throws(Failure) {
    guard isWanted else {
      if before != Self.standardMargin || after != Self.standardMargin || clean {
        throw .usage("--before, --after and --clean are for --clips and --reel, which are not given.")
      }
      return
    }
    // That there is no such file is said where it is opened.
    guard let input, (try? Files.status(input))?.isRegular ?? true else {
      throw .usage("--clips and --reel read the film a second time, and need a file.")
    }
    _ = try durations()
    if let reel, Container(path: reel) == nil { throw .usage("--reel \(reel) must end in .mkv or .mp4.") }
    guard let clips else { return }
    if let status = try? Files.status(clips) {
      guard status.isDirectory else { throw .running("--clips \(clips) cannot be written: it is not a folder.") }
      if let obstacle = Files.obstacle(toWriting: clips + "/flight-001.mp4") {
        throw .running("--clips \(clips) cannot be written: \(obstacle).")
      }
    } else if let obstacle = Files.obstacle(toWriting: clips) {
      throw .running("--clips \(clips) cannot be made: \(obstacle).")
    }
  }

  /// The times before and after a flight.
  func durations() throws(Failure) -> (before: Duration, after: Duration) {
    (
      try TrajectoryOptions.duration(before, "--before", most: 3600),
      try TrajectoryOptions.duration(after, "--after", most: 3600)
    )
  }
}
