// Whether a thing moves by itself: how well its displacement explains what changed where it is, and what changed around it.
import Glibc

/// The mean absolute differences of two frames at a thing and around it: as they are, and with the earlier frame displaced as the thing is (the
/// displaced frame difference of motion estimation).
///
/// Of a thing in flight the displaced difference is the small one, and around it the plain one: the background stays. What is
/// part of something larger moves with its surroundings, and what flickers has gone nowhere.
struct DisplacedDifference: Sendable {
  /// The mean differences in gray levels.
  struct Means: Sendable {
    var plain: Float = 0
    var displaced: Float = 0
    /// The number of comparisons whose sum this is.
    var count: Float = 0

    /// The gray levels of noise, below which a difference says nothing.
    private static let noise: Float = 2

    /// Whether nothing changed but for noise.
    var isNoise: Bool { plain <= Self.noise * max(count, 1) }

    /// The plain difference over the displaced one; 1 where nothing was compared.
    var quotient: Double {
      let noise = Self.noise * max(count, 1)
      return Double((plain + noise) / (displaced + noise))
    }

    /// Its logarithm.
    var ratio: Double { log(quotient) }

    static func += (left: inout Means, right: Means) {
      left = Means(
        plain: left.plain + right.plain, displaced: left.displaced + right.displaced, count: left.count + right.count)
    }
  }

  var thing = Means()
  var surroundings = Means()
}

extension Foreground {
  /// The differences between an earlier frame and a later one about a thing that was seen in both.
  ///
  /// - Parameters:
  ///   - earlier: its place in the earlier frame, in analyzed pixels, and that frame's time.
  ///   - later: the same of the later frame.
  ///   - radius: its radius in analyzed pixels.
  /// - Returns: `nil` where one of the frames is no longer remembered.
  func displacedDifference(
    from earlier: (place: SIMD2<Double>, time: Timestamp), to later: (place: SIMD2<Double>, time: Timestamp),
    radius: Double
  ) -> DisplacedDifference? {
    guard let (before, colorsBefore) = picture(at: earlier.time), let (now, colorsNow) = picture(at: later.time),
      isNear(earlier.place), isNear(later.place)
    else { return nil }
    let window = ComparedWindow(
      from: earlier.place, to: later.place, radius: max(radius, 1), width: width, height: height)
    let (u, v) = window.fraction
    let light = window.differences { x, y in
      let index = y * stride + x
      let sample = Int(now[index])
      let first = index + window.way.y * stride + window.way.x
      let upper = Int(before[first]) * (256 - u) + Int(before[first + 1]) * u
      let lower = Int(before[first + stride]) * (256 - u) + Int(before[first + stride + 1]) * u
      return (
        plain: abs(sample - Int(before[index])),
        displaced: abs(sample - (upper * (256 - v) + lower * v + 32_768) >> 16)
      )
    }
    // Color is coded at half the size and less well: it is asked where brightness shows nothing.
    guard light.thing.isNoise, let colorsNow, let colorsBefore else { return light }
    let nearest = (x: window.way.x + (u < 128 ? 0 : 1), y: window.way.y + (v < 128 ? 0 : 1))
    let color = window.differences { x, y in
      (
        plain: colorsNow.difference(to: colorsBefore, x: x, y: y, by: (0, 0)),
        displaced: colorsNow.difference(to: colorsBefore, x: x, y: y, by: nearest)
      )
    }
    return color.thing.isNoise ? light : color
  }

  /// Whether a place is in the picture, or not far from it.
  private func isNear(_ place: SIMD2<Double>) -> Bool {
    let size = SIMD2(Double(width), Double(height))
    return all(place .> -size) && all(place .< 2 * size)
  }
}

/// The samples that are compared: those of the thing, and of a ring around it.
private struct ComparedWindow {
  /// The side of the square of samples is at most twice this and one.
  private static let reach = 12

  /// The way from a sample of the later frame to the one of the earlier frame that the thing's motion brought there: whole samples, and
  /// the rest in 256ths of one.
  let way: (x: Int, y: Int)
  let fraction: (u: Int, v: Int)
  /// The sample of the later frame at whose place the thing is, and from the thing to its center.
  private let middle: (x: Int, y: Int)
  private let center: SIMD2<Double>
  /// From the thing's later place to its earlier one.
  private let back: SIMD2<Double>
  /// The number of samples to each side, and from one to the next.
  private let count: Int
  private let step: Int
  /// The squares of the radii of the thing, and of the ring.
  private let (core, inner, outer): (Double, Double, Double)
  private let (width, height): (Int, Int)

  init(from earlier: SIMD2<Double>, to later: SIMD2<Double>, radius: Double, width: Int, height: Int) {
    let reach = 2.4 * radius + 4
    step = max(1, Int((reach / Double(Self.reach)).rounded(.up)))
    count = Int(reach) / step
    (core, inner, outer) = (square(radius + 0.7), square(1.4 * radius + 1.5), square(reach))
    // The later frame is read at whole places, the displaced one between its samples.
    let whole = later.rounded(.down)
    back = earlier - later
    let displaced = whole + back
    let corner = displaced.rounded(.down)
    let rest = (256 * (displaced - corner)).rounded(.toNearestOrAwayFromZero)
    middle = (Int(whole.x), Int(whole.y))
    center = whole + 0.5 - later
    way = (Int(corner.x) - middle.x, Int(corner.y) - middle.y)
    fraction = (Int(rest.x), Int(rest.y))
    (self.width, self.height) = (width, height)
  }

  /// The differences by those of each sample of the later frame.
  @inline(__always)
  func differences(_ compare: (_ x: Int, _ y: Int) -> (plain: Int, displaced: Int)) -> DisplacedDifference {
    var sums = Sums()
    for row in -count...count {
      let y = middle.y + row * step
      guard y >= 0, y < height, y + way.y >= 0, y + way.y + 1 < height else { continue }
      for column in -count...count {
        let x = middle.x + column * step
        guard x >= 0, x < width, x + way.x >= 0, x + way.x + 1 < width else { continue }
        let from = SIMD2(Double(column * step), Double(row * step)) + center
        let distance = square(from.x) + square(from.y)
        let isThing = distance <= core
        // Where the thing was before, the background came into sight.
        let isAround =
          distance > inner && distance <= outer && square(from.x - back.x) + square(from.y - back.y) > inner
        guard isThing || isAround else { continue }
        let difference = compare(x, y)
        sums.add(difference.plain, difference.displaced, isThing: isThing)
      }
    }
    return sums.difference
  }
}

/// The sums of the differences of samples.
private struct Sums {
  private var thing = (count: 0, plain: 0, displaced: 0)
  private var surroundings = (count: 0, plain: 0, displaced: 0)

  mutating func add(_ plain: Int, _ displaced: Int, isThing: Bool) {
    if isThing {
      thing = (thing.count + 1, thing.plain + plain, thing.displaced + displaced)
    } else {
      surroundings = (surroundings.count + 1, surroundings.plain + plain, surroundings.displaced + displaced)
    }
  }

  var difference: DisplacedDifference {
    DisplacedDifference(thing: Self.means(thing), surroundings: Self.means(surroundings))
  }

  private static func means(_ sums: (count: Int, plain: Int, displaced: Int)) -> DisplacedDifference.Means {
    let share = 1 / Float(max(sums.count, 1))
    return DisplacedDifference.Means(
      plain: share * Float(sums.plain), displaced: share * Float(sums.displaced), count: sums.count > 0 ? 1 : 0)
  }
}

extension ChromaBackground.Colors {
  /// The sum of both color differences between a pixel of the analyzed picture and another of an earlier one.
  fileprivate func difference(to earlier: Self, x: Int, y: Int, by way: (x: Int, y: Int)) -> Int {
    let (column, row) = (x / 2, y / 2)
    let (oldColumn, oldRow) = ((x + way.x) / 2, (y + way.y) / 2)
    return abs(Int(blue.sample(column, row)) - Int(earlier.blue.sample(oldColumn, oldRow)))
      + abs(Int(red.sample(column, row)) - Int(earlier.red.sample(oldColumn, oldRow)))
  }
}
