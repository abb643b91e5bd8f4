// Parts of the streams of a film, each into a file of its own, and all of them into one.
import Flycatcher
package import GStreamerSupport

/// Cuts parts out of a film.
package final class ClipCutter: Sendable {
  /// Where the clips go.
  package struct Targets: Sendable {
    /// Returns the path and the pipeline of the file for a part; `nil`: only the reel is wanted.
    package var clip: @Sendable (ClipInterval) -> (path: String, pipeline: String)?
    /// The path and the pipeline of the file with all parts.
    package var reel: (path: String, pipeline: String)?

    package init(
      clip: @escaping @Sendable (ClipInterval) -> (path: String, pipeline: String)?,
      reel: (path: String, pipeline: String)?
    ) {
      (self.clip, self.reel) = (clip, reel)
    }
  }

  private let intervals: [ClipInterval]
  private let targets: Targets
  private let hasSound: Bool
  private let isEncoded: Bool
  private let reordering: Duration
  /// The maximum number of raw pictures that wait to be encoded.
  private static let mostPictures = 8
  private let files = Monitor(Files())

  private struct Files {
    var clips: [Int: ClipWriter] = [:]
    var ended: [Int: Int] = [:]
    var reel: ClipWriter?
    var written: [String] = []
    /// What kind of sound comes: a file is told of it although there is none in its part.
    var sound: (caps: Caps?, events: [StreamEvent]) = (nil, [])
    var failure: PipelineError?

    /// A stream has nothing more for a file. MP4 cannot be read where it holds a track of sound of no kind.
    func end(_ writer: ClipWriter, isSound: Bool) {
      if isSound { writer.begin(sound.caps, sound.events, isSound: true) }
      writer.end(isSound: isSound)
    }
  }

  /// - Parameters:
  ///   - intervals: The parts in order, none overlapping; for encoded video, each begins at a key frame.
  ///   - isEncoded: A Boolean value indicating whether the video is encoded, and not raw pictures.
  ///   - reordering: The longest time from when a picture is decoded to when it is shown: what a part shows after its end.
  package init(
    _ intervals: [ClipInterval], _ targets: Targets, hasSound: Bool, isEncoded: Bool, reordering: Duration = .zero
  ) {
    (self.intervals, self.targets, self.hasSound, self.isEncoded) = (intervals, targets, hasSound, isEncoded)
    self.reordering = reordering
  }

  /// The files that have been begun.
  package var written: [String] { files.read { $0.written } }

  /// The time in the reel at which a part begins, nanoseconds: when the part before has shown all of its pictures.
  private func offset(_ part: Int) -> UInt {
    UInt(clamping: intervals[..<part].reduce(0) { $0 + ($1.end - $1.start + reordering).nanoseconds })
  }

  /// Reads a stream to its end, and hands its parts on; for a thread of its own.
  ///
  /// - Parameter whenDone: Called when the last part is complete; what comes after it is read and dropped, so that nothing
  ///   before it has to wait.
  package func run(_ sink: AppSink, isSound: Bool, whenDone: () -> Void) {
    let mayReorder = isEncoded && !isSound
    var (part, caps, segment, origin): (Int, Caps?, Segment?, Int?) = (0, nil, nil, nil)
    var events: [StreamEvent] = []
    reading: while part < intervals.count {
      switch sink.next() {
      case .caps(let new):
        caps = new
        if isSound { files.read { $0.sound.caps = new } }
      case .segment(let new):
        segment = new
        origin = origin ?? new.beginning
      case .event(let event):
        if events.count < 16 { events.append(event) }
        if isSound { files.read { $0.sound.events = events } }
      case .buffer(let buffer, _):
        guard let pts = buffer.timestamp, let time = segment?.streamTime(pts) else { continue }
        let moment = Int64(time) - Int64(origin ?? 0)
        // In the order of decoding, a picture that is shown later may come before one that still belongs here.
        let decoding = buffer.decodingTime.map { Int64($0) - Int64(pts) + moment } ?? moment
        let place = mayReorder ? min(moment, decoding) : moment
        while part < intervals.count, place >= intervals[part].end.nanoseconds {
          end(part, isSound: isSound)
          part += 1
        }
        guard part < intervals.count, moment >= intervals[part].start.nanoseconds else { continue }
        let start = Int64(pts) - moment + intervals[part].start.nanoseconds
        push(buffer, part, isSound: isSound, caps: caps, events: events, start: UInt(clamping: start))
      case .endOfStream: break reading
      case .closed: break reading
      default: break
      }
    }
    while part < intervals.count {
      end(part, isSound: isSound)
      part += 1
    }
    files.read { files in
      if let reel = files.reel { files.end(reel, isSound: isSound) }
    }
    whenDone()
    while true {
      switch sink.next() {
      case .endOfStream: return
      case .closed: return
      default: break
      }
    }
  }

  private func push(
    _ buffer: consuming VideoBuffer, _ part: Int, isSound: Bool, caps: Caps?, events: [StreamEvent], start: UInt
  ) {
    let (clip, reel) = writers(part)
    for (writer, offset) in [(clip, UInt(0)), (reel, offset(part))] {
      guard let writer else { continue }
      writer.begin(caps, events, isSound: isSound)
      writer.push(buffer.share(), isSound: isSound, part: part, start: start, offset: offset)
    }
  }

  /// The files of a part, made where they are needed first.
  private func writers(_ part: Int) -> (ClipWriter?, ClipWriter?) {
    files.read { files in
      guard files.failure == nil else { return (nil, nil) }
      do throws(PipelineError) {
        if files.clips[part] == nil, let target = targets.clip(intervals[part]) {
          files.clips[part] = try writer(target)
          files.written.append(target.path)
        }
        if files.reel == nil, let target = targets.reel {
          files.reel = try writer(target)
          files.written.append(target.path)
        }
      } catch {
        files.failure = error
      }
      return (files.clips[part], files.reel)
    }
  }

  private func writer(_ target: (path: String, pipeline: String)) throws(PipelineError) -> ClipWriter {
    try ClipWriter(target.pipeline, path: target.path, mostPictures: isEncoded ? 0 : Self.mostPictures)
  }

  /// A stream has nothing more for a part; the file is finished when both have.
  private func end(_ part: Int, isSound: Bool) {
    let done: ClipWriter? = files.read { files in
      files.ended[part, default: 0] += 1
      if let clip = files.clips[part] { files.end(clip, isSound: isSound) }
      guard files.ended[part] == (hasSound ? 2 : 1) else { return nil }
      return files.clips.removeValue(forKey: part)
    }
    if let done { finish(done) }
  }

  private func finish(_ writer: ClipWriter) {
    files.read { $0.end(writer, isSound: true) }
    do throws(PipelineError) {
      try writer.finish()
    } catch {
      files.read { $0.failure = $0.failure ?? error }
    }
  }

  /// Finishes what is open.
  ///
  /// - Throws: `PipelineError` for the first file that could not be written.
  package func finish() throws(PipelineError) {
    let open = files.read { files in
      defer { (files.clips, files.reel) = ([:], nil) }
      return files.clips.sorted { $0.key < $1.key }.map(\.value) + (files.reel.map { [$0] } ?? [])
    }
    for writer in open { finish(writer) }
    if let failure = files.read({ $0.failure }) { throw failure }
  }
}
