// `flycatcher analyze`: a video in, observations, an annotated video and a picture out.
import ArgumentParser
import Flycatcher
import FlycatcherPipeline

struct Analyze: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Analyze a video: find trajectories, track objects and rectangles.",
    discussion: """
      Examples:
        flycatcher analyze toss.mp4
        flycatcher analyze toss.mp4 --annotate out.mkv --picture out.png
        flycatcher analyze rtsp://camera/stream --json - | jq .
        flycatcher analyze court.mp4 --region-of-interest 0,0,1,0.7
        flycatcher analyze match.mp4 --object "0.41,0.3,0.05,0.2=player 7"
        flycatcher analyze photo.jpg --rectangles --maximum-observations 0
        cat toss.mkv | flycatcher analyze -
        echo 'v4l2src ! videoconvert ! appsink name=frames' | flycatcher analyze -

      At the end a summary is printed, unless standard output takes the JSON Lines.
      """)

  @Argument(
    help:
      "A video file, a picture, a URI, or - for standard input: a video, or a pipeline with \"appsink name=frames\".")
  var input: String

  @Flag(help: "Detect trajectories; the default unless objects or rectangles are given.")
  var trajectories = false

  @Option(help: "How to rotate the stored picture; auto uses the file's orientation tag.")
  var orientation = Turn.auto

  @OptionGroup(title: "Results") var outputs: OutputOptions
  @OptionGroup(title: "Trajectories") var detection: TrajectoryOptions
  @OptionGroup(title: "Filter") var filter: FilterOptions
  @OptionGroup(title: "Objects") var objects: ObjectOptions
  @OptionGroup(title: "Rectangles") var rectangles: RectangleOptions
  @OptionGroup(title: "Overlay of --annotate") var overlay: OverlayOptions

  func run() async throws {
    let choice = TrackerChoice(
      trajectories: trajectories, detection: detection, filter: filter, objects: objects, rectangles: rectangles)
    let trackers = try choice.trackers(picture: outputs.picture)
    let unwarping = try rectangles.unwarping()
    let style = try overlay.style(regionOfInterest: detection.regionOfInterest.rectangle)
    let isPath = input != "-" && !Input.isURI(input)
    try outputs.check(input: isPath ? input : nil, unwarp: unwarping?.path)
    let source = try Input(input, turn: orientation, needsColor: outputs.annotate != nil, isCopied: unwarping != nil)
    let branch = try outputs.annotatedBranch()
    let analysis = AnalysisRun(
      source: source.name, pipeline: [source.pipeline, branch].compactMap { $0 }.joined(separator: "\n"),
      trackers: trackers, style: style, json: outputs.json, picture: outputs.picture, unwarping: unwarping,
      minimumConfidence: detection.minimumConfidence, annotated: outputs.annotate, isFile: isPath)
    do {
      try await analysis.run(choice: choice)
    } catch Failure.unusableInput(let message) where isPath && CutOff.missingBytes(input) != nil {
      // It may still be on its way.
      throw Failure.running("\(message) \(input) ends too early.")
    }
    guard isPath, let missing = CutOff.missingBytes(input) else { return }
    throw Failure.running(
      "\(input) ends too early: \(missing) bytes are missing. What there is has been analyzed.")
  }
}

/// The rotation of a picture before it is analyzed.
enum Turn: String, CaseIterable, ExpressibleByArgument {
  case auto, up, upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

  /// The element that does it; `nil` where none is needed.
  var element: String? {
    self == .up ? nil : "videoflip video-direction=" + direction
  }

  private var direction: String {
    switch self {
    case .auto: "auto"
    case .up: "identity"
    case .upMirrored: "horiz"
    case .down: "180"
    case .downMirrored: "vert"
    case .leftMirrored: "ul-lr"
    case .right: "90r"
    case .rightMirrored: "ur-ll"
    case .left: "90l"
    }
  }
}
