// The named measurements of a track from which its confidence is calculated.
import Glibc

/// The measurements of a track: dimensionless, each on a scale on which a difference means about the same everywhere.
struct TrackMeasurements: Sendable {
  /// The measurements by name, in the order of the values.
  enum Name: String, CaseIterable, Sendable {
    /// The logarithm of the density of the acceleration where gravity explains it over that where anything may: `GravityEvidence`.
    case pull
    /// The logarithm of the number of points, as far as `longest`.
    case length
    /// The log-likelihood ratio against clutter, for each frame from the first point to the last.
    case score
    /// The logarithm of the diagonal of the path's bounding box in radii.
    case extent
    /// The likeness to a shadow of something that flies at the same time.
    case shade
    /// Of what looks alike, how much flew before: the logarithm of one more than the number of flights in the film, less that of one more than the number of
    /// clear paths around it that nothing pulled down.
    case likeness
    /// The logarithm of the standard deviation of brightness and color along the path: a thing in flight passes before many things.
    case colorChange
    /// How much moves that is no flight: the logarithm of one more than the number of other things that move and look alike, and that of one
    /// more than the number of paths before that bent upward.
    case clutter
    /// The logarithm of the plain difference of two frames where the thing is over the displaced one: its own motion explains what changed.
    case ownMotion
    /// The same of its surroundings, near and further away added up: positive where they move along, as the arm does with a hand, and a car with the
    /// dot on its plain roof, and negative, as far as twice `still`, where they stay. It is the median of the points: the hand that throws and the
    /// player it passes are near for a while.
    case sharedMotion
    /// The log-likelihood ratio of a thing that is swung on an arc against one that flies, from -1 up, as asinh: its points only tell so much.
    case swing
    /// The logarithm of the last distance from the camera over the first, as the radius tells it.
    case recession

    /// All names, of which there is a value each.
    static let all = allCases
  }

  /// The standard deviation of brightness and color, in gray levels, below which it says nothing: there are plain walls.
  private static let plainColorChange = 6.5

  /// The logarithm of the plain difference over the displaced one at which the surroundings stay: less only tells how much there is to see.
  private static let still = -1.5

  /// The log-likelihood ratio of a swing below which it says nothing: less only tells how many points there are.
  private static let leastSwing = -1.0

  /// The number of points beyond which more only tell how many frames there are in a second: 251 of one flight in slow motion are no more doubtful.
  private static let longest = 64.0

  /// The measure of the downward acceleration at which a path is one that bends upward.
  private static let upward = -0.5
  /// The logarithm of the quotient of densities below which nothing pulls a thing down.
  private static let noPull = -1.0
  /// The log-likelihood ratio for each frame above which a path is clear.
  private static let clearScore = 1.0

  /// A value for each name.
  private(set) var values = InlineArray<12, Double>(repeating: 0)
  /// The mean radius in pixels and the mean color.
  private(set) var look = Look(radius: 1, color: .zero)
  /// The mean contrast, and the likeness to a shadow.
  private(set) var contrast = 0.0
  private(set) var shade = 0.0
  /// The box around all places.
  private(set) var box = PlaceBox(low: .zero, high: .zero)
  /// The times of the first and the newest point, in seconds.
  private(set) var times = 0.0...0.0

  /// The significance of the downward acceleration less that of the sideways one: the difference of asinh(t / 3). How much a path bends upward, or
  /// sideways, says no more than that it does: what goes away from the camera seems to slow down, and what comes near to speed up.
  private var downward = 0.0

  /// Whether it is a path that stands out from clutter.
  private var isClear: Bool { self[.score] > Self.clearScore }
  /// Whether it is a clear path that bends upward.
  var bendsUpward: Bool { isClear && downward <= Self.upward }
  /// Whether it is a clear path of a thing that nothing pulls down.
  var isWithoutGravity: Bool { isClear && self[.pull] < Self.noPull }

  subscript(_ name: Name) -> Double { Name.all.firstIndex(of: name).map { values[$0] } ?? 0 }

  /// - Parameters:
  ///   - grain: pixels of the picture in one that is analyzed.
  ///   - known: the other flights of the film.
  ///   - crowd: the number of other things that move and look alike.
  init(_ points: ArraySlice<TrackPoint>, family: Int, grain: Double, known: KnownTrajectories, crowd: Int) {
    guard let first = points.first, let last = points.last else { return }
    let fit = PathFit(points)
    let mean = Means(points)
    let radius = max(mean.radius, 0.5 * grain)
    look = Look(radius: radius, color: mean.color)
    contrast = mean.contrast
    shade = mean.shade
    box = mean.box
    times = first.candidate.time...max(last.candidate.time, first.candidate.time)
    downward = asinh(fit.significance.y / 3) - asinh(abs(fit.significance.x) / 3)
    let isBesideStronger = known.isBesideStronger(during: times, contrast: contrast, excluding: family)
    let score = last.score / max(Double(last.age - first.age + 1), Double(points.count))
    for index in values.indices {
      values[index] =
        switch Name.all[index] {
        case .pull: GravityEvidence(fit, radius: radius).logQuotient
        case .length: log(min(Double(points.count), Self.longest))
        case .score: score
        case .extent: log(max(magnitude(box.size) / radius, 0.1))
        case .shade: isBesideStronger ? mean.shade : 0
        case .likeness: known.likeness(look, in: box, during: times)
        case .colorChange: log(max(mean.colorChange, Self.plainColorChange) + 1)
        case .clutter: log(1 + Double(crowd)) + log(1 + Double(known.upwardCount(at: times.upperBound)))
        case .ownMotion: mean.thing.ratio
        case .sharedMotion: Self.motionAround(points)
        case .swing: Self.scaled(swing: Self.leastSwing)
        case .recession: SizeFit(points).recession
        }
    }
  }
}

extension TrackMeasurements {
  /// The same with what is known of a swing: the log-likelihood ratio of a thing that is swung against one that flies. Without it, it says nothing.
  func with(swing: Double) -> TrackMeasurements {
    var copy = self
    if let index = Name.all.firstIndex(of: .swing) { copy.values[index] = Self.scaled(swing: swing) }
    return copy
  }

  private static func scaled(swing: Double) -> Double { asinh(max(swing, leastSwing)) }

  /// The logarithm of the median quotient of what is around a thing, which is that near it times that further away, those of either that tell that it
  /// stays counting alike; 0 where nothing was compared.
  ///
  /// The median is found by halving the range in which it lies, which takes no memory.
  private static func motionAround(_ points: ArraySlice<TrackPoint>) -> Double {
    let least = exp(still)
    func quotient(_ difference: DisplacedDifference) -> Double {
      max(difference.surroundings.quotient, least) * max(difference.environs.quotient, least)
    }
    var (low, high, count) = (square(least), square(least), 0)
    for case let difference? in points.lazy.map(\.difference) {
      high = max(high, quotient(difference))
      count += 1
    }
    guard count > 0 else { return 0 }
    while high - low > 0.01 * low {
      let middle = (low + high) / 2
      let below = points.count { $0.difference.map { quotient($0) <= middle } ?? false }
      if 2 * below > count { high = middle } else { low = middle }
    }
    return log(high)
  }
}

/// The means over a track's points.
private struct Means {
  var radius = 0.0
  var color = SIMD4<Float>()
  var contrast = 0.0
  var shade = 0.0
  /// How the frames differ at the thing.
  var thing = DisplacedDifference.Means()
  /// The standard deviation of brightness and color.
  var colorChange = 0.0
  /// The box around all places.
  var box = PlaceBox(low: .zero, high: .zero)

  init(_ points: ArraySlice<TrackPoint>) {
    guard let first = points.first?.candidate else { return }
    let share = 1 / Double(points.count)
    box = PlaceBox(low: first.place, high: first.place)
    for point in points {
      let one = point.candidate
      radius += share * one.radius
      contrast += share * one.contrast
      shade += share * one.shade
      color += one.color * Float(share)
      if let difference = point.difference { thing += difference.thing }
      box.add(one.place)
    }
    for point in points {
      let change = point.candidate.color - color
      colorChange += share * Double((change * change).sum())
    }
    colorChange = colorChange.squareRoot()
  }
}
