import CoreMetrics
// What a stream counts.
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport
import Metrics

/// The metrics of one stream, named by its path. Without `--metrics` nobody keeps them.
final class StreamMetrics: Sendable {
  private let frames: Counter
  private let skipped: Counter
  private let reconnects: Counter
  private let stalled: Meter
  private let analysis: Timer
  private let path: String
  /// What is being tracked, by kind and state, and the moment of the newest picture.
  private let turn = Monitor(Moment.now)
  private let state = Monitor(State())

  private struct State {
    var tracks: [ObservationUUID: Track] = [:]
    var newest: Moment?
    var known: Set<Track> = []
    var frames = 0
    var isStalled = true
  }

  private struct Track: Hashable {
    var kind: String
    var state: String
  }

  /// Beyond this many tracks somebody forgot to say what has ended.
  private static let mostTracks = 4096

  init(path: String) {
    let dimensions = [("path", path)]
    self.path = path
    frames = Counter(label: "flycatcher_frames_total", dimensions: dimensions)
    skipped = Counter(label: "flycatcher_frames_skipped_total", dimensions: dimensions)
    reconnects = Counter(label: "flycatcher_reconnects_total", dimensions: dimensions)
    stalled = Meter(label: "flycatcher_stalled", dimensions: dimensions)
    analysis = Timer(label: "flycatcher_analysis_seconds", dimensions: dimensions)
    stalled.set(1)
  }

  /// The age of the newest picture; `nil` before the first one.
  var frameAge: Duration? { state.read { $0.newest }.map { .now - $0 } }

  /// The number of the source's pictures.
  var frameCount: Int { state.read { $0.frames } }

  /// A Boolean value indicating whether the source is gone.
  var isStalled: Bool { state.read { $0.isStalled } }

  func count(_ picture: FrameReport) {
    frames.increment()
    state.read { $0.frames += 1 }
    if !picture.isAnalyzed { skipped.increment() }
    guard !picture.observations.isEmpty else { return }
    state.read { state in
      for observation in picture.observations {
        let (uuid, track, hasEnded) = Self.track(observation)
        if state.tracks.count >= Self.mostTracks { state.tracks.removeAll() }
        state.tracks[uuid] = hasEnded ? nil : track
      }
    }
  }

  /// The stream's thread is at work.
  func beat() { turn.read { $0 = .now } }

  /// The longest time that one turn of the stream's thread takes.
  private static let longestTurn: Duration = .seconds(10)

  var isAlive: Bool { turn.read { .now - $0 < Self.longestTurn } }

  func countPicture() {
    state.read { ($0.newest, $0.isStalled) = (.now, false) }
    stalled.set(0)
  }

  /// The source was there, and has gone.
  func countLoss() { reconnects.increment() }

  /// There is no source, and nothing is tracked.
  func stall() {
    stalled.set(1)
    state.read { state in
      state.tracks.removeAll()
      state.isStalled = true
    }
  }

  func recordAnalysis(_ duration: Duration) {
    analysis.recordNanoseconds(
      duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000)
  }

  /// Forgets the stream.
  func destroy() {
    for counter in [frames, skipped, reconnects] { counter.destroy() }
    stalled.destroy()
    for name in ["frame_age_seconds", "recording_bytes", "recording_free_bytes"] { meter(name).destroy() }
    analysis.destroy()
    for track in state.read({ $0.known }) { tracks(track).destroy() }
  }

  private func meter(_ name: String) -> Meter { Meter(label: "flycatcher_\(name)", dimensions: [("path", path)]) }

  private func tracks(_ track: Track) -> Meter {
    Meter(label: "flycatcher_tracks", dimensions: [("path", path), ("kind", track.kind), ("state", track.state)])
  }

  /// Brings up to date what is only known when somebody asks.
  func refresh(_ recorder: Recorder?) {
    // Before the first picture there is none, and no 0 that looks like a picture of this moment.
    if let frameAge { meter("frame_age_seconds").set(frameAge.seconds) }
    let counts = state.read { state in
      let counts = Dictionary(grouping: state.tracks.values) { $0 }.mapValues(\.count)
      state.known.formUnion(counts.keys)
      return state.known.map { (track: $0, count: counts[$0] ?? 0) }
    }
    for (track, count) in counts { tracks(track).set(count) }
    guard let room = recorder?.room else { return }
    meter("recording_bytes").set(room.written)
    meter("recording_free_bytes").set(room.free ?? 0)
  }

  private static func track(_ observation: Observation) -> (ObservationUUID, Track, hasEnded: Bool) {
    switch observation {
    case .trajectory(let seen):
      (seen.uuid, Track(kind: "trajectory", state: seen.state.rawValue), seen.state == .ended)
    case .object(let seen): (seen.uuid, Track(kind: "object", state: seen.state.rawValue), seen.state == .ended)
    case .rectangle(let seen): (seen.uuid, Track(kind: "rectangle", state: seen.state.rawValue), seen.state == .ended)
    }
  }
}

/// A tracker whose time is taken.
struct TimedTracker: Tracker {
  var tracker: any Tracker
  let metrics: StreamMetrics

  mutating func track(_ frame: borrowing Frame) throws(FlycatcherError) -> [Observation] {
    let started = Moment.now
    defer { metrics.recordAnalysis(.now - started) }
    return try tracker.track(frame)
  }

  mutating func take(_ request: PointedRequest) throws(FlycatcherError) -> Bool { try tracker.take(request) }
  var refusedRegions: [FlycatcherError] { tracker.refusedRegions }
  mutating func finish() -> [Observation] { tracker.finish() }
  mutating func restart() -> [Observation] { tracker.restart() }
  mutating func reset() { tracker.reset() }
}
