// What of one source goes into the recording beside the pictures of the stream.
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport

/// Hands a source's sound, and its own video in a clean recording, to the recorder for as long as the source is there.
final class SourceRecording: Sendable {
  private let recorder: Recorder
  private let taps: [SourceTap]
  private let sound: PlacedSound?

  init(_ session: Session, _ plan: StreamPlan, _ recorder: Recorder, _ screen: StreamScreen) {
    let isClean = recorder.plan.content == .clean
    let coded = SourceTap(session, isClean ? plan.codedName : nil) { unit, caps, time in
      recorder.take(CodedUnit(unit.share(), at: UInt(clamping: time.nanoseconds), caps))
    }
    // Beside the annotated pictures sound has the times of the stream, beside the source's own those of the source.
    let placed = isClean ? nil : PlacedSound(recorder, screen)
    let sound = SourceTap(session, recorder.plan.hasSound ? plan.soundName : nil) { unit, caps, time in
      let unit = CodedUnit(unit.share(), at: UInt(clamping: time.nanoseconds), caps)
      if let placed { placed.take(unit) } else { recorder.take(sound: unit) }
    }
    (self.recorder, self.sound, taps) = (recorder, placed, [coded, sound].compactMap { $0 })
  }

  /// A picture of the source has been shown.
  func add(_ facts: PictureFacts?, at time: Timestamp?) {
    sound?.handOn()
    guard recorder.plan.content == .clean, let facts, let time else { return }
    recorder.take(facts, at: UInt(clamping: time.nanoseconds))
  }

  /// The source has gone.
  func end() {
    for tap in taps { tap.close() }
    sound?.close()
    recorder.endSource()
  }
}

/// The sound of one source, placed in the stream: its first picture says where the source begins there. Sound comes ahead of it, and waits.
private final class PlacedSound: Sendable {
  private struct State {
    var waiting: [CodedUnit] = []
    var isClosed = false
  }

  /// The number of units beyond which the oldest are dropped.
  private static let most = 8192

  private let recorder: Recorder
  private let screen: StreamScreen
  private let state = Monitor(State())

  init(_ recorder: Recorder, _ screen: StreamScreen) { (self.recorder, self.screen) = (recorder, screen) }

  /// Takes a unit at its time since the beginning of the source.
  func take(_ unit: CodedUnit) {
    state.read { state in
      if state.waiting.count >= Self.most { state.waiting.removeFirst() }
      state.waiting.append(unit)
    }
    handOn()
  }

  /// Hands on what waits, once the source has its place in the stream.
  func handOn() {
    state.read { state in
      guard !state.isClosed, screen.hasPicture else { return }
      for unit in state.waiting {
        guard let place = screen.place(ofSound: unit.time) else { continue }
        recorder.take(sound: CodedUnit(unit.buffer.share(), at: place, unit.caps))
      }
      state.waiting = []
    }
  }

  /// Hands nothing on any more: the next source has another place.
  func close() { state.read { ($0.isClosed, $0.waiting) = (true, []) } }
}
