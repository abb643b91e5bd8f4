// What moves and does not fly.
import Foundation

enum Distractor {
  /// Someone who walks. Feet at the first frame and height in pixels, speed in pixels a second.
  case walker(x: Double, feet: Double, height: Double, speed: Double, luma: Float, phase: Double)
  /// Someone who swings a ball in a hand, without letting go.
  case carrier(x: Double, feet: Double, height: Double, radius: Double, tone: Tone, swing: Swing)
  /// Leaves that sway. Places are those of the leaves at rest.
  case foliage(leaves: [(x: Double, y: Double, radius: Double, luma: Float, phase: Double)])
  /// A screen with a picture that changes.
  case screen(x: Double, y: Double, width: Double, height: Double)

  /// How a hand goes around a shoulder.
  struct Swing {
    /// Half the width and half the height of the way around, in heights of the person.
    var width = 0.36
    var height = 0.36
    /// Turns, or ways there and back, a second.
    var frequency = 0.9
    /// Radians at the first frame.
    var phase: Double
    /// Radians to each side of straight up, if the hand goes there and back rather than around.
    var amplitude: Double?

    func hand(at time: Double) -> (x: Double, y: Double) {
      let turned = 2 * .pi * frequency * time + phase
      let angle = amplitude.map { $0 * sin(turned) - 0.5 * .pi } ?? turned
      return (width * cos(angle), height * sin(angle))
    }
  }

  /// A crown of leaves.
  static func tree(x: Double, y: Double, radius: Double, _ chance: inout Chance) -> Distractor {
    let leaves = (0..<140).map { _ in
      let (angle, distance) = (chance.uniform(0...2 * .pi), radius * chance.uniform(0...1).squareRoot())
      return (
        x: x + distance * cos(angle), y: y + 0.8 * distance * sin(angle), radius: chance.uniform(3...8),
        luma: Float(chance.uniform(40...120)), phase: chance.uniform(0...2 * .pi)
      )
    }
    return .foliage(leaves: leaves)
  }

  func draw(at time: Double, offset: (x: Double, y: Double), on canvas: inout Canvas) {
    switch self {
    case .walker(let x, let feet, let height, let speed, let luma, let phase):
      let swing = sin(2 * .pi * 1.7 * time + phase)
      Self.person(
        x: x + speed * time - offset.x, feet: feet - offset.y, height: height, swing: swing, luma, on: &canvas)
    case .carrier(let x, let feet, let height, let radius, let tone, let swing):
      let (cx, cy) = (x - offset.x, feet - offset.y)
      Self.person(x: cx, feet: cy, height: height, swing: 0.2, 70, on: &canvas)
      let shoulder = (x: cx, y: cy - 0.75 * height)
      let reach = swing.hand(at: time)
      let hand = (x: shoulder.x + height * reach.x, y: shoulder.y + height * reach.y)
      canvas.limb(Tone(luma: 80), from: shoulder, to: hand, radius: height * 0.04)
      canvas.ellipse(tone, x: hand.x, y: hand.y, radiusX: radius, radiusY: radius)
    case .foliage(let leaves):
      for leaf in leaves {
        let sway = 5 * sin(2 * .pi * 0.6 * time + leaf.phase)
        let x = leaf.x + sway - offset.x
        let y = leaf.y + 2 * sin(2 * .pi * 1.1 * time + 2 * leaf.phase) - offset.y
        canvas.ellipse(
          Tone(luma: leaf.luma, blue: 112, red: 116), x: x, y: y, radiusX: leaf.radius, radiusY: leaf.radius * 0.6)
      }
    case .screen(let x, let y, let width, let height):
      let (left, top) = (x - offset.x, y - offset.y)
      for column in 0..<8 {
        let luma = Float(110 + 70 * sin(2 * .pi * (0.8 * time + Double(column) / 5)))
        let from = left + width * Double(column) / 8
        canvas.paint(
          Tone(luma: luma, blue: 140), left: from, top: top, right: from + width / 8, bottom: top + height
        ) { _, _ in 1 }
      }
    }
  }

  private static func person(
    x: Double, feet: Double, height: Double, swing: Double, _ luma: Float, on canvas: inout Canvas
  ) {
    let (hip, shoulder) = (feet - 0.48 * height, feet - 0.8 * height)
    for side in [-1.0, 1.0] {
      let step = side * swing * 0.15 * height
      canvas.limb(Tone(luma: luma - 20), from: (x, hip), to: (x + step, feet), radius: 0.05 * height)
      canvas.limb(
        Tone(luma: luma + 14, red: 138), from: (x, shoulder), to: (x - 0.8 * step + side * 4, hip),
        radius: 0.035 * height)
    }
    canvas.ellipse(
      Tone(luma: luma, blue: 134), x: x, y: feet - 0.63 * height, radiusX: 0.11 * height, radiusY: 0.2 * height)
    canvas.ellipse(
      Tone(luma: luma + 45, red: 142), x: x, y: feet - 0.92 * height, radiusX: 0.06 * height, radiusY: 0.08 * height)
  }
}
