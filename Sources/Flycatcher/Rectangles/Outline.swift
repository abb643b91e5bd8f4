// The outline of a flat thing, and where it is seen: what holds a thing that has nothing on it, and any thing whose
// face has changed.
//
// After Harris, "Tracking with Rigid Models" (1992), and Drummond and Cipolla, "Real-Time Visual Tracking of Complex
// Structures" (2002): at places along the outline the edge is looked for across it, and one movement of the corners
// is fit to all that was found. A side that is not seen goes along with the others.

/// What a thing looks like along its outline.
struct Outline {
  /// Where an outline was found.
  struct Match {
    var corners: PixelQuad
    /// 0 to 1: how much of the outline that lies in the picture is seen where the corners say, less what chance would
    /// give.
    var confidence: Float
  }

  /// A place on the outline as it was when the thing was first seen. Lengths in pixels of that picture.
  private struct Place {
    var side: Int
    /// From 0 at the side's first corner to 1 at its second.
    var t: Float
    /// Where the edge is, inward from the straight side.
    var offset: Float
    /// Its height, gray levels a pixel.
    var slope: Float
    /// What lies within the edge, pixel by pixel.
    var inner: SIMD8<Float>
  }

  private static let placesPerSide = 24
  /// Pixels looked at within an edge.
  private static let innerCount = 8
  /// Beyond this many gray levels what lies within an edge is not like what lay there before.
  private static let likeness: Float = 14

  private var places: [Place] = []
  /// Square root of the area where it was taken.
  private let size: Float
  /// Middle brightness within, and how far from it half of the places are.
  private let shade: (middle: Float, spread: Float)

  /// Takes the outline of `quad`; places without an edge are left out.
  init(_ quad: PixelQuad, in plane: borrowing Plane) {
    size = max(1, quad.area).squareRoot()
    shade = Self.shade(of: quad, in: plane)
    let reach = Int(min(6, max(2, 0.03 * size)))
    for side in 0..<4 {
      for k in 0..<Self.placesPerSide {
        let t = 0.03 + 0.94 * Float(k) / Float(Self.placesPerSide - 1)
        let line = Crosscut(quad, side: side, t: t, reach: reach, unit: 1, in: plane)
        guard let edge = line?.edge(steeperThan: 1.5, weight: { _ in 1 }), let line else { continue }
        places.append(
          Place(side: side, t: t, offset: edge.offset, slope: edge.slope, inner: line.inner(edge.index)))
      }
    }
  }

  /// Whether there is enough of it to hold on to.
  var isUsable: Bool { places.count >= Self.placesPerSide * 2 }

  /// Whether what lies within `quad` is about as bright as the thing was, and not much more varied.
  func resembles(_ quad: PixelQuad, in plane: borrowing Plane) -> Bool {
    let now = Self.shade(of: quad, in: plane)
    return abs(now.middle - shade.middle) < 60 && now.spread < 10 + 2 * shade.spread
  }

  /// Finds it near an expected place.
  ///
  /// - Parameter isBlank: whether the thing's face is as it was; else any edge will do.
  /// - Returns: `nil` where too little is seen to tell.
  func align(from expected: PixelQuad, in plane: borrowing Plane, isBlank: Bool) -> Match? {
    guard isUsable, expected.isConvex else { return nil }
    let unit = max(0.5, min(2, expected.area.squareRoot() / size))
    let light = isBlank ? Self.shade(of: expected, in: plane).middle - shade.middle : nil
    let widest = min(20, max(6, Int(0.12 * size)))
    var quad = expected
    // Ever closer; the shape is held first.
    for (reach, stiffness) in [(widest, 20), (max(6, widest / 2), 5), (6, 1), (4, 1)] as [(Int, Double)] {
      let found = edges(quad, in: plane, reach: reach, unit: unit, light: light)
      guard let next = Self.move(quad, from: expected, found, scale: Float(reach) / 3, stiffness: stiffness),
        next.isConvex
      else { return nil }
      quad = next
    }
    return judge(quad, in: plane, unit: unit, light: light)
  }

  // MARK: Seeing

  private struct Edge {
    var side: Int
    var t: Float
    /// How far the side is from where the edge says, inward, pixels; `nil` where there is no edge.
    var distance: Float?
    var normal: SIMD2<Float>
  }

  /// What is seen across the outline at the places that lie in the picture.
  private func edges(
    _ quad: PixelQuad, in plane: borrowing Plane, reach: Int, unit: Float, light: Float?
  ) -> [Edge] {
    var found: [Edge] = []
    found.reserveCapacity(places.count)
    for place in places {
      guard let line = Crosscut(quad, side: place.side, t: place.t, reach: reach, unit: unit, in: plane) else {
        continue
      }
      let edge = line.edge(steeperThan: max(1, 0.12 * place.slope)) { index in
        guard let light else { return 1 }
        let difference = line.inner(index) - place.inner - light
        let mean = (difference * difference).sum() / Float(Self.innerCount)
        return 1 / (1 + mean / (Self.likeness * Self.likeness))
      }
      found.append(
        Edge(
          side: place.side, t: place.t, distance: edge.map { ($0.offset - place.offset) * unit }, normal: line.normal))
    }
    return found
  }

  private func judge(_ quad: PixelQuad, in plane: borrowing Plane, unit: Float, light: Float?) -> Match? {
    let found = edges(quad, in: plane, reach: 4, unit: unit, light: light)
    var (all, seen) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    var (xx, xy, yy) = (Float(0), Float(0), Float(0))
    for edge in found {
      all[edge.side] += 1
      guard let distance = edge.distance, abs(distance) < 1.5 * max(1, unit) else { continue }
      seen[edge.side] += 1
      xx += edge.normal.x * edge.normal.x
      xy += edge.normal.x * edge.normal.y
      yy += edge.normal.y * edge.normal.y
    }
    // Both directions must be settled.
    let root = ((xx - yy) * (xx - yy) + 4 * xy * xy).squareRoot()
    guard seen.sum() >= 16, xx + yy - root > 0.12 * (xx + yy) else { return nil }
    var worst: Float = 1
    for side in 0..<4 where all[side] >= 5 { worst = min(worst, seen[side] / all[side]) }
    let share = max(0, (seen.sum() / all.sum() - 0.35) / 0.65)
    let visible = min(1, 0.2 + 1.2 * all.sum() / Float(places.count))
    return Match(corners: quad, confidence: share * (0.6 + 0.4 * worst) * visible)
  }

  private static func shade(of quad: PixelQuad, in plane: borrowing Plane) -> (middle: Float, spread: Float) {
    var values: [Float] = []
    for k in 0..<49 {
      let (u, v) = (Float(k % 7 + 1) / 8, Float(k / 7 + 1) / 8)
      let place = (quad.a * (1 - u) + quad.b * u) * (1 - v) + (quad.d * (1 - u) + quad.c * u) * v
      if plane.contains(place) { values.append(plane.brightness(place)) }
    }
    guard !values.isEmpty else { return (0, 0) }
    values.sort()
    let middle = values[values.count / 2]
    let away = values.map { abs($0 - middle) }.sorted()
    return (middle, away[away.count / 2])
  }

  // MARK: Moving

  /// The corners moved so that the sides come to lie on the edges: robust least squares over the eight coordinates,
  /// in which a movement, turn or growth of the whole costs next to nothing and a change of shape a little.
  private static func move(
    _ quad: PixelQuad, from expected: PixelQuad, _ edges: [Edge], scale: Float, stiffness: Double
  ) -> PixelQuad? {
    let whole = quad.movementsOfTheWhole
    let before = quad.difference(from: expected)
    var step = SIMD8<Double>.zero
    for _ in 0..<3 {
      var system = SymmetricSystem8()
      // What holds the shape.
      let ease = 0.05 - stiffness
      for k in 0..<8 { system.rows[k][k] = stiffness }
      system.right = -before * stiffness
      for mode in whole {
        for k in 0..<8 { system.rows[k] += mode * (mode[k] * ease) }
        system.right -= mode * ((mode * before).sum() * ease)
      }
      for edge in edges {
        guard let distance = edge.distance else { continue }
        let (first, second) = (2 * edge.side, 2 * ((edge.side + 1) & 3))
        var row = SIMD8<Double>.zero
        (row[first], row[first + 1]) = (Double(edge.normal.x * (1 - edge.t)), Double(edge.normal.y * (1 - edge.t)))
        (row[second], row[second + 1]) = (Double(edge.normal.x * edge.t), Double(edge.normal.y * edge.t))
        let ratio = (Double(distance) - (row * step).sum()) / Double(scale)
        let weight = 1 / ((1 + ratio * ratio) * (1 + ratio * ratio))
        for k in 0..<8 { system.rows[k] += row * (row[k] * weight) }
        system.right += row * (Double(distance) * weight)
      }
      guard let solution = system.solve(damping: 0) else { return nil }
      step = solution
    }
    return quad.moved(by: step)
  }
}
