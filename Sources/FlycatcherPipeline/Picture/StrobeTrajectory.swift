// One flight of the picture: its points, and the ball cut out of the frames it was seen in.
import Flycatcher

/// A ball as cut out of one frame.
struct StrobePatch {
  /// Top left corner in pixels of the copies.
  let x: Int
  let y: Int
  let width: Int
  let height: Int
  /// BGRA, opaque.
  let pixels: [UInt8]
  /// The middle line of the streak, and how far from it the ball reaches.
  var from: Spot
  var to: Spot
  var reach: Double

  /// Lays the ball over a picture of the same kind, with a soft edge.
  ///
  /// - Parameter background: the picture before any ball: where the patch is like it there is no ball, and what other balls
  ///   left there stays.
  func blend(into picture: inout [UInt8], over background: [UInt8], width pictureWidth: Int) {
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let lengthSquared = max(dx * dx + dy * dy, 1e-9)
    for row in 0..<height {
      for column in 0..<width {
        let (px, py) = (Double(x + column) + 0.5, Double(y + row) + 0.5)
        let share = min(max(((px - from.x) * dx + (py - from.y) * dy) / lengthSquared, 0), 1)
        let (ox, oy) = (px - from.x - dx * share, py - from.y - dy * share)
        let inside = min(max((reach - (ox * ox + oy * oy).squareRoot()) / 1.5, 0), 1)
        guard inside > 0 else { continue }
        let source = (row * width + column) * 4
        let target = ((y + row) * pictureWidth + x + column) * 4
        var contrast = 0
        for channel in 0..<3 {
          contrast = max(contrast, abs(Int(pixels[source + channel]) - Int(background[target + channel])))
        }
        // From what noise does to what is surely something else.
        let coverage = inside * min(max((Double(contrast) - 12) / 16, 0), 1)
        for channel in 0..<3 {
          let (old, new) = (Double(picture[target + channel]), Double(pixels[source + channel]))
          picture[target + channel] = UInt8(min(max(old + (new - old) * coverage + 0.5, 0), 255))
        }
      }
    }
  }
}

/// One flight with its patches.
struct StrobeTrajectory {
  var trail: TrajectoryTrail
  private(set) var patches: [StrobePatch] = []
  private var firstCut: Spot?
  private var lastCut: (time: Timestamp, spot: Spot)?
  /// Large patches of where the ball should have been before the points that the first report holds; the last report tells exactly.
  private var early: [(time: Timestamp, patch: StrobePatch)] = []
  private static let patchLimit = 80
  /// The largest side of a patch in pixels.
  private static let sideLimit = 400

  /// The ball as seen in one frame.
  private struct Streak {
    var spot: Spot
    var from: Spot
    var to: Spot
    var radius: Double
    /// The minimum distance to the next ball, so that both are seen.
    var spacing: Double
    var reach: Double { max(radius * 1.35, radius + 2) }
  }

  init(number: Int, time: Timestamp) { trail = TrajectoryTrail(number: number, time: time) }

  /// The weight of the flight in a choice: high with many points of high confidence.
  var weight: Double { Double(trail.points.count) * (0.2 + trail.confidence) }

  /// Takes what is known about the flight now, and cuts the ball out of the frames still at hand.
  mutating func add(_ observation: TrajectoryObservation, at time: Timestamp, _ recent: RecentPictures) {
    let isFirst = trail.points.isEmpty
    trail.add(observation, at: time)
    if isFirst { cutEarly(from: observation.timeRange.start, recent) }
    for index in trail.points.indices {
      let point = trail.points[index]
      guard patches.count < Self.patchLimit, (lastCut?.time).map({ $0 < point.time }) ?? true,
        let picture = recent.picture(at: point.time), let streak = streak(at: index, recent)
      else { continue }
      if let last = lastCut, distance(last.spot, streak.spot) < streak.spacing { continue }
      if let patch = cut(from: streak.from, to: streak.to, reach: streak.reach, picture) { patches.append(patch) }
      lastCut = (point.time, streak.spot)
      firstCut = firstCut ?? streak.spot
    }
    if trail.presence.hasEnded { placeEarly(recent) }
  }

  /// Returns the place of the ball of a point, in pixels of the copies.
  private func streak(at index: Int, _ recent: RecentPictures) -> Streak? {
    let points = trail.points
    let other = index + 1 < points.count ? index + 1 : index - 1
    guard points.indices.contains(other) else { return nil }
    let (spot, next) = (recent.spot(points[index].location), recent.spot(points[other].location))
    let frames = recent.frames(from: points[index].time, to: points[other].time)
    // How far the ball came while the shutter was open, which is not known: about half of the way to the next frame.
    let travel = Spot(x: (next.x - spot.x) / frames * 0.3, y: (next.y - spot.y) / frames * 0.3)
    let radius = min(max(trail.radius * recent.uprightWidth, 1), 150)
    return Streak(
      spot: spot, from: Spot(x: spot.x - travel.x, y: spot.y - travel.y),
      to: Spot(x: spot.x + travel.x, y: spot.y + travel.y), radius: radius,
      spacing: radius * 2.7 + 2 * (travel.x * travel.x + travel.y * travel.y).squareRoot())
  }

  /// Cuts generously around where the first points, carried on backward, say the ball was.
  private mutating func cutEarly(from start: Timestamp, _ recent: RecentPictures) {
    guard let first = trail.points.first, start < first.time, let streak = streak(at: 0, recent),
      let curve = TrajectoryCurve(trail.points, aspect: 1)
    else { return }
    for picture in recent.pictures(from: start, to: first.time) {
      let place = curve.place(at: picture.time.seconds)
      guard place.isDrawable else { continue }
      let spot = recent.spot(place)
      if let patch = cut(from: spot, to: spot, reach: streak.radius * 3 + distance(streak.from, streak.to) + 4, picture)
      {
        early.append((picture.time, patch))
      }
    }
    early.sort { $0.time > $1.time }
  }

  /// Puts the early patches where the flight's points say they are, from the first one that is there backward.
  private mutating func placeEarly(_ recent: RecentPictures) {
    for (time, patch) in early {
      guard patches.count < Self.patchLimit, let index = trail.points.firstIndex(where: { $0.time == time }),
        let streak = streak(at: index, recent)
      else { continue }
      if let firstCut, distance(firstCut, streak.spot) < streak.spacing { continue }
      var patch = patch
      (patch.from, patch.to, patch.reach) = (streak.from, streak.to, streak.reach)
      patches.append(patch)
      firstCut = streak.spot
    }
    early = []
  }

  private func distance(_ one: Spot, _ other: Spot) -> Double {
    let (dx, dy) = (one.x - other.x, one.y - other.y)
    return (dx * dx + dy * dy).squareRoot()
  }

  private func cut(from: Spot, to: Spot, reach: Double, _ picture: StoredPicture) -> StrobePatch? {
    let layout = picture.layout
    func bounds(_ one: Double, _ other: Double, _ length: Int) -> Range<Int>? {
      let low = max(min(one, other) - reach - 1, 0)
      let high = min(max(one, other) + reach + 1, Double(length))
      guard low < high else { return nil }
      return Int(low)..<Int(high.rounded(.up))
    }
    guard let columns = bounds(from.x, to.x, layout.width), let rows = bounds(from.y, to.y, layout.height),
      columns.count <= Self.sideLimit, rows.count <= Self.sideLimit
    else { return nil }
    let pixels = ColorConversion(frameHeight: layout.frameHeight).pixels(
      picture.samples.span, layout, x: columns.lowerBound, y: rows.lowerBound, width: columns.count,
      height: rows.count)
    return StrobePatch(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count, pixels: pixels, from: from,
      to: to, reach: reach)
  }
}
