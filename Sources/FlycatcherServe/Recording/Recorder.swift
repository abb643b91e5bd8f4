// The recording of one stream: file after file, whatever happens to the disk.
import FlycatcherPipeline
import GStreamerSupport

/// Takes coded pictures, and writes them into files that begin with a key frame.
///
/// A disk that is full, or a folder that has gone, stops the recording and nothing else; it goes on by itself when there is room again.
final class Recorder: CodedSubscriber, Sendable {
  private struct State {
    var writer: SegmentWriter?
    /// The moment before which no new file is begun.
    var nextAttempt: Moment?
    /// A Boolean value indicating whether it has been told that nothing is recorded.
    var hasComplained = false
    var isOver = false
    /// The number of files that are being finished.
    var finishing = 0
    var history = CodedHistory()
    /// The time of the stream until which it is recorded.
    var eventEnd: UInt?
    var sound: (caps: Caps, newest: UInt)?
    /// The moment at which the first picture of the source came.
    var firstPicture: Moment?
    var size = (width: 0, height: 0)
    /// The time of day at a time of the stream, as the newest picture tells it.
    var clock: (time: UInt, wall: WallTime)?
    /// The bytes of the files that are finished.
    var bytes = 0
    /// The moment from which on it is looked again for what is too old.
    var nextPruning = Moment.now
  }

  /// The pause before another file is begun after one could not be written.
  private static let pause: Duration = .seconds(5)
  /// The time for which a file is written before it is told that recording goes on after it could not.
  private static let shortestTrial: Duration = .seconds(1)
  /// The time by which sound may lag behind the pictures before the next file does without it, nanoseconds.
  private static let longestLag: UInt = 3_000_000_000
  /// The time that sound is waited for at the beginning, and that part of the stream which is kept for it, nanoseconds.
  private static let longestWait: (real: Duration, kept: UInt) = (.seconds(1), 5_000_000_000)
  /// The time by which what was seen may lag behind the coded pictures of the source, nanoseconds.
  private static let analysisLag: UInt = 500_000_000
  /// The time between two looks for files that are too old.
  private static let pruning: Duration = .seconds(60)
  private static let annotatedCaps = "video/x-h264,stream-format=byte-stream,alignment=au"

  let plan: RecordingPlan
  private let source: String
  private let folder: RecordingFolder
  private let state = Monitor(State())
  private let log: @Sendable (String) -> Void

  init(_ plan: RecordingPlan, path: String, source: String, log: @escaping @Sendable (String) -> Void) {
    self.plan = plan
    self.source = source
    folder = RecordingFolder(plan, path: path)
    self.log = { log("\(path)  \($0)") }
  }

  // MARK: What comes

  /// Takes what the stream's encoder makes. Called by one thread at a time, as is the other one.
  func take(_ unit: borrowing VideoBuffer, _ facts: PictureFacts?) {
    guard let time = unit.timestamp, let caps = Caps(Self.annotatedCaps) else { return }
    if let facts { notice(facts, at: time) }
    take(CodedUnit(unit.share(), at: time, caps, facts))
  }

  /// Takes a picture as its source has coded it.
  func take(_ unit: CodedUnit) {
    prune()
    let lag = plan.content == .clean ? Self.analysisLag : 0
    let span = max(
      plan.events.map { Self.nanoseconds($0.before) + lag } ?? 0, plan.hasSound ? Self.longestWait.kept : 0)
    let present = state.read { state in
      state.history.add(unit, keeping: span)
      state.firstPicture = state.firstPicture ?? .now
      return state.writer
    }
    if let present {
      if let failure = present.failure {
        end(present, at: unit.time)
        return complain("\(failure) Recording waits.")
      }
      guard isWhole(present, unit) else { return write(unit, to: present) }
      end(present, at: unit.time)
      if isWanted(unit.time) { begin(with: [unit]) }
      return
    }
    guard isWanted(unit.time), !waitsForSound else { return }
    begin(with: state.read { $0.history.pictures })
  }

  /// A Boolean value indicating whether sound may still come with the first pictures.
  private var waitsForSound: Bool {
    guard plan.hasSound else { return false }
    return state.read { state in
      state.sound == nil && state.firstPicture.map { .now - $0 < Self.longestWait.real } ?? false
    }
  }

  /// Takes sound.
  func take(sound unit: CodedUnit) {
    state.read { state in
      state.sound = (unit.caps, unit.time)
      state.history.add(sound: unit)
      state.writer?.add(sound: unit)
    }
  }

  /// Takes what was seen in the picture at a time, where that comes after the picture.
  func take(_ facts: PictureFacts, at time: UInt) {
    notice(facts, at: time)
    let writer = state.read { state in
      state.history.add(facts, at: time)
      return state.writer
    }
    writer?.write(facts, at: time)
  }

  private func notice(_ facts: PictureFacts, at time: UInt) {
    let isEvent = plan.events != nil && facts.isEvent
    state.read { state in
      if facts.width > 0 { state.size = (facts.width, facts.height) }
      state.clock = (time, facts.time)
      guard isEvent, let after = plan.events?.after else { return }
      // The source's own pictures are a little ahead of what is seen in them.
      let rest = max(Self.nanoseconds(after), plan.content == .clean ? 2 * Self.analysisLag : 0)
      state.eventEnd = max(state.eventEnd ?? 0, time + rest)
    }
  }

  private func write(_ unit: CodedUnit, to writer: SegmentWriter) {
    if let facts = unit.facts { writer.write(facts, at: unit.time) }
    let lag = plan.content == .annotated ? 0 : Self.analysisLag
    writer.pass(unit.time - min(lag, unit.time))
    writer.write(unit)
    guard .now - writer.started >= Self.shortestTrial else { return }
    let hadComplained = state.change { state in
      defer { state.hasComplained = false }
      return state.hasComplained
    }
    if hadComplained { log("recording \(writer.path)") }
  }

  // MARK: Files

  private func isWanted(_ time: UInt) -> Bool {
    guard plan.events != nil else { return true }
    return state.read { $0.eventEnd.map { time <= $0 } ?? false }
  }

  /// A Boolean value indicating whether a file is to end before this unit.
  private func isWhole(_ writer: SegmentWriter, _ unit: CodedUnit) -> Bool {
    if !isWanted(unit.time) { return true }
    guard unit.isKeyFrame else { return false }
    let origin = writer.content.origin
    guard unit.time >= origin, unit.time - origin < Self.nanoseconds(plan.segment) else { return true }
    return writer.content.video != unit.caps || writer.content.sound != soundCaps(at: unit.time)
  }

  /// The caps of the sound that comes with the pictures of a time; `nil` where there is none.
  private func soundCaps(at time: UInt) -> Caps? {
    guard plan.hasSound else { return nil }
    return state.read { state in
      state.sound.flatMap { $0.newest + Self.longestLag >= time && EncodedKind.sound($0.caps) != nil ? $0.caps : nil }
    }
  }

  /// Begins a file; the first of the pictures is a key frame, or nothing is done.
  private func begin(with pictures: [CodedUnit]) {
    let mayBegin = state.read { state in !state.isOver && (state.nextAttempt.map { $0 <= .now } ?? true) }
    guard mayBegin, let first = pictures.first, first.isKeyFrame, let last = pictures.last,
      let writer = begin(first.time, spanning: last.time - min(first.time, last.time), first.caps)
    else { return }
    for (time, facts) in state.read({ $0.history.facts }) { writer.write(facts, at: time) }
    // From here on others add to it, too.
    state.change { state in
      for unit in state.history.sound { writer.add(sound: unit) }
      state.writer = writer
    }
    for unit in pictures { write(unit, to: writer) }
  }

  private func begin(_ origin: UInt, spanning span: UInt, _ caps: Caps) -> SegmentWriter? {
    folder.prune(writing: nil)
    guard folder.freeBytes ?? 0 >= RecordingPlan.leastFree else {
      complain("The disk of \(plan.folder) is full, or not there. Recording waits.")
      return nil
    }
    let (size, clock) = state.read { ($0.size, $0.clock) }
    var content = SegmentContent(
      video: caps, origin: origin, stream: StreamDescription(source: source, width: size.width, height: size.height),
      container: plan.container)
    content.stream.start = clock.map { $0.wall + (Int64(clamping: origin) - Int64(clamping: $0.time)) }
    content.sound = soundCaps(at: origin)
    (content.hasLines, content.hasCues) = (plan.events != nil, plan.hasCues)
    let path = folder.newPath(at: .now + .nanoseconds(-Int64(clamping: span)))
    do throws(ServeError) {
      let writer = try SegmentWriter(path: path, content)
      state.change { $0.nextAttempt = nil }
      if !state.read({ $0.hasComplained }) { log("recording \(writer.path)") }
      return writer
    } catch {
      folder.removeIfEmpty(path)
      complain("\(error.description) Recording waits.")
      return nil
    }
  }

  /// Says once that nothing is recorded, and lets some time pass.
  private func complain(_ text: String) {
    let isNew = state.change { state in
      state.nextAttempt = .now + Self.pause
      defer { state.hasComplained = true }
      return !state.hasComplained
    }
    if isNew { log(text) }
  }

  /// Finishes a file on a thread of its own: the next one begins at once.
  ///
  /// - Parameter time: The time of the stream up to which it has sound.
  private func end(_ writer: SegmentWriter, at time: UInt) {
    writer.writeSound(before: time)
    state.change { state in
      state.writer = nil
      state.finishing += 1
    }
    let (state, folder) = (state, folder)
    let finish: @Sendable () -> Void = {
      writer.finish()
      if writer.failure != nil {
        ContainerFile.removeCutIndex(of: writer.path)
        folder.removeIfEmpty(writer.path)
      }
      let bytes = RecordingFolder.size(of: writer.path)
      folder.prune(writing: state.read { $0.writer?.path })
      state.change { state in
        state.finishing -= 1
        state.bytes += bytes
      }
    }
    if !StreamThread.start("fc-finish", finish) { finish() }
  }

  /// Removes what is too old from time to time, whatever happens before the camera.
  private func prune() {
    let writing: String?? = state.read { state in
      guard state.nextPruning <= .now else { return nil }
      state.nextPruning = .now + Self.pruning
      return .some(state.writer?.path)
    }
    if let writing { folder.prune(writing: writing) }
  }

  /// The source has gone. Its own video comes to its end with it, and what comes next is of another timeline; that of the stream goes on.
  func endSource() {
    prune()
    guard plan.content == .clean else { return }
    let writer = state.change { state in
      (state.history, state.eventEnd, state.sound, state.firstPicture) = (CodedHistory(), nil, nil, nil)
      state.clock = nil
      return state.writer
    }
    if let writer { end(writer, at: .max) }
  }

  /// Finishes what is being written; nothing is recorded afterwards.
  func finish() {
    let (writer, last) = state.change { state in
      state.isOver = true
      return (state.writer, state.history.end)
    }
    // A film's sound is read ahead of what is shown of its pictures.
    if let writer { end(writer, at: plan.content == .clean ? .max : last ?? 0) }
    _ = state.wait(until: .now + .seconds(12)) { $0.finishing == 0 ? true : nil }
  }

  /// The bytes that have been written, and those that are free on the disk; `nil` where it is not there.
  var room: (written: Int, free: Int?) {
    let (bytes, writer) = state.read { ($0.bytes, $0.writer) }
    return (bytes + (writer.map { RecordingFolder.size(of: $0.path) } ?? 0), folder.freeBytes)
  }

  private static func nanoseconds(_ duration: Duration) -> UInt {
    UInt(clamping: duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000)
  }
}
