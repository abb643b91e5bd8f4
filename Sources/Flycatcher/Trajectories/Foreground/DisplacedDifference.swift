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
  /// The surroundings further away, too: what carries a thing is larger than it, and need not be near on all sides.
  var environs = Means()
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
    let light = { (x: Int, y: Int) in
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
    var difference = DisplacedDifference(
      thing: window.thing(light), surroundings: window.surroundings(light), environs: window.environs(light))
    // Color is coded at half the size and less well: it is asked where brightness shows nothing.
    guard difference.thing.isNoise, let colorsNow, let colorsBefore else { return difference }
    let nearest = (x: window.way.x + (u < 128 ? 0 : 1), y: window.way.y + (v < 128 ? 0 : 1))
    let color = { (x: Int, y: Int) in
      (
        plain: colorsNow.difference(to: colorsBefore, x: x, y: y, by: (0, 0)),
        displaced: colorsNow.difference(to: colorsBefore, x: x, y: y, by: nearest)
      )
    }
    let thing = window.thing(color)
    if !thing.isNoise { (difference.thing, difference.surroundings) = (thing, window.surroundings(color)) }
    return difference
  }

  /// Whether a place is in the picture, or not far from it.
  private func isNear(_ place: SIMD2<Double>) -> Bool {
    let size = SIMD2(Double(width), Double(height))
    return all(place .> -size) && all(place .< 2 * size)
  }
}

/// The samples that are compared: those of the thing, and of two rings around it.
private struct ComparedWindow {
  /// Samples in a square grid around the thing, at most twelve to each side.
  private struct Grid {
    let count: Int
    let step: Int

    init(reach: Double) {
      step = max(1, Int((reach / 12).rounded(.up)))
      count = Int(reach) / step
    }
  }

  /// The way from a sample of the later frame to the one of the earlier frame that the thing's motion brought there: whole samples, and
  /// the rest in 256ths of one.
  let way: (x: Int, y: Int)
  let fraction: (u: Int, v: Int)
  /// The sample of the later frame at whose place the thing is, and from the thing to its center.
  private let middle: (x: Int, y: Int)
  private let center: SIMD2<Double>
  /// From the thing's later place to its earlier one, and the square of that way.
  private let back: SIMD2<Double>
  private let squaredWay: Double
  /// The samples near the thing, and those as far as four times the outer ring.
  private let (near, far): (Grid, Grid)
  /// The squares of the radii of the thing, and of the rings.
  private let (core, inner, outer, outermost): (Double, Double, Double, Double)
  private let (width, height): (Int, Int)

  init(from earlier: SIMD2<Double>, to later: SIMD2<Double>, radius: Double, width: Int, height: Int) {
    let reach = 2.4 * radius + 4
    let farReach = 4 * reach
    (near, far) = (Grid(reach: reach), Grid(reach: farReach))
    (core, inner) = (square(radius + 0.7), square(1.4 * radius + 1.5))
    (outer, outermost) = (square(reach), square(farReach))
    // The later frame is read at whole places, the displaced one between its samples.
    let whole = later.rounded(.down)
    back = earlier - later
    squaredWay = squaredMagnitude(back)
    let displaced = whole + back
    let corner = displaced.rounded(.down)
    let rest = (256 * (displaced - corner)).rounded(.toNearestOrAwayFromZero)
    middle = (Int(whole.x), Int(whole.y))
    center = whole + 0.5 - later
    way = (Int(corner.x) - middle.x, Int(corner.y) - middle.y)
    fraction = (Int(rest.x), Int(rest.y))
    (self.width, self.height) = (width, height)
  }

  /// How a sample of the later frame differs from the earlier one as it is, and displaced.
  typealias Comparison = (_ x: Int, _ y: Int) -> (plain: Int, displaced: Int)

  @inline(__always)
  func thing(_ compare: Comparison) -> DisplacedDifference.Means {
    means(near, compare) { squaredMagnitude($0) <= core }
  }

  @inline(__always)
  func surroundings(_ compare: Comparison) -> DisplacedDifference.Means {
    means(near, compare) { isAround($0, within: outer) }
  }

  @inline(__always)
  func environs(_ compare: Comparison) -> DisplacedDifference.Means {
    means(far, compare) { isAround($0, within: outermost) }
  }

  /// The mean differences of the samples of a grid that are wanted, by where they are from the thing.
  @inline(__always)
  private func means(
    _ grid: Grid, _ compare: Comparison, where isWanted: (_ from: SIMD2<Double>) -> Bool
  ) -> DisplacedDifference.Means {
    var (count, plain, displaced) = (0, 0, 0)
    for row in -grid.count...grid.count {
      let y = middle.y + row * grid.step
      guard y >= 0, y < height, y + way.y >= 0, y + way.y + 1 < height else { continue }
      for column in -grid.count...grid.count {
        let x = middle.x + column * grid.step
        guard x >= 0, x < width, x + way.x >= 0, x + way.x + 1 < width,
          isWanted(SIMD2(Double(column * grid.step), Double(row * grid.step)) + center)
        else { continue }
        let difference = compare(x, y)
        count += 1
        plain += difference.plain
        displaced += difference.displaced
      }
    }
    let share = 1 / Float(max(count, 1))
    return DisplacedDifference.Means(
      plain: share * Float(plain), displaced: share * Float(displaced), count: count > 0 ? 1 : 0)
  }

  /// Whether a place is around the thing, and neither blurred by it nor uncovered.
  ///
  /// With an open shutter the blur reaches half a frame's way to both sides.
  @inline(__always)
  private func isAround(_ from: SIMD2<Double>, within outer: Double) -> Bool {
    let distance = squaredMagnitude(from)
    guard distance > inner, distance <= outer else { return false }
    let ways = squaredWay > 0 ? min(max((from * back).sum() / squaredWay, -0.5), 1.5) : 0
    return squaredMagnitude(from - ways * back) > inner
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
