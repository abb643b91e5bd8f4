// One file of a recording, and the files beside it.
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport

/// What a file is made of.
struct SegmentContent: Sendable {
  /// The caps of the pictures.
  var video: Caps
  /// The caps of the sound; `nil` is none.
  var sound: Caps?
  /// The time of the first picture in its stream.
  var origin: UInt
  /// A Boolean value indicating whether a file of JSON Lines goes beside it.
  var hasLines = false
  /// A Boolean value indicating whether a file of WebVTT goes beside it.
  var hasCues = false
  var stream: StreamDescription
  var container: RecordingPlan.Container
}

/// Writes coded pictures, sound and what was seen into a file that can be played up to wherever writing stopped. Pushing never waits for the disk.
final class SegmentWriter: Sendable {
  private enum Phase {
    case running, finished
    case failed(String)
  }

  let path: String
  let content: SegmentContent
  private let pipeline: Pipeline
  private let video: AppSource
  private let sound: AppSource?
  /// Sound that waits for the pictures of its time. What comes after the last of them belongs to the next file.
  private let waiting = Monitor(SoundQueue())
  /// The subtitle track, and the files beside.
  private let notes: Monitor<[MetadataStream]>
  private let noteSources: [AppSource]
  private let counts = Monitor(SessionStatistics())
  private let phase = Monitor(Phase.running)
  let started = Moment.now

  /// The number of units of a kind that may wait for a disk that is busy.
  private static let mostWaiting: (pictures: Int, others: Int) = (600, 2000)
  private static let longestEnd: Duration = .seconds(10)

  /// The extensions of what may lie beside a file.
  static let sidecars = ["jsonl", "vtt"]

  /// - Throws: `ServeError` where the file cannot be made.
  init(path: String, _ content: SegmentContent) throws(ServeError) {
    let text = try Self.text(content)
    let pipeline: Pipeline
    do throws(GStreamerError) {
      pipeline = try Pipeline(text)
    } catch {
      throw ServeError("A recording cannot be made: \(error.description)")
    }
    let beginning = Self.beginning(of: path)
    pipeline.element(named: "file")?.setText("location", path)
    for kind in Self.sidecars { pipeline.element(named: kind)?.setText("location", "\(beginning).\(kind)") }
    guard let pictures = pipeline.element(named: "units"),
      let video = AppSource(pictures, capacity: Self.mostWaiting.pictures)
    else { throw ServeError("A recording cannot be made.") }
    video.setCaps(content.video)
    video.dropOldestWhenFull()
    let sound = pipeline.element(named: "sound").flatMap { AppSource($0, capacity: Self.mostWaiting.others) }
    if let caps = content.sound { sound?.setCaps(caps) }
    sound?.dropOldestWhenFull()
    noteSources = ["notes", "lines", "cues"].compactMap { name in
      pipeline.element(named: name).flatMap { AppSource($0, capacity: Self.mostWaiting.others) }
    }
    for source in noteSources { source.dropOldestWhenFull() }
    notes = Monitor(noteSources.map { MetadataStream($0) })
    (self.path, self.content, self.pipeline, self.video, self.sound) = (path, content, pipeline, video, sound)
    let (bus, phase) = (pipeline.bus, phase)
    let hasThread = StreamThread.start("fc-segment") { Self.watch(bus, phase) }
    guard hasThread, pipeline.setState(.playing, within: Self.longestEnd) != .failure else {
      _ = phase.wait(until: .now + .milliseconds(500)) { Self.isRunning($0) ? nil : true }
      let reason = failure ?? "it cannot be opened"
      phase.change { $0 = .finished }
      pipeline.setState(.null, within: .seconds(2))
      detach()
      throw ServeError("\(path) cannot be written: \(reason)")
    }
    notes.read { notes in
      for index in notes.indices { notes[index].begin(content.stream, at: 0) }
    }
  }

  /// Returns the path of a recording without its extension.
  static func beginning(of path: String) -> Substring {
    let ending = RecordingPlan.Container.allCases.map { ".\($0.fileExtension)" }.first { path.hasSuffix($0) }
    return path.dropLast(ending?.count ?? 0)
  }

  /// The length of a fragment of MP4, milliseconds: as much of a file is lost where its writing is cut off.
  private static let fragment = 500

  /// Returns the elements from a coded stream to the muxer.
  private static func branch(_ kind: EncodedKind, _ content: SegmentContent) throws(ServeError) -> String {
    var elements = kind.laterParser.isEmpty ? [] : [kind.laterParser]
    if content.container == .mp4 {
      guard kind.fitsMP4 else {
        throw ServeError("A recording cannot be made: MP4 takes no \(kind.caps). Record into Matroska.")
      }
      // Files of MP4 are in the order of decoding, and buffers of a source that reorders its pictures may not say when that is.
      let forms = [
        "h264parse": ("video/x-h264,stream-format=avc,alignment=au", "h264timestamper"),
        "h265parse": ("video/x-h265,stream-format=hvc1,alignment=au", "h265timestamper"),
      ]
      if let (form, ordering) = forms[kind.parser], GStreamer.hasElement(ordering) { elements += [form, ordering] }
    }
    return elements.map { "! \($0) " }.joined()
  }

  /// The pipeline. Unbuffered: what is written survives the end of the process, however it comes.
  private static func text(_ content: SegmentContent) throws(ServeError) -> String {
    guard let kind = EncodedKind.picture(content.video) else {
      throw ServeError("A recording cannot be made: video of the kind \(content.video) is not known.")
    }
    let muxer =
      switch content.container {
      case .matroska: "matroskamux"
      case .mp4: "mp4mux fragment-duration=\(fragment)"
      }
    var text = "appsrc name=units \(try branch(kind, content))! \(muxer) name=mux "
    // A queue hands nothing on after a write that failed: a muxer would go on, in the wrong place.
    text += "! queue ! filesink name=file buffer-mode=unbuffered "
    if let caps = content.sound, let kind = EncodedKind.sound(caps) {
      // Of raw sound, which has no parser, the muxer would not know that it is sound.
      text += "appsrc name=sound \(try branch(kind, content))! mux.audio_%u "
    }
    text += "appsrc name=notes ! text/x-raw,format=utf8 ! mux. "
    if content.hasLines {
      text += "appsrc name=lines ! text/x-raw,format=utf8 ! filesink name=jsonl buffer-mode=unbuffered "
    }
    if content.hasCues {
      text += "appsrc name=cues ! application/x-subtitle-vtt ! filesink name=vtt buffer-mode=unbuffered "
    }
    return text
  }

  /// The reason why nothing more can be written.
  var failure: String? { phase.read { if case .failed(let text) = $0 { text } else { nil } } }

  private func place(_ unit: CodedUnit) -> UInt? { unit.time >= content.origin ? unit.time - content.origin : nil }

  /// Writes a picture after the sound that comes before it. Called by one thread at a time.
  func write(_ unit: CodedUnit) {
    writeSound(before: unit.time)
    guard failure == nil, let place = place(unit),
      let moved = unit.buffer.moved(to: place, duration: unit.buffer.duration)
    else { return }
    counts.read { $0.frames += 1 }
    _ = video.push(moved)
  }

  /// Takes sound, which is written with the pictures; that of another kind than the file's is left out.
  func add(sound unit: CodedUnit) {
    guard unit.time >= content.origin, unit.caps == content.sound else { return }
    waiting.read { $0.add(unit) }
  }

  /// Writes the sound that comes before a time of the stream.
  func writeSound(before time: UInt) {
    let units = waiting.read { $0.take(before: time) }
    guard failure == nil, let sound else { return }
    for unit in units {
      guard let place = place(unit), let moved = unit.buffer.moved(to: place, duration: unit.buffer.duration) else {
        continue
      }
      _ = sound.push(moved)
    }
  }

  /// Writes what was seen in a picture at a time of the stream.
  func write(_ facts: PictureFacts, at time: UInt) {
    guard failure == nil, time >= content.origin else { return }
    let place = time - content.origin
    counts.read { $0.analyzed += 1 }
    notes.read { notes in
      for report in facts.reports {
        let moved = report.moved(to: Timestamp(nanoseconds: Int64(clamping: place)))
        for index in notes.indices { notes[index].add(moved, at: place, duration: nil) }
      }
    }
  }

  /// Nothing more is said of what came before a time of the stream.
  func pass(_ time: UInt) {
    guard failure == nil, time >= content.origin else { return }
    notes.read { notes in
      for index in notes.indices { notes[index].pass(time - content.origin) }
    }
  }

  /// Ends the file, and waits until it is whole.
  func finish() {
    let statistics = counts.read { counts in
      counts.elapsed = .now - started
      return counts
    }
    notes.read { notes in
      for index in notes.indices { notes[index].end(statistics, stream: content.stream) }
    }
    video.endOfStream()
    sound?.endOfStream()
    _ = phase.wait(until: .now + Self.longestEnd) { Self.isRunning($0) ? nil : true }
    phase.change { if Self.isRunning($0) { $0 = .finished } }
    pipeline.setState(.null, within: .seconds(2))
    detach()
  }

  private func detach() {
    for source in [video, sound].compactMap({ $0 }) + noteSources { source.detach() }
  }

  private static func isRunning(_ phase: Phase) -> Bool {
    if case .running = phase { true } else { false }
  }

  private static func watch(_ bus: Bus, _ phase: Monitor<Phase>) {
    while phase.read({ isRunning($0) }) {
      switch bus.next(timeout: .milliseconds(200)) {
      case .error(let fault): phase.change { $0 = .failed(fault.message) }
      case .endOfStream: phase.change { $0 = .finished }
      default: break
      }
    }
  }
}

extension FrameReport {
  /// The report in a film in which its frame has another time.
  func moved(to time: Timestamp) -> FrameReport {
    var report = self
    let shift = time - self.time
    report.time = time
    report.observations = observations.map { $0.moved(by: shift) }
    return report
  }
}
