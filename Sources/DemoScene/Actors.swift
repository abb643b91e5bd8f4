// Draws what moves: balls with the blur of the shutter, people, leaves.
import Flycatcher
import Glibc

extension Ball {
  /// - Parameter exposure: The time for which the shutter is open, in seconds; `time` is its middle.
  func draw(at time: Double, exposure: Double, _ raster: Raster, on picture: inout MutableSpan<UInt8>) {
    let (width, height) = (Double(raster.width), Double(raster.height))
    let start = time - exposure / 2
    guard let travel = travel(from: start, to: start + exposure, width, height) else { return }
    // Places no more than a pixel apart make a streak without beads.
    let count = min(max(Int(travel.rounded(.up)), 1), 64)
    var places: [(x: Float, y: Float)] = []
    for step in 0..<count {
      guard let place = place(at: start + exposure * (Double(step) + 0.5) / Double(count)) else { continue }
      places.append((Float(place.x * width), Float(place.y * height)))
    }
    let radius = Float(self.radius * width)
    guard let first = places.first, radius > 0, radius < Float(width) else { return }
    var bounds = Bounds(left: first.x, top: first.y, right: first.x, bottom: first.y)
    for place in places {
      bounds.left = min(bounds.left, place.x - radius - 1)
      bounds.top = min(bounds.top, place.y - radius - 1)
      bounds.right = max(bounds.right, place.x + radius + 1)
      bounds.bottom = max(bounds.bottom, place.y + radius + 1)
    }
    let share = 1 / Float(count)
    raster.draw(color, in: bounds, on: &picture) { px, py in
      var coverage: Float = 0
      var light: Float = 0
      for place in places {
        let (dx, dy) = (px - place.x, py - place.y)
        let squared = dx * dx + dy * dy
        guard squared < (radius + 1) * (radius + 1) else { continue }
        let covered = min(max(radius - squared.squareRoot() + 0.5, 0), 1) * share
        coverage += covered
        light += covered * shade(dx / radius, dy / radius)
      }
      return Paint(coverage: coverage, light: coverage > 0 ? light / coverage : 1)
    }
  }

  /// Pixels from place to place during an exposure; `nil` where the ball is not there at any of its moments.
  private func travel(from start: Double, to end: Double, _ width: Double, _ height: Double) -> Double? {
    let places = [place(at: start), place(at: (start + end) / 2), place(at: end)].compactMap(\.self)
    guard !places.isEmpty else { return nil }
    var travel = 0.0
    for (one, other) in zip(places, places.dropFirst()) {
      travel += hypot((other.x - one.x) * width, (other.y - one.y) * height)
    }
    // Where the ball comes or goes during the exposure, a few more places catch the moment.
    return places.count == 3 ? travel : travel + 8
  }
}

/// Returns the brightness of a sphere at a place of its disc, lit from above and a little from the left.
private func shade(_ x: Float, _ y: Float) -> Float {
  let depth = max(1 - x * x - y * y, 0).squareRoot()
  let lambert = max(-0.35 * x - 0.62 * y + 0.70 * depth, 0)
  let glint = max(lambert - 0.9, 0) * 2.5
  return 0.62 + 0.46 * lambert + glint
}

/// One leaf of a crown.
struct Leaf: Sendable {
  private let place: Point
  private let radius: Double
  private let sway: Double
  private let phase: Double
  private let rate: Double
  private let color: Color

  static func grow(_ foliage: [Foliage], seed: UInt64) -> [Leaf] {
    var generator = SplitMix(seed: seed ^ 0x6C65_6166)
    var leaves: [Leaf] = []
    for crown in foliage {
      for number in 0..<max(min(crown.leaves, 2000), 0) {
        let angle = generator.signed() * .pi
        let distance = abs(generator.signed()).squareRoot()
        let depth = Float(number) / Float(max(crown.leaves, 1))
        let light = Float(generator.signed()) * 0.25 - Float(sin(angle) * distance) * 0.3
        let color = Color(0x23401F).mixed(with: Color(0x7FA548), min(max(depth * 0.6 + light + 0.15, 0), 1))
        leaves.append(
          Leaf(
            place: Point(
              x: crown.center.x + cos(angle) * distance * crown.radius,
              y: crown.center.y + sin(angle) * distance * crown.radius * 1.5),
            radius: crown.radius * (0.075 + 0.03 * generator.signed()),
            sway: crown.sway * (0.7 + 0.3 * generator.signed()),
            phase: generator.signed() * 1.2, rate: 0.55 + 0.12 * generator.signed(), color: color))
      }
    }
    return leaves
  }

  func draw(at time: Double, _ raster: Raster, on picture: inout MutableSpan<UInt8>) {
    let angle = 2 * .pi * rate * time + phase + place.x * 20
    let x = place.x + sway * sin(angle)
    let y = place.y + sway * 0.5 * sin(angle * 1.7)
    let (width, height) = (Float(raster.width), Float(raster.height))
    raster.disc(
      x: Float(x) * width, y: Float(y) * height, radius: Float(radius) * width, color, squash: 0.75, on: &picture)
  }
}

extension Figure {
  /// A place on the figure: to the side and up from the feet, in heights of the figure.
  private typealias Joint = (x: Float, y: Float)

  func draw(at time: Double, _ raster: Raster, on picture: inout MutableSpan<UInt8>) {
    let size = Float(height) * Float(raster.height)
    guard size > 0, size < Float(raster.height) * 4 else { return }
    let foot = (
      x: Float(feet.x + speed * time) * Float(raster.width), y: Float(feet.y) * Float(raster.height)
    )
    guard foot.x > -size, foot.x < Float(raster.width) + size else { return }
    let facing: Float = speed < 0 ? -1 : 1
    // A step of 0.42 heights to each side of a stride.
    let stride = speed * time * Double(raster.width) / (Double(size) * 0.84) * 2 * .pi
    let swing = speed == 0 ? 0 : Float(sin(stride))
    func limb(_ from: Joint, _ to: Joint, _ one: Float, _ other: Float, _ color: Color) {
      raster.limb(
        from: (foot.x + from.x * facing * size, foot.y - from.y * size),
        to: (foot.x + to.x * facing * size, foot.y - to.y * size), one * size, other * size, color, on: &picture)
    }
    let skin = Color(0xC79A7B)
    raster.disc(
      x: foot.x, y: foot.y, radius: size * 0.2, Color(0x10141A), opacity: 0.3, squash: 0.18, on: &picture)
    let hip: Joint = (0, 0.49)
    let stance: Float = speed == 0 ? 0.05 : 0
    for side in [-1 as Float, 1] {
      let knee: Joint = (0.10 * swing * side + 0.03 * abs(swing) + stance * side, 0.26)
      let lift = max(-swing * side, 0) * 0.05
      let ankle: Joint = (0.19 * swing * side + stance * 1.3 * side, 0.035 + lift)
      let shade = side < 0 ? trousers.mixed(with: Color(0), 0.25) : trousers
      limb(hip, knee, 0.058, 0.042, shade)
      limb(knee, ankle, 0.042, 0.028, shade)
      limb(ankle, (ankle.x + 0.055, ankle.y - 0.015), 0.026, 0.02, Color(0xF0EEE8))
    }
    limb((0, 0.52), (0.01, 0.77), 0.066, 0.078, shirt)
    for side in [-1 as Float, 1] {
      let shoulder: Joint = (0.01, 0.80)
      let elbow: Joint =
        raisesArms ? (0.11 + 0.02 * side, 0.86) : (-0.10 * swing * side + (speed == 0 ? 0.05 * side : 0), 0.64)
      let hand: Joint =
        raisesArms ? (0.15 + 0.03 * side, 1.02) : (-0.15 * swing * side + 0.04 + (speed == 0 ? 0.04 * side : 0), 0.50)
      limb(shoulder, elbow, 0.034, 0.026, side < 0 ? shirt.mixed(with: Color(0), 0.2) : shirt)
      limb(elbow, hand, 0.024, 0.02, skin)
    }
    limb((0.01, 0.82), (0.015, 0.87), 0.03, 0.03, skin)
    limb((0.02, 0.925), (0.02, 0.935), 0.058, 0.062, skin)
    limb((0.005, 0.955), (0.0, 0.94), 0.055, 0.05, Color(0x3A2A20))
  }
}
