// The last seconds of the picture, kept small, and the swing that was cut from them.
import Flycatcher

/// Remembers what the camera saw, and plays a swing again.
struct SwingRecorder {
  struct Picture {
    let time: Double
    let luma: [UInt8]
    let width: Int
  }

  /// The seconds that are remembered before the ball is seen, and the longest a swing may take.
  private static let before = 1.0
  private static let longest = 3.0
  private static let width = 240
  private var recent: [Picture] = []
  private(set) var swing: [Picture] = []
  private var playedFrom: Double?

  var hasSwing: Bool { !swing.isEmpty }

  /// Keeps a small copy of a frame.
  mutating func record(_ frame: borrowing Frame) {
    let luma = frame.luma
    let step = max(1, (luma.width + Self.width - 1) / Self.width)
    var pixels: [UInt8] = []
    pixels.reserveCapacity((luma.width / step) * (luma.height / step))
    for y in 0..<luma.height / step {
      let row = luma.row(y * step)
      for x in 0..<luma.width / step { pixels.append(row[x * step * luma.pixelStride]) }
    }
    recent.append(Picture(time: frame.timestamp.seconds, luma: pixels, width: luma.width / step))
    let oldest = frame.timestamp.seconds - Self.before - Self.longest
    recent.removeAll { $0.time < oldest || $0.time > frame.timestamp.seconds }
  }

  /// Cuts the swing whose ball was seen from one time to another.
  mutating func cut(from start: Double, to end: Double) {
    swing = recent.filter { $0.time >= start - Self.before && $0.time <= end }
  }

  mutating func play(at time: Double) { playedFrom = hasSwing ? time : nil }

  /// The picture of the swing that is shown at a time, at half its speed; the playing ends with the last one.
  mutating func picture(at time: Double) -> Picture? {
    guard let playedFrom, let first = swing.first else { return nil }
    let place = first.time + (time - playedFrom) / 2
    guard place >= first.time, let shown = swing.last(where: { $0.time <= place }), place <= swing[swing.count - 1].time
    else {
      self.playedFrom = nil
      return nil
    }
    return shown
  }
}
