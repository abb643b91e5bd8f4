// One flight while it is followed: its points, and where the next one should be.
import Glibc

/// A chain of candidates that keep a constant acceleration.
struct Flight: Sendable {
  /// How many of the newest points say where the next one should be: few, because a wide lens bends a flight off any
  /// one parabola.
  static let window = 9

  private(set) var points: [Candidate]
  /// Analyzed frames since the newest point.
  var misses = 0
  /// Analyzed frames since the first point.
  var age: Int
  var uuid: ObservationUUID?
  /// Whether it was believed with its newest point.
  var isNew = false
  private(set) var radius: Double
  private(set) var appearance: SIMD4<Float>
  /// Length of the streak, and how much it changes from point to point.
  private var length: Double
  private var lengthChange = 0.0
  /// How many of its newest points were cut out of something larger.
  private var partShare = 0.0
  /// Standard deviation of its places.
  private(set) var noise: Double
  private(set) var fits: (x: MotionFit, y: MotionFit)
  /// How improbable it is that the points came to lie where they were expected by chance, as a sum of −ln p
  /// (the idea of Desolneux, Moisan and Morel, "Meaningful alignments", 2000).
  private(set) var evidence = 0.0
  /// How much its surroundings go along with it, −1 to 1 on average: near 1 for what is carried or part of something
  /// larger.
  private(set) var attachment = 0.0
  private var links = 0

  init(_ points: [Candidate], interval: Double) {
    self.points = points
    age = points.count
    let count = Double(max(points.count, 1))
    radius = points.reduce(0) { $0 + $1.radius } / count
    noise = points.reduce(0) { $0 + $1.noise } / count
    length = points.reduce(0) { $0 + $1.length } / count
    partShare = Double(points.count { $0.isPart }) / count
    appearance = points.reduce(SIMD4()) { $0 + $1.appearance } / Float(count)
    fits = Self.fits(points[...], radius: radius, noise: noise, interval: interval)
  }

  /// How many frames it may go unseen: the fewer points it has, the fewer.
  var patience: Int {
    switch points.count {
    case ..<4: 0
    case 4: 1
    case ..<8: 2
    default: 3
    }
  }

  /// Whether the object has left the picture, or is about to, by where it was last seen and how fast it went.
  func leaves(width: Double, height: Double) -> Bool {
    let time = newest.time + 0.1
    let (x, y) = (fits.x.place(at: time), fits.y.place(at: time))
    return !(x > 0 && y > 0 && x < width && y < height)
  }

  /// Whether it goes on where the flight, its companion, was lost from sight, and as that one would have gone on.
  func isHeir(of flight: Flight) -> Bool {
    guard uuid == nil, misses == 0, points.count >= 5, max(radius, flight.radius) < 2 * min(radius, flight.radius) + 1,
      isCompanion(of: flight)
    else { return false }
    guard let next = points.first(where: { $0.time > flight.newest.time }) else { return true }
    return flight.agrees(x: flight.fits.x, y: flight.fits.y, with: next)
  }

  /// Whether the other flight, its companion for a moment, was a part of this one.
  func isWhole(of part: Flight) -> Bool {
    radius > part.radius && points.count >= part.points.count && isCompanion(of: part)
  }

  /// Whether the other chain ends with the same two points.
  func isTwin(of other: Flight) -> Bool {
    guard other.misses == misses, points.count >= 2, other.points.count >= 2 else { return false }
    return points.suffix(2).elementsEqual(other.points.suffix(2)) { $0.x == $1.x && $0.y == $1.y && $0.time == $1.time }
  }

  var newest: Candidate { points[points.count - 1] }

  mutating func append(_ point: Candidate, interval: Double) {
    let dx = point.x - fits.x.place(at: point.time)
    let dy = point.y - fits.y.place(at: point.time)
    let expected = point.density * Double.pi * (dx * dx + dy * dy + 0.25)
    evidence += -log(1 - exp(-expected)) - 1.5 * Double(misses)
    if misses == 0 {
      let change = point.surroundings.difference(to: newest.surroundings)
      let strange = point.surroundings.strangeness
      links += 1
      attachment += ((strange - change) / (strange + change + 6) - attachment) / Double(links)
    }
    points.append(point)
    misses = 0
    let rate = 1 / Double(min(points.count, 8))
    radius += (point.radius - radius) * rate
    noise += (point.noise - noise) * rate
    partShare += ((point.isPart ? 1 : 0) - partShare) * rate
    lengthChange += (abs(point.length - length) - lengthChange) * rate
    length += (point.length - length) * rate
    appearance += (point.appearance - appearance) * Float(rate)
    fits = Self.fits(points.suffix(Self.window), radius: radius, noise: noise, interval: interval)
  }

  private static func fits(
    _ points: ArraySlice<Candidate>, radius: Double, noise: Double, interval: Double
  ) -> (x: MotionFit, y: MotionFit) {
    let origin = points.last?.time ?? 0
    let unit = (radius + 1) / (interval * interval)
    // Nothing pulls a flying ball aside but the lens and the air; gravity pulls it down, by how much is not known.
    let x = MotionFit(
      points.lazy.map { (time: $0.time, place: $0.x) }, origin: origin, noise: noise,
      prior: .init(acceleration: 0, spread: 0.12 * unit))
    let y = MotionFit(
      points.lazy.map { (time: $0.time, place: $0.y) }, origin: origin, noise: noise,
      prior: .init(acceleration: 0.15 * unit, spread: 0.5 * unit))
    return (x, y)
  }

  /// Whether the other chain, as far as it was seen after this flight, goes on where this one must have gone to, and comes from where
  /// it was: both ends of the gap are foretold from the other side, or one parabola goes through both.
  func leads(to later: Flight, interval: Double) -> Bool {
    let rest = later.points.drop { $0.time <= newest.time }
    guard rest.count >= 4, let first = rest.first, first.time - newest.time < FlightTracker.bridge,
      unlikeness(rest[rest.startIndex + 2]) != nil
    else { return false }
    let back = Self.fits(
      rest.prefix(Self.window), radius: later.radius, noise: later.noise, interval: interval)
    return agrees(x: fits.x, y: fits.y, with: first) && agrees(x: back.x, y: back.y, with: newest)
      || isOnePath(with: rest)
  }

  /// Whether one parabola goes through the end of this flight and those points as well as through each.
  private func isOnePath(with rest: ArraySlice<Candidate>) -> Bool {
    // Where it goes behind something, and where it comes out again, only a part of the object is seen.
    let known = points.dropLast(points.count > 8 ? 2 : 0).suffix(2 * Self.window)
    let rest = rest.dropFirst(rest.count > 5 ? 2 : 0).prefix(2 * Self.window)
    guard known.count >= 6, rest.count >= 4 else { return false }
    let parts = max(PathFit.scatter(of: known), PathFit.scatter(of: rest))
    return PathFit.scatter(of: known + rest) < max(1.5 * parts, noise) + 0.1 * radius
  }

  private func agrees(x: MotionFit, y: MotionFit, with point: Candidate) -> Bool {
    let limit = 2 * radius + 4
    let own = point.noise * point.noise + 0.0225 * radius * radius
    let (deviationX, deviationY) = (x.deviation(at: point.time), y.deviation(at: point.time))
    guard max(deviationX, deviationY) < limit else { return false }
    let dx = x.place(at: point.time) - point.x
    let dy = y.place(at: point.time) - point.y
    return dx * dx / (deviationX * deviationX + own) + dy * dy / (deviationY * deviationY + own) < 12
  }

  /// This flight gone on with the points of a companion, for the one is a part of what the other sees whole.
  func continued(by companion: Flight, interval: Double) -> Flight {
    let start = companion.points.first?.time ?? 0
    var whole = Flight(points.filter { $0.time < start } + companion.points, interval: interval)
    whole.uuid = uuid
    whole.misses = companion.misses
    whole.age = max(age, whole.points.count)
    whole.evidence = evidence + companion.evidence
    whole.attachment = (attachment + companion.attachment) / 2
    return whole
  }

  /// The same flight as it was after its first `count` points.
  func prefix(_ count: Int, interval: Double) -> Flight {
    var part = Flight(Array(points.prefix(count)), interval: interval)
    part.uuid = uuid
    part.evidence = evidence * Double(count) / Double(max(points.count, 1))
    part.attachment = attachment
    return part
  }

  /// Where the next point should be, and how sure that is.
  struct Expectation {
    var x: Double
    var y: Double
    var varianceX: Double
    var varianceY: Double
    /// No candidate farther off than this is taken.
    var reach: Double
  }

  func expectation(at time: Double) -> Expectation {
    let limit = 3 * radius + 6
    let x = min(fits.x.deviation(at: time), limit)
    let y = min(fits.y.deviation(at: time), limit)
    return Expectation(
      x: fits.x.place(at: time), y: fits.y.place(at: time), varianceX: x * x, varianceY: y * y,
      reach: 4 * (max(x, y) + 1.5 + 0.3 * radius))
  }

  /// How far, in squared standard deviations, a candidate lies from what is expected, in place and looks; `nil` beyond
  /// reach.
  func cost(of candidate: Candidate, _ expected: Expectation) -> Double? {
    let dx = candidate.x - expected.x
    let dy = candidate.y - expected.y
    guard abs(dx) < expected.reach, abs(dy) < expected.reach else { return nil }
    // What is seen of the object may change from one frame to the next, as what is behind it changes.
    let own = candidate.noise * candidate.noise + 0.0225 * radius * radius
    let distance = dx * dx / (expected.varianceX + own) + dy * dy / (expected.varianceY + own)
    guard distance < 16, !isMerged(candidate), let looks = unlikeness(candidate) else { return nil }
    return distance + looks
  }

  /// Whether the candidate is this object melted into something else: much longer than it has been. Its centroid would mislead.
  private func isMerged(_ candidate: Candidate) -> Bool {
    points.count >= 5 && partShare < 0.5 && candidate.length > 1.25 * length + 4 * lengthChange + 1
  }

  /// How different a candidate looks, 0 for the same; `nil` for what cannot be the same object.
  private func unlikeness(_ candidate: Candidate) -> Double? {
    Self.unlikeness(
      candidate, radius: radius, appearance: appearance, isPart: newest.isPart)
  }

  /// How different two candidates look.
  static func unlikeness(_ one: Candidate, _ other: Candidate) -> Double? {
    unlikeness(one, radius: other.radius, appearance: other.appearance, isPart: other.isPart)
  }

  private static func unlikeness(
    _ candidate: Candidate, radius: Double, appearance: SIMD4<Float>, isPart: Bool
  ) -> Double? {
    let ratio = (candidate.radius + 0.7) / (radius + 0.7)
    let limit = candidate.isPart || isPart ? 2.2 : 1.8
    guard ratio > 1 / limit && ratio < limit else { return nil }
    let size = ratio > 1 ? ratio - 1 : 1 / ratio - 1
    // Light and shade change the brightness along a flight, hardly the color.
    let difference = (candidate.appearance - appearance) / SIMD4(45, 14, 14, 1)
    let color = Double((difference * difference).sum())
    guard color < 9 else { return nil }
    return 3 * size * size + color
  }

  /// Whether the other flight went the same way as long as it was seen: a part of the same thing, or the thing this is a part of.
  func isCompanion(of other: Flight) -> Bool {
    var index = other.points.count - 1
    var shared = 0
    var first = points.count
    while first > 0 && points[first - 1].time > other.newest.time { first -= 1 }
    for point in points[..<first].suffix(6).reversed() {
      while index >= 0 && other.points[index].time > point.time { index -= 1 }
      guard index >= 0, other.points[index].time == point.time else { continue }
      let dx = point.x - other.points[index].x
      let dy = point.y - other.points[index].y
      let reach = 1.2 * max(point.length, other.points[index].length) + 1
      guard dx * dx + dy * dy < reach * reach else { return false }
      shared += 1
    }
    return shared >= 3
  }
}
