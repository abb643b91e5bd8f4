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
        flycatcher analyze practice.mp4 --clips throws --reel throws.mp4
        flycatcher analyze toss.mp4 --scale 0.1,0.9,0.3,0.9=1.8m --csv toss.csv
        cat toss.mkv | flycatcher analyze -
        flycatcher analyze films/ more/toss.mp4 --output results
        find . -name '*.mp4' | flycatcher analyze - --output results --picture {}.png
        echo 'v4l2src ! videoconvert ! appsink name=frames' | flycatcher analyze -

      At the end a summary is printed, unless standard output takes the JSON Lines.
      """)

  @Argument(
    help:
      """
      A video file, a picture, a URI, or - for standard input: a video, or a pipeline with "appsink name=frames". With \
      --output any number of files and folders; - is then a list of them, one a line.
      """)
  var inputs: [String]

  /// The only input, where there are not many.
  private var input: String { Input.local(inputs.first ?? "") }

  @Flag(help: "Detect trajectories; the default unless objects or rectangles are given.")
  var trajectories = false

  @Option(help: "How to rotate the stored picture; auto uses the file's orientation tag.")
  var orientation = Turn.auto

  @OptionGroup(title: "Results") var outputs: OutputOptions
  @OptionGroup(title: "Many files") var batch: BatchOptions
  @OptionGroup(title: "Tables") var tables: TableOptions
  @OptionGroup(title: "Clips") var clips: ClipOptions
  @OptionGroup(title: "Report") var report: ReportOptions
  @OptionGroup(title: "Measures") var measuring: MeasureOptions
  @OptionGroup(title: "Trajectories") var detection: TrajectoryOptions
  @OptionGroup(title: "Filter") var filter: FilterOptions
  @OptionGroup(title: "Objects") var objects: ObjectOptions
  @OptionGroup(title: "Rectangles") var rectangles: RectangleOptions
  @OptionGroup(title: "Rectangles") var unwarp: UnwarpOptions
  @OptionGroup(title: "Overlay of --annotate") var overlay: OverlayOptions

  func run() async throws {
    if try batch.hasListed(inputs: inputs) { return }
    if let many = try batch.run(inputs: inputs, json: outputs.json) { return try many.run() }
    let choice = TrackerChoice(
      trajectories: trajectories, detection: detection, filter: filter, objects: objects, rectangles: rectangles)
    try measuring.checkUse(choice: choice)
    let trackers = try measuring.measuring(choice.trackers(picture: outputs.picture))
    let unwarping = try unwarp.unwarping(rectangles)
    var style = try overlay.style(regionOfInterest: detection.regionOfInterest.rectangle)
    style.speedUnit = measuring.speedUnit
    let isPath = input != "-" && !Input.isURI(input)
    try outputs.check(
      input: isPath ? input : nil, unwarp: unwarping?.path,
      others: tables.files + [("--reel", clips.reel), ("--report", report.report)])
    try clips.check(input: isPath ? input : nil)
    if clips.isWanted || report.report != nil, !choice.findsTrajectories {
      throw Failure.usage("--clips, --reel and --report show flights; add --trajectories.")
    }
    if report.report != nil, orientation != .auto {
      throw Failure.usage("--report shows the film as players turn it; leave --orientation out.")
    }
    let sound = outputs.annotate == nil ? nil : Input.sound(of: input)
    let source = try Input(
      input, turn: orientation, needsColor: outputs.annotate != nil, isCopied: unwarping != nil, sound: sound)
    let branch = try outputs.annotatedBranch(sound: sound)
    var analysis = AnalysisRun(
      source: source.name, pipeline: [source.pipeline, branch].compactMap { $0 }.joined(separator: "\n"),
      trackers: trackers, style: style, json: outputs.json, picture: outputs.picture, unwarping: unwarping,
      report: report.report, tables: tables.tables(measuring, minimumConfidence: detection.minimumConfidence),
      captureRate: measuring.captureRate,
      keepsTrajectories: clips.isWanted || report.report != nil,
      minimumConfidence: detection.minimumConfidence, annotated: outputs.annotate, isFile: isPath,
      isUsersPipeline: source.name == nil, member: try BatchMember(batch))
    analysis.prepare = { session in
      try overlay.checkUse(
        isDrawn: session.takesAnnotatedFrames || clips.isWanted && !clips.clean,
        need: "--annotate, or --clips or --reel without --clean")
    }
    let interruption = clips.isWanted ? Interruption() : nil
    analysis.interruption = interruption
    do {
      let results = try await analysis.run(choice: choice)
      try report.write(
        results, input: input, isFile: isPath, unit: measuring.speedUnit, captureRate: measuring.captureRate)
      if let interruption { try await cut(results, style: style, interruption) }
      if results.isInterrupted { throw Failure.interrupted }
    } catch Failure.unusableInput(let message) where isPath && CutOff.missingBytes(Arguments.bytes(of: input)) != nil {
      // It may still be on its way.
      throw Failure.running("\(message) \(input) ends too early.")
    }
    let film = isPath ? (path: input, name: input) : StandardInput.film(of: input)
    guard let film, let complaint = CutOff.complaint(Arguments.bytes(of: film.path), name: film.name) else { return }
    analysis.member?.tellIncomplete()
    throw Failure.running(complaint)
  }
}

extension Analyze {
  /// Cuts the flights out of the film, and draws a picture of each.
  ///
  /// - Parameter interruption: What ends the cutting early. Where it has ended the analysis, all that was seen until then is cut.
  private func cut(
    _ results: AnalysisRun.Results, style: OverlayStyle, _ interruption: Interruption
  ) async throws {
    let run = ClipRun(
      options: clips, input: input, turn: orientation, style: style, encoder: outputs.encoder,
      flights: results.summary.flights,
      others: outputs.files + [("--unwarp", unwarp.unwarp), ("--report", report.report)] + tables.files,
      interruption: results.isInterrupted ? nil : interruption)
    // The next request ends the process.
    defer { withExtendedLifetime(interruption) {} }
    let intervals = try await run.run()
    guard let folder = clips.clips else { return }
    for interval in intervals {
      do {
        try results.strobe?.write(interval.uuids, to: "\(folder)/\(interval.name).\(ClipRun.picture)")
      } catch {
        throw Failure.running(error.description)
      }
    }
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
