// The second reading of a film, in which its flights are cut out.
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport

/// The cutting of clips out of a file whose flights are known.
struct ClipRun {
  let options: ClipOptions
  /// The file.
  let input: String
  let turn: Turn
  let style: OverlayStyle
  let encoder: String?
  let flights: [TrajectoryObservation]
  /// The other files that are written, with the options that name them.
  let others: [(option: String, path: String?)]
  /// What ends the cutting early; `nil`: nothing does.
  let interruption: Interruption?

  /// The ending of a clip's picture.
  static let picture = "png"
  private static let drawn = "flycatcher-drawn"
  private static let sound = "flycatcher-sound"
  /// Room for coded pictures as long as the sound may yet come. What has ended is not always said to have: a demuxer may say so only two seconds of
  /// video later, or at the end of the film.
  private static let waiting = "queue max-size-buffers=0 max-size-time=0 max-size-bytes=0"
  private static let longestStop: Duration = .seconds(2)

  /// Cuts the clips.
  ///
  /// - Returns: The parts of the film that are clips now.
  /// - Throws: `Failure`; what has been written by then can be played.
  func run() async throws -> [ClipInterval] {
    // What it ended before is over. What is begun here looks whether it has happened.
    interruption?.onFirst {}
    let times = try options.durations()
    var intervals = ClipPlan.intervals(flights, before: times.before, after: times.after)
    guard !intervals.isEmpty else { return [] }
    if let folder = options.clips {
      do throws(FileError) {
        try Files.makeFolder(folder)
      } catch {
        throw Failure.running("--clips \(folder) cannot be made: \(error.reason).")
      }
    }
    let location = try LaunchText.path(input)
    let streams = EncodedStreams(location: location)
    do {
      if options.clean {
        guard let video = streams.video else {
          throw Failure.running("\(input) holds video that cannot be cut as it is. Leave out --clean.")
        }
        let order = streams.pictureOrder(location: location) { !isInterrupted }
        if isInterrupted { throw Failure.interrupted }
        guard let order, !order.keyFrames.isEmpty else {
          let lack = order == nil ? "does not say when its pictures are shown" : "holds no key frames"
          throw Failure.running("\(input) \(lack), and cannot be cut as it is. Leave out --clean.")
        }
        intervals = ClipPlan.atKeyFrames(intervals, order.keyFrames)
        try turn(cut(intervals, location, video, streams.sound, order.reordering))
      } else {
        try await draw(intervals, streams.sound)
      }
    } catch let error as PipelineError {
      throw Failure.running(error.description)
    }
    if isInterrupted { throw Failure.interrupted }
    return intervals
  }

  private var isInterrupted: Bool { interruption?.hasHappened ?? false }

  // MARK: As they were filmed

  /// - Parameter reordering: The longest time from when a picture is decoded to when it is shown.
  /// - Returns: The files that were written.
  private func cut(
    _ intervals: [ClipInterval], _ location: String, _ video: EncodedKind, _ sound: EncodedKind?,
    _ reordering: Duration
  ) throws -> [String] {
    let head = [video.laterParser].filter { !$0.isEmpty }
    let targets = try targets(intervals, video: head, fitsMP4: video.fitsMP4, sound)
    var text = "filesrc location=\(location) ! parsebin name=in in. ! \(video.timedBranch) ! appsink name=\(Self.drawn)"
    if let sound { text += " in. ! \(sound.branch) ! appsink name=\(Self.sound)" }
    let pipeline: Pipeline
    do {
      pipeline = try Pipeline(text)
    } catch {
      throw Failure.running(error.description)
    }
    guard let any = Caps("ANY"), let pictures = pipeline.element(named: Self.drawn),
      let source = AppSink(pictures, capacity: 16, caps: any, takesLeadIn: true)
    else { throw Failure.running("\(input) cannot be read again.") }
    let soundSource = pipeline.element(named: Self.sound).flatMap {
      AppSink($0, capacity: 64, caps: any, takesLeadIn: true)
    }
    let cutter = ClipCutter(
      intervals, targets, hasSound: soundSource != nil, isEncoded: true, reordering: reordering)
    let reading = CutThreads(cutter, source, soundSource)
    guard pipeline.setState(.playing) != .failure else { throw Failure.running("\(input) cannot be read again.") }
    let bus = pipeline.bus
    reading: while !reading.hasEnded, !isInterrupted {
      if case .error = bus.next(timeout: .milliseconds(50)) { break reading }
    }
    reading.close()
    pipeline.setState(.null, within: Self.longestStop)
    reading.detach()
    try cutter.finish()
    return cutter.written
  }

  /// Has players turn what was cut as they turn the film.
  private func turn(_ files: [String]) {
    guard let matrix = PictureMatrix(of: input), !matrix.isUpright else { return }
    let upright = files.filter { !matrix.write(to: $0) }
    guard let first = upright.first else { return }
    Terminal.say(
      "\(first) holds the pictures as they are stored, without the rotation of the film: MP4 alone keeps it.")
  }

  // MARK: With what was seen drawn on them

  private func draw(_ intervals: [ClipInterval], _ sound: EncodedKind?) async throws {
    // Where only MP4 will do, an encoder for it.
    let container = options.reel.flatMap(Container.init(path:)) ?? .matroska
    let encoder = try Encoder.choose(self.encoder, for: container) { GStreamer.hasElement($0) }
    let source = try Input(input, turn: turn, needsColor: true, isCopied: false, sound: sound)
    let targets = try targets(
      intervals, video: encoder.elements + [Self.waiting], fitsMP4: encoder.containers.contains(.mp4), sound)
    var text = source.pipeline + "\nappsrc name=annotated ! " + Encoder.pictures + " ! appsink name=\(Self.drawn)"
    if let sound { text += "\n\(Input.fileName). ! \(sound.branch) ! appsink name=\(Self.sound)" }
    var session = SessionOptions()
    session.overlay = style
    let film = try Session(pipeline: text, trackers: [TrajectoryReplay(flights)], options: session)
    film.element(named: Encoder.sizeName)?.keepFirstSize()
    guard let any = Caps("ANY"), let pictures = film.element(named: Self.drawn),
      let drawn = AppSink(pictures, capacity: 4, caps: any)
    else { throw Failure.running("\(input) cannot be read again.") }
    let soundSource = film.element(named: Self.sound).flatMap { AppSink($0, capacity: 64, caps: any) }
    let cutter = ClipCutter(intervals, targets, hasSound: soundSource != nil, isEncoded: false)
    let reading = CutThreads(cutter, drawn, soundSource) { film.stop() }
    interruption?.onFirst { film.stop() }
    var failure: (any Error)?
    do {
      for try await _ in film.reports {}
    } catch {
      failure = error
    }
    // What ends early because nothing more is wanted is no failure.
    let isComplete = reading.hasEnded
    reading.close()
    reading.detach()
    try cutter.finish()
    if let failure, !isComplete { throw failure }
  }

  // MARK: Files

  /// - Parameters:
  ///   - video: The elements from the pictures to the muxer.
  ///   - fitsMP4: A Boolean value indicating whether MP4 takes what comes out of them.
  private func targets(
    _ intervals: [ClipInterval], video: [String], fitsMP4: Bool, _ sound: EncodedKind?
  ) throws -> ClipCutter.Targets {
    @Sendable func pipeline(_ path: String, _ container: Container) throws(Failure) -> String {
      let source = "appsrc name=video ! " + (video + ["mux."]).joined(separator: " ! ")
      // Unbuffered: what is written survives the end of the process, however it comes.
      let end =
        "\(container.finalizingMuxer) name=mux ! filesink location=\(try LaunchText.path(path)) buffer-mode=unbuffered"
      guard let sound else { return source + " " + end }
      let way = SoundBranch.elements(sound, for: container, isParsed: true)
      return source + " appsrc name=sound ! " + (way + ["mux.\(SoundBranch.pad)"]).joined(separator: " ! ") + " " + end
    }
    let container: Container = fitsMP4 && (sound?.fitsMP4 ?? true) ? .mp4 : .matroska
    let reel = try options.reel.map { path throws(Failure) in
      let kind = Container(path: path) ?? .matroska
      guard kind == .matroska || fitsMP4 else {
        throw Failure.usage("--reel \(path): MP4 does not hold video of this kind; write .mkv instead.")
      }
      return (path: path, pipeline: try pipeline(path, kind))
    }
    let folder = options.clips
    // A name of digits and letters needs no escaping; the folder's is checked here.
    if let folder {
      _ = try LaunchText.path(folder)
      for interval in intervals {
        try checkFile("\(folder)/\(interval.name).\(container.rawValue)")
        try checkFile("\(folder)/\(interval.name).\(Self.picture)")
      }
    }
    return ClipCutter.Targets(
      clip: { interval in
        guard let folder else { return nil }
        let path = "\(folder)/\(interval.name).\(container.rawValue)"
        return (try? pipeline(path, container)).map { (path, $0) }
      }, reel: reel)
  }

  /// Sees to it that a clip, or the picture of one, is written neither over the film nor over another result.
  private func checkFile(_ path: String) throws(Failure) {
    for case (let option, let other?) in [("the input", input), ("--reel", options.reel)] + others
    where Files.isSame(path, other) {
      throw .usage("--clips: \(path) is the same file as \(option). Choose another folder.")
    }
  }
}

/// The threads that read the pictures and the sound.
private final class CutThreads: Sendable {
  private struct State {
    /// The number of threads that have not all they want.
    var wanting: Int
    /// The number of threads that run.
    var running: Int
  }

  private let sinks: [AppSink]
  private let state: Monitor<State>
  private static let longestEnd: Duration = .seconds(60)

  /// - Parameter whenDone: Called when everything wanted has been read.
  init(
    _ cutter: ClipCutter, _ pictures: AppSink, _ sound: AppSink?, whenDone: @escaping @Sendable () -> Void = {}
  ) {
    sinks = [pictures] + (sound.map { [$0] } ?? [])
    state = Monitor(State(wanting: sinks.count, running: sinks.count))
    for (index, sink) in sinks.enumerated() {
      let hasThread = StreamThread.start("fc-cut") { [state] in
        cutter.run(sink, isSound: index == 1) {
          let isLast = state.change { state in
            state.wanting -= 1
            return state.wanting == 0
          }
          if isLast { whenDone() }
        }
        state.change { $0.running -= 1 }
      }
      if !hasThread { state.change { $0.running -= 1 } }
    }
  }

  /// A Boolean value indicating whether everything wanted has been read.
  var hasEnded: Bool { state.read { $0.wanting <= 0 || $0.running <= 0 } }

  /// Ends the reading, and waits for the threads.
  func close() {
    for sink in sinks { sink.close() }
    _ = state.wait(until: .now + Self.longestEnd) { $0.running <= 0 ? true : nil }
  }

  func detach() { for sink in sinks { sink.detach() } }
}
