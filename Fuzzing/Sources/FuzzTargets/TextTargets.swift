// What people type: options with their values, pipelines with their places.
import ArgumentParser
import Flycatcher

@testable import FlycatcherCommand
@testable import FlycatcherPipeline
@testable import FlycatcherServe
@testable import GStreamerSupport

/// An `analyze` line, an argument in each line of the text, as far as the trackers that it asks for.
func fuzzArguments(_ bytes: [UInt8]) {
  guard let kind = bytes.first else { return }
  let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
  switch kind % 5 {
  case 0:
    let arguments = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(24).map(String.init)
    guard let analyze = try? Analyze.parse(["clip.mkv"] + arguments) else { return }
    let choice = TrackerChoice(
      trajectories: analyze.trajectories, detection: analyze.detection, filter: analyze.filter,
      objects: analyze.objects, rectangles: analyze.rectangles)
    guard let trackers = try? choice.trackers(picture: nil) else { return }
    _ = try? analyze.overlay.style(regionOfInterest: analyze.detection.regionOfInterest.rectangle)
    watchOne(trackers)
  case 1:
    guard let nomination = try? LabeledBox.parse(text), var tracker = try? ObjectTracker() else { return }
    guard (try? tracker.nominate(nomination.box, label: nomination.label)) != nil else { return }
    watchOne([tracker])
  case 2:
    guard let corners = try? Corners.parse(text), var tracker = try? RectangleTracker() else { return }
    guard (try? tracker.nominate(corners.quad)) != nil else { return }
    watchOne([tracker])
  case 3:
    guard let region = try? Region.parse(text) else { return }
    var settings = TrajectoryDetector.Settings()
    settings.regionOfInterest = region.rectangle
    var detection = RectangleDetector.Settings()
    detection.regionOfInterest = region.rectangle
    var rectangles = RectangleTracker.Settings()
    rectangles.detection = detection
    guard let trajectories = try? TrajectoryDetector(settings), let rectangle = try? RectangleTracker(rectangles) else {
      return
    }
    watchOne([trajectories, rectangle])
  default:
    _ = Assignment(argument: text)
    _ = RegionTypes(argument: text)?.contains(text)
    _ = OverlayColor(argument: text)
    _ = ObservationUUID(text)?.description
    _ = try? ConfigurationFile(text, name: "cameras.yaml")
    expect(redacted(redacted(text)) == redacted(text), "a password is left: \(text.debugDescription)")
  }
}

/// Shows two frames of the demo's proportions to what was asked for.
private func watchOne(_ trackers: [any Tracker]) {
  var trackers = trackers
  var input = FuzzInput([5, 63, 35, 0, 0, 40, 2, 0, 4, 200, 3])
  var picture = FuzzPicture(&input)
  for frame in 0..<2 {
    picture.draw(frame: frame)
    for index in trackers.indices {
      picture.withFrame(at: Timestamp(nanoseconds: Int64(frame) * 40_000_000)) { frame in
        if let observations = try? trackers[index].track(frame) { check(observations) }
      }
    }
  }
}

/// A pipeline with places, and values for them. Nothing is run: elements of other people are not looked for faults in here.
func fuzzLaunch(_ bytes: [UInt8]) {
  guard let kind = bytes.first, (try? GStreamer.start()) != nil else { return }
  let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
  let parts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  switch kind % 3 {
  case 0:
    let values = Dictionary(parts.dropFirst().compactMap(Assignment.init).map { ($0.name, $0.value) }) { $1 }
    guard let filled = try? LaunchTemplate(parts[0]).filled(values) else { return }
    checkPipeline(filled)
  case 1: checkLocation(text)
  default: checkPipeline(text)
  }
}

/// The check of a pipeline before it runs.
private func checkPipeline(_ text: String) {
  // Elements of other people take what their properties name when they are made: screens, devices, the network.
  let known = [
    "appsrc", "appsink", "fakesrc", "fakesink", "identity", "queue", "tee", "filesrc", "filesink", "videoconvert",
    "videotestsrc", "capsfilter", "videoscale", "matroskamux",
  ]
  let words = text.split { !($0.isLetter || $0.isNumber || "-_.".contains($0)) }
  let isTame = words.allSatisfy { word in known.contains(String(word)) || !GStreamer.hasElement(String(word)) }
  guard isTame, !text.utf8.contains(0) else { return }
  do {
    let session = try Session(pipeline: text, trackers: [])
    _ = session.files.use(of: "clip.mkv")
  } catch {
    expect(!error.description.isEmpty, "an error without a word")
  }
}

/// A value behind an equals sign reaches the property as it was given.
private func checkLocation(_ value: String) {
  guard !value.isEmpty, let filled = try? LaunchTemplate("filesrc name=f location=${V}").filled(["V": value]),
    let pipeline = try? Pipeline(filled), let element = pipeline.element(named: "f")
  else { return }
  // A value that begins with a quote is unwrapped once more by GStreamer itself.
  guard !value.hasPrefix("\"") else { return }
  expect(
    element.text(of: "location") == value, "\(value.debugDescription) became \(element.text(of: "location") ?? "nil")")
}
