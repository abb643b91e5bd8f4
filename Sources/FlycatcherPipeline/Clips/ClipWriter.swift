// One file of video and sound, written from buffers of other pipelines.
import Flycatcher
import GStreamerSupport

/// A file that takes parts of streams, one after another. Video and sound may come from different threads.
final class ClipWriter: Sendable {
  /// One of the streams that go into the file.
  private struct Stream: Sendable {
    let source: AppSource
    let state = Monitor(State())

    struct State {
      /// The number of the part whose buffers come.
      var part = -1
      var hasEnded = false
      var hasBegun = false
      /// Events that follow the first buffer, when the segment is known.
      var early: [StreamEvent] = []
    }
  }

  private let path: String
  private let pipeline: Pipeline
  private let video: Stream
  private let sound: Stream?
  private let failure = Monitor<PipelineError?>(nil)
  private let hasFinished = Monitor(false)
  /// The longest time the end of the file takes.
  private static let longestEnd: Duration = .seconds(60)
  private static let longestStop: Duration = .seconds(2)

  /// - Parameters:
  ///   - text: A description with an `appsrc` named `video` and, where there is sound, one named `sound`.
  ///   - path: The file, for messages.
  ///   - mostPictures: The maximum number of pictures that wait to be encoded; 0: no limit, for encoded ones.
  init(_ text: String, path: String, mostPictures: Int) throws(PipelineError) {
    self.path = path
    do throws(GStreamerError) {
      pipeline = try Pipeline(text)
    } catch {
      throw PipelineError(.invalidDescription, "The pipeline of the clip is not valid: \(error.description)")
    }
    guard let element = pipeline.element(named: "video"), let source = AppSource(element, capacity: mostPictures) else {
      throw PipelineError(.missingElement, "The pipeline of the clip has no appsrc named video.")
    }
    video = Stream(source: source)
    sound = pipeline.element(named: "sound").flatMap { AppSource($0, capacity: 0) }.map { Stream(source: $0) }
    guard pipeline.setState(.playing) != .failure else {
      throw PipelineError(.cannotWrite, "\(path) cannot be written.")
    }
    let (bus, failure, hasFinished) = (pipeline.bus, failure, hasFinished)
    let streams = [video.source] + (sound.map { [$0.source] } ?? [])
    let hasThread = StreamThread.start("fc-clip") {
      while !hasFinished.read({ $0 }) {
        switch bus.next(timeout: .milliseconds(100)) {
        case .error(let fault):
          let explanation = FaultExplanation(framesName: "", annotatedName: "video", hasFrames: true, isOutput: true)
          failure.change { $0 = $0 ?? explanation.error(for: fault) }
          for stream in streams { stream.endOfStream() }
          hasFinished.change { $0 = true }
        case .endOfStream: hasFinished.change { $0 = true }
        default: break
        }
      }
    }
    guard hasThread else { throw PipelineError(.failed, "The system grants no further thread.") }
  }

  deinit {
    hasFinished.change { $0 = true }
    pipeline.setState(.null, within: Self.longestStop)
    video.source.detach()
    sound?.source.detach()
  }

  private func stream(isSound: Bool) -> Stream? { isSound ? sound : video }

  /// Tells what kind of stream comes; only the first call for a stream has an effect.
  ///
  /// - Parameter events: What belongs to the stream as a whole, such as the rotation of the picture.
  func begin(_ caps: Caps?, _ events: [StreamEvent], isSound: Bool) {
    guard let stream = stream(isSound: isSound) else { return }
    let isFirst = stream.state.read { state in
      guard !state.hasBegun else { return false }
      (state.hasBegun, state.early) = (true, events)
      return true
    }
    if isFirst, let caps { stream.source.setCaps(caps) }
  }

  /// Takes a buffer of a part of the film.
  ///
  /// - Parameters:
  ///   - part: The number of the part.
  ///   - start: The raw timestamp at which the part begins.
  ///   - offset: The time in the file at which the part begins, nanoseconds.
  func push(_ buffer: consuming VideoBuffer, isSound: Bool, part: Int, start: UInt, offset: UInt) {
    guard let stream = stream(isSound: isSound), failure.read({ $0 == nil }) else { return }
    let (isNew, early) = stream.state.read { state in
      defer { (state.part, state.early) = (part, []) }
      return (state.part != part, state.early)
    }
    if isNew { stream.source.setSegment(Segment(from: start, at: offset)) }
    _ = stream.source.push(buffer)
    for event in early { stream.source.send(event) }
  }

  /// Nothing more comes of a stream.
  func end(isSound: Bool) {
    guard let stream = stream(isSound: isSound) else { return }
    let isFirst = stream.state.read { state in
      defer { state.hasEnded = true }
      return !state.hasEnded
    }
    if isFirst { stream.source.endOfStream() }
  }

  /// Ends both streams and waits for the end of the file.
  ///
  /// - Throws: `PipelineError` where something went wrong since the start.
  func finish() throws(PipelineError) {
    end(isSound: false)
    end(isSound: true)
    let isDone: Bool? = hasFinished.wait(until: .now + Self.longestEnd) { $0 ? true : nil }
    hasFinished.change { $0 = true }
    pipeline.setState(.null, within: Self.longestStop)
    if let error = failure.read({ $0 }) {
      ContainerFile.removeCutIndex(of: path)
      throw error
    }
    guard isDone == true else { throw PipelineError(.failed, "\(path) was not finished in time.") }
  }
}
