// The options of one stream that is served, on the command line and in a configuration file.
import ArgumentParser
import Flycatcher
import FlycatcherServe
import GStreamerSupport

struct StreamOptions: ParsableArguments {
  @Flag(help: "Begin a file anew when it has come to its end.")
  var loop = false

  @Flag(help: "Detect trajectories; the default unless objects or rectangles are given.")
  var trajectories = false

  @Option(
    help: ArgumentHelp(
      "The encoder: an element, optionally with properties (default: the best one installed).", valueName: "element"))
  var encoder: String?

  @Option(help: ArgumentHelp("Bits a second, in thousands, 50 to 200000.", valueName: "kbit/s"))
  var bitRate = StreamEncoding().kilobits

  @Option(help: ArgumentHelp("How long a source may show nothing before it is lost, 1 to 600.", valueName: "seconds"))
  var stallTimeout = 10.0

  @Option(help: ArgumentHelp("How long a source may take for its first picture, 1 to 600.", valueName: "seconds"))
  var startTimeout = 30.0

  @Option(
    help: ArgumentHelp("Give a source up that has shown nothing for so long, 1 to 604800.", valueName: "seconds"))
  var giveUp: Double?

  @Option(
    help: ArgumentHelp(
      "A second payload with what was seen: klv (MISB ST 0601 and 0903), onvif, or none.", valueName: "format"))
  var metadata = MetadataChoice.klv

  /// Refused, with the reason.
  @Option(help: .hidden) var unwarp: String?

  @OptionGroup(title: "Recordings") var recordings: RecordingOptions
  @OptionGroup(title: "Trajectories") var detection: TrajectoryOptions
  @OptionGroup(title: "Filter") var filter: FilterOptions
  @OptionGroup(title: "Objects") var objects: ObjectOptions
  @OptionGroup(title: "Rectangles") var rectangles: RectangleOptions
  @OptionGroup(title: "Overlay") var overlay: OverlayOptions

  /// Returns the plan of a stream.
  ///
  /// - Parameters:
  ///   - path: The path on the server.
  ///   - source: The source, as the user writes it.
  func plan(path: String, source: String) throws(Failure) -> StreamPlan {
    let choice = TrackerChoice(
      trajectories: trajectories, detection: detection, filter: filter, objects: objects, rectangles: rectangles)
    guard unwarp == nil else {
      throw .usage("--unwarp is for analyze and run: a service has no end at which to write it.")
    }
    let trackers = try choice.trackers(picture: nil)
    let style = try overlay.style(regionOfInterest: detection.regionOfInterest.rectangle)
    try checkEncoder()
    let recording = try recordings.plan()
    let input = try ServedSource(
      source, needsCoded: recording?.content == .clean, needsSound: recording?.hasSound ?? false)
    var plan = StreamPlan(
      path: path, source: input.name, pipeline: input.pipeline, hasEnd: input.hasEnd, trackers: trackers, style: style)
    (plan.mayBeLive, plan.isLooped) = (input.mayBeLive, loop)
    plan.metadata = MountMetadata(rawValue: metadata.rawValue)
    plan.recording = recording
    (plan.codedName, plan.soundName) = (input.codedName, input.soundName)
    plan.encoding.encoder = encoder
    plan.encoding.kilobits = bitRate
    plan.stallTimeout = try Self.seconds(stallTimeout, "--stall-timeout", most: 600)
    plan.startTimeout = try Self.seconds(startTimeout, "--start-timeout", most: 600)
    if let giveUp { plan.giveUp = try Self.seconds(giveUp, "--give-up", most: 604_800) }
    return plan
  }

  private func checkEncoder() throws(Failure) {
    guard (50...200_000).contains(bitRate) else { throw .usage("--bit-rate \(bitRate) must be from 50 to 200000.") }
    if let encoder { _ = try Encoder.name(of: encoder) { GStreamer.hasElement($0) } }
  }

  private static func seconds(_ value: Double, _ option: String, most: Double) throws(Failure) -> Duration {
    guard value >= 1, value <= most else { throw .usage("\(option) \(value) must be from 1 to \(Int(most)) seconds.") }
    return .seconds(value)
  }
}

/// The choices of `--metadata`.
enum MetadataChoice: String, CaseIterable, ExpressibleByArgument {
  case klv, onvif, none
}
