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
  let from: Spot
  let to: Spot
  let reach: Double

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
struct StrobeFlight {
  private(set) var trail: FlightTrail
  private(set) var patches: [StrobePatch] = []
  private var lastCut: (time: Timestamp, spot: Spot)?
  private static let patchLimit = 80
  /// The largest side of a patch in pixels.
  private static let sideLimit = 400

  init(number: Int, time: Timestamp) { trail = FlightTrail(number: number, time: time) }

  /// How much it would be missed: many points, seen with confidence.
  var weight: Double { Double(trail.points.count) * (0.2 + trail.confidence) }

  /// Takes what is known about the flight now, and cuts the ball out of the frames still at hand.
  mutating func add(_ observation: TrajectoryObservation, at time: Timestamp, _ recent: RecentPictures) {
    trail.add(observation, at: time)
    let window = trail.points
    for index in window.indices {
      let point = window[index]
      guard patches.count < Self.patchLimit, (lastCut?.time).map({ $0 < point.time }) ?? true,
        let picture = recent.picture(at: point.time)
      else { continue }
      let other = index + 1 < window.count ? index + 1 : index - 1
      guard window.indices.contains(other) else { continue }
      let layout = picture.layout
      let spot = recent.spot(point.location)
      let next = recent.spot(window[other].location)
      let frames = max(abs(recent.frames(from: point.time, to: window[other].time)), 1)
      // How far the ball came while the shutter was open, which is not known: at most half of the way to the next frame.
      let travel = Spot(x: (next.x - spot.x) / frames * 0.3, y: (next.y - spot.y) / frames * 0.3)
      let radius = min(max(trail.radius * recent.uprightWidth, 1), 150)
      let streak = 2 * (travel.x * travel.x + travel.y * travel.y).squareRoot()
      if let last = lastCut {
        let (dx, dy) = (spot.x - last.spot.x, spot.y - last.spot.y)
        guard (dx * dx + dy * dy).squareRoot() >= radius * 2.7 + streak else { continue }
      }
      if let patch = cut(
        from: Spot(x: spot.x - travel.x, y: spot.y - travel.y), to: Spot(x: spot.x + travel.x, y: spot.y + travel.y),
        reach: max(radius * 1.35, radius + 2), picture, layout)
      {
        patches.append(patch)
      }
      lastCut = (point.time, spot)
    }
  }

  private func cut(
    from: Spot, to: Spot, reach: Double, _ picture: StoredPicture, _ layout: StoredPicture.Layout
  ) -> StrobePatch? {
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

/// The newest frames: a flight is reported some frames after it was seen.
struct RecentPictures {
  let layout: StoredPicture.Layout
  let orientation: Orientation
  private var pictures: [StoredPicture] = []
  private var next = 0
  private let limit: Int

  init(_ layout: StoredPicture.Layout, _ orientation: Orientation, limit: Int) {
    self.layout = layout
    self.orientation = orientation
    self.limit = limit
  }

  mutating func add(_ frame: borrowing Frame) {
    if pictures.count < limit {
      pictures.append(StoredPicture(frame, layout, isSmooth: false))
    } else {
      pictures[next].refill(frame, isSmooth: false)
      next = (next + 1) % limit
    }
  }

  func picture(at time: Timestamp) -> StoredPicture? { pictures.last { $0.time == time } }

  /// Frames from one time to another, as far as they are known; 1 where they are not.
  func frames(from: Timestamp, to: Timestamp) -> Double {
    let between = pictures.count { $0.time > min(from, to) && $0.time <= max(from, to) }
    return Double(max(between, 1))
  }

  /// A place of the upright picture in pixels of the copies.
  func spot(_ upright: Point) -> Spot {
    let stored = orientation.stored(upright)
    return Spot(x: stored.x * Double(layout.width), y: stored.y * Double(layout.height))
  }

  /// Width of the upright picture in pixels of the copies.
  var uprightWidth: Double { Double(orientation.swapsAxes ? layout.height : layout.width) }
}
