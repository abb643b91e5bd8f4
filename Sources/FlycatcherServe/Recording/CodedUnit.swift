// What is recorded: coded pictures and sound with their times.
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport

/// A coded picture or a piece of sound, held for as long as it may be wanted.
final class CodedUnit: Sendable {
  let buffer: VideoBuffer
  /// The time in its stream, nanoseconds.
  let time: UInt
  let caps: Caps
  let isKeyFrame: Bool
  let facts: PictureFacts?

  init(_ buffer: consuming VideoBuffer, at time: UInt, _ caps: Caps, _ facts: PictureFacts? = nil) {
    isKeyFrame = buffer.isKeyFrame
    self.buffer = buffer
    self.time = time
    self.caps = caps
    self.facts = facts
  }
}

/// The newest part of a stream, from a key frame on: with it a file begins.
struct CodedHistory {
  private(set) var pictures: [CodedUnit] = []
  private(set) var sound: [CodedUnit] = []
  /// What was seen, where that comes apart from the pictures.
  private(set) var facts: [(time: UInt, facts: PictureFacts)] = []

  /// The number of pictures beyond which the oldest are dropped, whatever their time: four minutes, mostly.
  private static let most = 8192

  /// Adds a picture; those of other caps go into no file with it.
  mutating func add(_ unit: CodedUnit, keeping span: UInt) {
    if let last = pictures.last, last.caps != unit.caps { pictures = [] }
    guard unit.isKeyFrame || !pictures.isEmpty else { return }
    pictures.append(unit)
    let oldest = unit.time - min(unit.time, span)
    if pictures.count > Self.most { pictures.removeFirst(pictures.count - Self.most) }
    let first = pictures.lastIndex { $0.isKeyFrame && $0.time <= oldest } ?? pictures.firstIndex { $0.isKeyFrame }
    pictures.removeFirst(first ?? pictures.count)
    let start = pictures.first?.time ?? unit.time
    sound.removeAll { $0.time < start }
    facts.removeAll { $0.time < start }
  }

  /// The time at which the newest picture has been shown; `nil` where there is none.
  var end: UInt? { pictures.last.map { $0.time + ($0.buffer.duration ?? 0) } }

  mutating func add(_ facts: PictureFacts, at time: UInt) {
    self.facts.append((time, facts))
    if self.facts.count > Self.most { self.facts.removeFirst(self.facts.count - Self.most) }
  }

  /// Adds sound. That of a source which begins anew takes the place of what was still to come of the one before.
  mutating func add(sound unit: CodedUnit) {
    while let last = sound.last, last.time >= unit.time { sound.removeLast() }
    sound.append(unit)
    if sound.count > Self.most { sound.removeFirst(sound.count - Self.most) }
  }
}

extension PictureFacts {
  /// A Boolean value indicating whether something is seen that is worth a recording.
  var isEvent: Bool {
    observations.contains { observation in
      switch observation {
      case .trajectory: true
      case .object(let seen): [.nominated, .tracked, .recovered].contains(seen.state)
      case .rectangle(let seen): [.nominated, .tracked, .recovered].contains(seen.state)
      }
    }
  }
}

extension Observation {
  /// The same observation in a film that begins at another moment.
  ///
  /// - Parameter time: What is added to every time.
  func moved(by time: Duration) -> Observation {
    switch self {
    case .trajectory(var seen):
      seen.time = seen.time + time
      let start = seen.timeRange.start + time
      seen.timeRange = TimeRange(from: start, to: seen.timeRange.end + time)
      for index in seen.detectedPoints.indices {
        seen.detectedPoints[index].time = seen.detectedPoints[index].time + time
      }
      return .trajectory(seen)
    case .object(var seen):
      seen.time = seen.time + time
      return .object(seen)
    case .rectangle(var seen):
      seen.time = seen.time + time
      return .rectangle(seen)
    }
  }
}
