// `flycatcher run`: a pipeline of the user's own.
import ArgumentParser
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport
import Glibc

struct Run: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run a GStreamer pipeline with the trackers in it.",
    discussion: """
      Examples:
        flycatcher run pipelines/watch-window.launch --json -
        flycatcher run pipelines/record-camera.launch --set OUTPUT=out.mkv
        flycatcher run 'v4l2src ! videoconvert ! appsink name=frames
          appsrc name=annotated ! videoconvert ! autovideosink'

      The pipeline is written as for gst-launch-1.0. Frames reach the trackers through \
      an appsink named "frames". They come back with the overlay through an appsrc named \
      "annotated", and observations come as JSON Lines through an appsrc named \
      "metadata"; both are optional.

      If the pipeline ends in a window: drag a box over an object to track it, \
      right-click a box to drop it, drag with Shift to set the region of interest, \
      click with Shift to reset it.

      ${NAME} is replaced by the value given with --set NAME=value, ${NAME:-default} by \
      the default if none is given. After an equals sign the value is escaped as a \
      property's value; elsewhere it is inserted as a piece of pipeline. \
      In a file, lines that begin with # are comments.
      """)

  @Argument(help: "A pipeline, the name of a file that holds one (.launch), or - for standard input.")
  var pipeline: String

  @Option(
    name: .customLong("set"), help: ArgumentHelp("The value of ${NAME} in the pipeline.", valueName: "NAME=value"))
  var values: [Assignment] = []

  @Option(help: ArgumentHelp("Write observations as JSON Lines; - is standard output.", valueName: "file|-"))
  var json: String?

  @Option(
    help: ArgumentHelp("Write one picture of all flights over the background.", valueName: "file.png|.svg"))
  var picture: String?

  @Flag(help: "Detect trajectories; the default unless objects or rectangles are given.")
  var trajectories = false

  @OptionGroup(title: "Tables") var tables: TableOptions
  @OptionGroup(title: "Measures") var measuring: MeasureOptions
  @OptionGroup(title: "Trajectories") var detection: TrajectoryOptions
  @OptionGroup(title: "Filter") var filter: FilterOptions
  @OptionGroup(title: "Objects") var objects: ObjectOptions
  @OptionGroup(title: "Rectangles") var rectangles: RectangleOptions
  @OptionGroup(title: "Rectangles") var unwarp: UnwarpOptions
  @OptionGroup(title: "Overlay") var overlay: OverlayOptions

  func run() async throws {
    let choice = TrackerChoice(
      trajectories: trajectories, detection: detection, filter: filter, objects: objects, rectangles: rectangles,
      heedsPointer: true)
    try measuring.checkUse(choice: choice)
    let trackers = try measuring.measuring(choice.trackers(picture: picture))
    let unwarping = try unwarp.unwarping(rectangles)
    var style = try overlay.style(regionOfInterest: detection.regionOfInterest.rectangle)
    style.speedUnit = measuring.speedUnit
    let (name, text) = try LaunchTemplate.load(pipeline)
    let filled = try LaunchTemplate(text).filled(try assignments())
    try Self.checkDisplay(filled)
    try OutputOptions.check(
      json: json, annotate: nil, picture: picture, unwarp: unwarping?.path, others: tables.files, input: nil)
    Input.preferRobustDecoder(isPhoto: false)
    let mainLoop = MainLoop()
    defer { mainLoop.stop() }
    let results = try await AnalysisRun(
      source: name, pipeline: filled, trackers: trackers, style: style, json: json,
      picture: picture, unwarping: unwarping,
      tables: tables.tables(measuring, minimumConfidence: detection.minimumConfidence),
      captureRate: measuring.captureRate,
      minimumConfidence: detection.minimumConfidence, annotated: nil, isUsersPipeline: true,
      prepare: { session in
        try overlay.checkUse(isDrawn: session.takesAnnotatedFrames, need: "a pipeline with appsrc name=annotated")
      }
    ).run(choice: choice)
    if results.isInterrupted { throw Failure.interrupted }
  }

  /// Refuses a pipeline with a video window where there is no screen at all: GStreamer's search for one ends inside a
  /// driver (DirectFB's) that crashes the process.
  private static func checkDisplay(_ pipeline: String) throws(Failure) {
    let hasServer = ["DISPLAY", "WAYLAND_DISPLAY"].contains { (name: String) in unsafe getenv(name) != nil }
    let hasScreen = ["/dev/dri", "/dev/fb0"].contains { path in (try? Files.status(path)) != nil }
    guard !hasServer, !hasScreen, pipeline.contains("autovideosink") else { return }
    throw .running("There is no display for autovideosink: neither DISPLAY nor WAYLAND_DISPLAY is set.")
  }

  private func assignments() throws(Failure) -> [String: String] {
    var assignments: [String: String] = [:]
    for value in values {
      guard assignments.updateValue(value.value, forKey: value.name) == nil else {
        throw .usage("--set \(value.name) is given twice.")
      }
    }
    return assignments
  }
}

/// `NAME=value`.
struct Assignment: ExpressibleByArgument {
  let name: String
  let value: String

  init?(argument: String) {
    guard let sign = argument.firstIndex(of: "="), sign != argument.startIndex else { return nil }
    name = String(argument[..<sign])
    value = String(argument[argument.index(after: sign)...])
  }
}
