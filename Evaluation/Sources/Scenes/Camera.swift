// What a camera does to a scene: it moves, its sensor is noisy, lamps flicker, and its shutter is open for a while.
import Foundation

struct Camera {
  /// Pixels over the whole clip.
  var drift = (x: 0.0, y: 0.0)
  /// Standard deviation of the shake, pixels.
  var shake = 0.0
  /// Standard deviation of the noise of luma, levels.
  var noise = 1.5
  /// Amplitude of the flicker, a share of the brightness.
  var flicker = 0.0
  /// Waves of the flicker over the picture's height, as a rolling shutter shows them.
  var bands = 0.0
  /// Share of the time from frame to frame for which the shutter is open.
  var shutter = 0.5

  /// The movement of the picture against the scene. The shake is smooth: some sines of unlike periods.
  func offset(at time: Double, duration: Double) -> (x: Double, y: Double) {
    let share = time / max(duration, 1e-3)
    let wobble = { (phase: Double) in
      sin(2 * .pi * 1.3 * time + phase) + 0.7 * sin(2 * .pi * 3.1 * time + 2 * phase)
        + 0.4 * sin(2 * .pi * 7.7 * time + 3 * phase)
    }
    // The three sines together have a deviation of 0.91.
    return (drift.x * share + shake / 0.91 * wobble(0.4), drift.y * share + shake / 0.91 * wobble(2.1))
  }

  /// The factor of brightness in a row.
  func gain(row: Int, height: Int, at time: Double) -> Float {
    flicker == 0
      ? 1 : Float(1 + flicker * sin(2 * .pi * (9.7 * time + bands * Double(row) / Double(max(height, 1)))))
  }
}

/// A sensor's noise: one long row of samples, of which every row of every frame takes a stretch of its own.
struct SensorNoise {
  private let samples: [Float]
  private let seed: UInt64
  private static let shifts = 16_384

  init(deviation: Double, width: Int, seed: UInt64) {
    var chance = Chance(seed: seed)
    samples = (0..<width + Self.shifts).map { _ in Float(chance.normal() * deviation) }
    self.seed = seed
  }

  /// The starts of the stretches of all rows of a frame.
  func shifts(frame: Int, rows: Int) -> [Int] {
    var chance = Chance(seed: seed &+ UInt64(frame + 1) &* 0xD6E8_FEB8_6659_FD93)
    return (0..<rows).map { _ in Int(chance.next() % UInt64(Self.shifts)) }
  }

  subscript(index: Int) -> Float { samples[index] }
}
