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
  /// Leaves behind a window: they sway, and what is seen of them ends at its edges. The place of its first pixel.
  case window(x: Int, y: Int, view: View)

  /// What sways behind a window.
  struct View {
    /// The size of the window, and the pixels that are hidden on each side of it.
    var width: Int
    var height: Int
    var hidden: Int
    /// The mean luma, and by how much each place differs from it, with what is hidden.
    var luma: Float
    var texture: [Float]
    /// Ways there and back a second, and radians at the first frame.
    var frequency: Double
    var phase: Double

    /// By how many pixels it has swayed.
    func sway(at time: Double) -> (x: Int, y: Int) {
      let reach = Double(hidden - 1)
      return (
        Int((reach * sin(2 * .pi * frequency * time + phase)).rounded()),
        Int((0.5 * reach * sin(2 * .pi * 1.6 * frequency * time)).rounded())
      )
    }
  }

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

  /// A window of any size and at any place in a picture, with something behind it that the wind moves.
  static func window(inside width: Double, _ height: Double, _ chance: inout Chance) -> Distractor {
    let (w, h) = (Int(chance.uniform(60...320)), Int(chance.uniform(60...280)))
    let hidden = Int(chance.uniform(3...10))
    let noise = valueNoise(width: w + 2 * hidden, height: h + 2 * hidden, cell: chance.uniform(4...14), &chance)
    let contrast = Float(chance.uniform(12...40))
    return .window(
      x: Int(chance.uniform(0...width - Double(w))), y: Int(chance.uniform(0...height - Double(h))),
      view: View(
        width: w, height: h, hidden: hidden, luma: Float(chance.uniform(60...140)),
        texture: noise.map { $0 * contrast },
        frequency: chance.uniform(0.4...1.2), phase: chance.uniform(0...2 * .pi)))
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
    case .window(let x, let y, let view):
      let (left, top) = (x - Int(offset.x), y - Int(offset.y))
      let sway = view.sway(at: time)
      let stride = view.width + 2 * view.hidden
      canvas.paint(
        Tone(luma: view.luma, blue: 118, red: 122), left: Double(left), top: Double(top),
        right: Double(left + view.width - 1), bottom: Double(top + view.height - 1)
      ) { px, py in
        let (column, row) = (Int(px) - left, Int(py) - top)
        return view.texture[(row + view.hidden + sway.y) * stride + column + view.hidden + sway.x]
      } coverage: { _, _ in
        1
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
