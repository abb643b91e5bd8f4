// `flycatcher demo`: everything at once, on a scene that the command carries in itself.
import ArgumentParser
import DemoScene
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport

struct Demo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Analyze the embedded scene: a court with throws and bounces.",
    discussion: """
      Example:
        flycatcher demo --output demo

      Writes the annotated video, the observations and the picture of all flights, and \
      compares them with the known ground truth of the scene.
      """)

  @Option(help: ArgumentHelp("The folder to write to; created if necessary.", valueName: "folder"))
  var output = "demo"

  @Option(help: ArgumentHelp("Length of the scene in seconds, 1 to 600.", valueName: "seconds"))
  var duration = 6.0

  @Option(help: ArgumentHelp("Width of the scene in pixels, a multiple of 16, 160 to 3840.", valueName: "pixels"))
  var width = 1280

  @OptionGroup(title: "Trajectories") var detection: TrajectoryOptions
  @OptionGroup(title: "Filter") var filter: FilterOptions
  @OptionGroup(title: "Overlay") var overlay: OverlayOptions

  func run() async throws {
    guard (1...600).contains(duration) else {
      throw Failure.usage("--duration is \(duration); it must be 1 to 600 seconds.")
    }
    guard (160...3840).contains(width), width % 16 == 0 else {
      throw Failure.usage("--width is \(width); it must be a multiple of 16 from 160 to 3840.")
    }
    let detector = try SelectiveDetector(detection.detector(), filter.filter())
    let style = try overlay.style(regionOfInterest: detection.regionOfInterest.rectangle)
    let scene = try DemoScene(width: width, height: width * 9 / 16 / 2 * 2, duration: duration)
    do {
      try Files.makeFolder(output)
    } catch {
      throw Failure.running("--output \(output) cannot be made: \(error.reason).")
    }
    let video = output + "/flycatcher-demo.mkv"
    let json = output + "/flycatcher-demo.jsonl"
    let picture = output + "/flycatcher-demo.png"
    for path in [video, json, picture] {
      guard let obstacle = Files.obstacle(toWriting: path) else { continue }
      throw Failure.running("--output \(output): \(path) cannot be written: \(obstacle).")
    }
    let encoder = try Encoder.choose(nil, for: .matroska) { GStreamer.hasElement($0) }
    let pipeline = "appsrc name=scene ! appsink name=frames\n" + (try encoder.branch(to: video, in: .matroska))
    let results = try await AnalysisRun(
      source: "demo scene", pipeline: pipeline, trackers: [detector], style: style, json: json, picture: picture,
      annotated: video, prepare: { session in try Self.feed(scene, to: session) }
    ).run()
    if results.isInterrupted { throw Failure.interrupted }
    let (summary, statistics) = (results.summary, results.statistics)
    let check = DemoCheck(summary.flights, scene, trajectoryLength: detection.trajectoryLength)
    let elapsed = statistics.elapsed.seconds
    try Terminal.print(
      """
      The scene: \(scene.frameCount) frames, \(scene.width)×\(scene.height), rendered, analyzed, annotated and encoded \
      in \(decimal(elapsed, 1)) s (\(Progress.rate(statistics.frames, in: elapsed))).
      Compared with the ground truth: \(check.text).

        video         \(video)
        observations  \(json)
        picture       \(picture)

      """)
  }

  private static func feed(_ scene: DemoScene, to session: Session) throws {
    let feed = session.element(named: "scene").flatMap { element in
      PictureFeed(
        element, width: scene.width, height: scene.height, framesPerSecond: Int(scene.framesPerSecond.rounded()))
    }
    guard let feed, feed.start(count: scene.frameCount, render: { scene.render($0, into: &$1) }) else {
      throw Failure.running("The scene cannot be rendered: the system grants no further thread.")
    }
  }
}
