// The options of recordings.
import ArgumentParser
import FlycatcherServe

struct RecordingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Record the annotated stream into files in this folder.", valueName: "folder"))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "The kind of the files: mkv (Matroska) or mp4 (in fragments); both play up to the last second whatever happens.",
      valueName: "kind"))
  var recordFormat: RecordingFormat?

  @Flag(help: "Record the source's own video as it is coded, and not the annotated one.")
  var recordClean = false

  @Flag(help: "Record only while something is seen, with JSON Lines beside each file.")
  var recordEvents = false

  @Option(
    help: ArgumentHelp("What is recorded before an event, at least; 0 to 60 s (default: 5s).", valueName: "duration"),
    transform: Span.reader(0...60, "from 0 to 60 s"))
  var before: Span?

  @Option(
    help: ArgumentHelp("What is recorded after an event, 0 to 600 s (default: 5s).", valueName: "duration"),
    transform: Span.reader(0...600, "from 0 to 600 s"))
  var after: Span?

  @Flag(help: "Record the sound of the source, too.")
  var audio = false

  @Flag(help: "Write what was seen as WebVTT beside each recording, for a <track> in a page.")
  var webvtt = false

  @Option(
    help: ArgumentHelp(
      "The length of a file: seconds, or with a unit, as 10min or 1h; 1 s to 24 h (default: 10min).",
      valueName: "duration"), transform: Span.reader(1...86_400, "from 1 s to 24 h"))
  var segment: Span?

  @Option(
    help: ArgumentHelp("Remove files that are older, such as 7d.", valueName: "duration"),
    transform: Span.reader(0...Int.max, "0 or more"))
  var keepFor: Span?

  @Option(
    help: ArgumentHelp("Remove the oldest files beyond so much, such as 200GB.", valueName: "bytes"),
    transform: ByteCount.init(text:))
  var keepBytes: ByteCount?

  /// Returns the plan of the recording; `nil` where nothing is recorded.
  func plan() throws(Failure) -> RecordingPlan? {
    guard let record else {
      let isMeant =
        recordClean || recordEvents || audio || webvtt || before != nil || after != nil || recordFormat != nil
      guard segment == nil, keepFor == nil, keepBytes == nil, !isMeant else {
        throw .usage(
          "--segment, --keep-for, --keep-bytes, --record-format, --record-clean, --record-events, --audio and --webvtt are for recordings; "
            + "add --record FOLDER.")
      }
      return nil
    }
    var plan = RecordingPlan(folder: record)
    plan.content = recordClean ? .clean : .annotated
    plan.container = recordFormat?.container ?? .matroska
    (plan.hasSound, plan.hasCues) = (audio, webvtt)
    plan.events = try events()
    if let segment { plan.segment = .seconds(segment.seconds) }
    plan.keepsFor = keepFor.map { .seconds($0.seconds) }
    plan.keepsBytes = keepBytes?.bytes
    do throws(FileError) {
      try Files.makeFolder(record)
    } catch {
      throw .running("--record \(record) cannot be made: \(error.reason).")
    }
    if let obstacle = Files.obstacle(toWriting: record + "/recording.mkv") {
      throw .running("--record \(record) cannot be written: \(obstacle).")
    }
    return plan
  }
}

extension RecordingOptions {
  private func events() throws(Failure) -> RecordingPlan.Events? {
    guard recordEvents else {
      guard before == nil, after == nil else {
        throw .usage("--before and --after are for recordings of events; add --record-events.")
      }
      return nil
    }
    var events = RecordingPlan.Events()
    if let before { events.before = .seconds(before.seconds) }
    if let after { events.after = .seconds(after.seconds) }
    return events
  }
}

/// The choices of `--record-format`.
enum RecordingFormat: String, CaseIterable, ExpressibleByArgument {
  case mkv, mp4

  var container: RecordingPlan.Container { self == .mp4 ? .mp4 : .matroska }
}

/// A length of time with its unit: `90`, `90s`, `10min`, `2h`, `7d`.
struct Span {
  let seconds: Int

  /// Returns the function that reads an option's value.
  ///
  /// - Parameters:
  ///   - range: The seconds that are allowed.
  ///   - words: The range in words for the user.
  static func reader(_ range: ClosedRange<Int>, _ words: String) -> @Sendable (String) throws -> Span {
    { text in
      let isNothing = text == "0" || text == "0s"
      let seconds = isNothing ? 0 : scaled(text, ["": 1, "s": 1, "min": 60, "h": 3600, "d": 86_400])
      guard let seconds, range.contains(seconds) else {
        throw UnreadableValue(description: "it must be \(words), a whole number with its unit: 90s, 10min, 2h or 7d.")
      }
      return Span(seconds: seconds)
    }
  }
}

/// A number of bytes with its unit: `5000000`, `500MB`, `200GB`.
struct ByteCount {
  let bytes: Int

  @Sendable init(text: String) throws {
    let units = ["": 1, "kB": 1000, "MB": 1_000_000, "GB": 1_000_000_000, "TB": 1_000_000_000_000]
    guard let value = scaled(text, units) else {
      throw UnreadableValue(description: "it must be above 0, a whole number with its unit: 5000000, 500MB or 200GB.")
    }
    bytes = value
  }
}

/// Returns a positive number of units.
private func scaled(_ text: String, _ units: [String: Int]) -> Int? {
  let digits = text.prefix { $0.isASCII && $0.isNumber }
  guard let number = Int(digits), number > 0, let unit = units[String(text.dropFirst(digits.count))] else { return nil }
  let (value, isTooMuch) = number.multipliedReportingOverflow(by: unit)
  return isTooMuch ? nil : value
}
