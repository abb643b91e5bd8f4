// The outline of a rectangle and its place in a frame: for rectangles with nothing on them, and those whose surface has
// changed.
//
// After Harris, "Tracking with Rigid Models" (1992), and Drummond and Cipolla, "Real-Time Visual Tracking of Complex
// Structures" (2002): at places along the outline the edge is looked for across it, and one movement of the corners
// is fit to all that was found. A side that is not seen goes along with the others.

/// The appearance of a rectangle along its outline.
struct Outline {
  /// A place at which an outline was found.
  struct Match {
    var corners: PixelQuad
    /// 0 to 1: how much of the outline that lies in the picture is seen where the corners say, less what chance would
    /// give.
    var strength: Float
    /// The steepness of the edges relative to those of the first picture, 0 to 1.
    var sharpness: Float
  }

  /// What is seen of an outline where a quad says that it is, as shares.
  struct Evidence {
    /// Of the places that lie in the picture, those with the edge; and the least such share of a side.
    var share: Float
    var worst: Float
    /// Of all places, those in the picture.
    var visible: Float
    /// How far the edges seen are from the sides, of as far as they may be: the root of the mean square; and how like the template it is within
    /// them.
    var error: Float = 1
    var likeness: Float = 0
  }

  /// A place on the outline of the template. Lengths in pixels of its picture.
  private struct Place {
    var side: Int
    /// From 0 at the side's first corner to 1 at its second.
    var t: Float
    /// The place of the edge, inward from the straight side, in pixels.
    var offset: Float
    /// Its height, gray levels a pixel.
    var slope: Float
    var steepness: Float
    /// The brightness within the edge, pixel by pixel.
    var inner: SIMD8<Float>
  }

  private static let placesPerSide = 24
  /// Pixels looked at within an edge.
  private static let innerCount = 8
  private let parameters: RectangleTracker.Parameters.Outline
  private var places: [Place] = []
  /// Square root of the area where it was taken.
  private let size: Float
  /// Middle brightness within, and how far from it half of the places are.
  private let shade: (middle: Float, spread: Float)
  /// The width of its edges in pixels: 2 where they are sharp.
  private let width: Float

  /// Takes the outline of `quad`; places without an edge are left out.
  init(_ quad: PixelQuad, in plane: borrowing Plane, _ parameters: RectangleTracker.Parameters.Outline) {
    self.parameters = parameters
    size = max(1, quad.area).squareRoot()
    shade = Self.shade(of: quad, in: plane)
    let reach = Int(min(6, max(2, parameters.firstReach * size)))
    width = Self.width(of: quad, in: plane, reach: reach, leastSlope: parameters.leastSlope)
    for side in 0..<4 {
      for k in 0..<Self.placesPerSide {
        let t = Self.place(k)
        let line = EdgeProfile(quad, side: side, t: t, reach: reach, unit: 1, blur: { [width] _ in width }, in: plane)
        guard let edge = line?.edge(steeperThan: parameters.leastSlope, weight: { _ in 1 }), let line else { continue }
        places.append(
          Place(
            side: side, t: t, offset: edge.offset, slope: edge.slope, steepness: line.steepness(edge.index),
            inner: line.inner(edge.index)))
      }
    }
  }

  /// The place on a side of its kth edge.
  private static func place(_ k: Int) -> Float { 0.03 + 0.94 * Float(k) / Float(placesPerSide - 1) }

  private static func width(of quad: PixelQuad, in plane: borrowing Plane, reach: Int, leastSlope: Float) -> Float {
    var widths: [Float] = []
    for side in 0..<4 {
      for k in 0..<placesPerSide {
        let line = EdgeProfile(quad, side: side, t: place(k), reach: reach, unit: 1, blur: { _ in 0 }, in: plane)
        guard let line, let edge = line.edge(steeperThan: leastSlope, weight: { _ in 1 }) else { continue }
        widths.append(line.width(edge.index, slope: edge.slope))
      }
    }
    widths.sort()
    return widths.isEmpty ? 2 : min(12, max(1, widths[widths.count / 2]))
  }

  /// A Boolean value indicating whether there is enough of it to hold on to.
  var isUsable: Bool { places.count >= Self.placesPerSide * 2 }

  /// Returns the brightness within `quad` relative to that of the template, in gray levels.
  func light(of quad: PixelQuad, in plane: borrowing Plane) -> Float {
    Self.shade(of: quad, in: plane).middle - shade.middle
  }

  /// Returns a Boolean value indicating whether the inside of `quad` is about as bright as that of the template, and not
  /// much more varied.
  func resembles(_ quad: PixelQuad, in plane: borrowing Plane) -> Bool {
    let now = Self.shade(of: quad, in: plane)
    return abs(now.middle - shade.middle) < parameters.resembles
      && now.spread < parameters.spread + parameters.spreadFactor * shade.spread
  }

  /// Finds it near an expected place.
  ///
  /// - Parameters:
  ///   - before: The quad in the frame before: motion blurs the edges.
  ///   - sharpness: as it was when last seen: so does a lens out of focus.
  ///   - isBlank: Whether the surface is as it was, so that its brightness is that of the light.
  /// - Returns: `nil` where too little is seen to tell.
  func align(
    from expected: PixelQuad, after before: PixelQuad, sharpness: Float, in plane: borrowing Plane, isBlank: Bool
  ) -> Match? {
    guard isUsable, expected.isConvex else { return nil }
    let view = view(of: expected, before, sharpness, plane, isBlank)
    let widest = min(20, max(6, Int(parameters.reach * size)))
    var quad = expected
    // Ever closer; the shape is held first.
    for (reach, stiffness) in [(widest, 20), (max(6, widest / 2), 5), (6, 1), (4, 1)] as [(Int, Double)] {
      let found = edges(quad, in: plane, reach: reach, view)
      guard let next = move(quad, from: expected, found, scale: Float(reach) / 3, stiffness: stiffness),
        next.isConvex
      else { return nil }
      quad = next
    }
    return judge(quad, in: plane, view)
  }

  // MARK: Seeing

  /// The conditions under which a frame is searched.
  private struct View {
    /// Pixels to one of the picture the outline was taken from.
    var unit: Float
    var before: PixelQuad
    /// The width in pixels of edges where nothing moves.
    var width: Float
    /// The brightness relative to that of the template, in gray levels.
    var light: Float
  }

  private func view(
    of quad: PixelQuad, _ before: PixelQuad, _ sharpness: Float, _ plane: borrowing Plane, _ isBlank: Bool
  ) -> View {
    View(
      unit: max(0.5, min(2, quad.area.squareRoot() / size)), before: before,
      width: min(20, width / max(0.05, sharpness)),
      light: isBlank ? Self.shade(of: quad, in: plane).middle - shade.middle : 0)
  }

  private struct Edge {
    var side: Int
    var t: Float
    /// The likeness of its inside to that of the template, 0 to 1.
    var likeness: Float
    /// The steepness relative to that of the template.
    var sharpness: Float
    /// The distance of the side from the edge, inward, in pixels; `nil` where there is no edge.
    var distance: Float?
    var normal: SIMD2<Float>
    /// The maximum distance, in pixels.
    var tolerance: Float
  }

  /// Returns the edges across the outline at the places that lie in the picture.
  private func edges(
    _ quad: PixelQuad, in plane: borrowing Plane, reach: Int, _ view: View
  ) -> [Edge] {
    var found: [Edge] = []
    found.reserveCapacity(places.count)
    for place in places {
      let start = quad[place.side] - view.before[place.side]
      let end = quad[place.side + 1] - view.before[place.side + 1]
      let movement = start + (end - start) * place.t
      // The shutter is open for half of the time between frames, more or less.
      let line = EdgeProfile(
        quad, side: place.side, t: place.t, reach: reach, unit: view.unit,
        blur: { normal in
          let smear = parameters.shutter * (normal * movement).sum()
          return (view.width * view.width + smear * smear).squareRoot()
        }, in: plane)
      guard let line else { continue }
      func likeness(_ index: Int) -> Float { self.likeness(line.inner(index) - place.inner, view.light) }
      let edge = line.edge(steeperThan: max(1, parameters.slopeShare * place.slope), weight: likeness)
      found.append(
        Edge(
          side: place.side, t: place.t, likeness: edge.map { likeness($0.index) } ?? 0,
          sharpness: edge.map { line.steepness($0.index) / place.steepness } ?? 0,
          distance: edge.map { ($0.offset - place.offset) * view.unit }, normal: line.normal,
          tolerance: line.tolerance * max(1, view.unit)))
    }
    return found
  }

  private func likeness(_ difference: SIMD8<Float>, _ light: Float) -> Float {
    let mean = difference.sum() / Float(Self.innerCount)
    let rest = difference - mean
    let change = (mean - light) / parameters.light
    let pattern = (rest * rest).sum() / Float(Self.innerCount) / (parameters.pattern * parameters.pattern)
    // Light may change at once, and blur spread the edge inward: what is unlike may still be it.
    return parameters.unlike + (1 - parameters.unlike) / ((1 + change * change) * (1 + pattern))
  }

  /// Returns what is seen of it where a quad lies; `nil` where there is not enough of it to tell.
  ///
  /// - Parameters: As those of `align(from:after:sharpness:in:isBlank:)`.
  func evidence(
    of quad: PixelQuad, after before: PixelQuad, sharpness: Float, in plane: borrowing Plane, isBlank: Bool
  ) -> Evidence? {
    guard isUsable, quad.isConvex else { return nil }
    return count(edges(quad, in: plane, reach: 4, view(of: quad, before, sharpness, plane, isBlank))).evidence
  }

  /// What edges say of the outline that they were looked for along.
  private struct Count {
    var evidence: Evidence
    var seen: Float
    /// The sums of the products of the normals' components.
    var xx: Float = 0
    var xy: Float = 0
    var yy: Float = 0
    /// The mean steepness relative to that of the template.
    var sharpness: Float = 0
  }

  private func count(_ edges: [Edge]) -> Count {
    var (all, seen) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    var count = Count(evidence: Evidence(share: 0, worst: 1, visible: 0), seen: 0)
    var squares: Float = 0
    for edge in edges {
      all[edge.side] += 1
      guard let distance = edge.distance, abs(distance) < edge.tolerance else { continue }
      seen[edge.side] += 1
      count.sharpness += min(1, edge.sharpness)
      squares += (distance / edge.tolerance) * (distance / edge.tolerance)
      count.evidence.likeness += edge.likeness
      count.xx += edge.normal.x * edge.normal.x
      count.xy += edge.normal.x * edge.normal.y
      count.yy += edge.normal.y * edge.normal.y
    }
    count.seen = seen.sum()
    count.sharpness /= max(1, count.seen)
    if count.seen > 0 { count.evidence.error = (squares / count.seen).squareRoot() }
    count.evidence.likeness /= max(1, count.seen)
    for side in 0..<4 where all[side] >= 5 { count.evidence.worst = min(count.evidence.worst, seen[side] / all[side]) }
    count.evidence.share = count.seen / max(1, all.sum())
    count.evidence.visible = all.sum() / Float(places.count)
    return count
  }

  private func judge(_ quad: PixelQuad, in plane: borrowing Plane, _ view: View) -> Match? {
    let found = count(edges(quad, in: plane, reach: 4, view))
    // Both directions must be settled.
    let root = ((found.xx - found.yy) * (found.xx - found.yy) + 4 * found.xy * found.xy).squareRoot()
    guard found.seen >= parameters.leastSeen,
      found.xx + found.yy - root > parameters.leastAcross * (found.xx + found.yy)
    else { return nil }
    let evidence = found.evidence
    let share = max(0, (evidence.share - parameters.chance) / (1 - parameters.chance))
    let visible = min(1, parameters.spare + (1 + parameters.spare) * evidence.visible)
    return Match(
      corners: quad, strength: share * (1 - parameters.worst + parameters.worst * evidence.worst) * visible,
      sharpness: found.sharpness)
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
  private func move(
    _ quad: PixelQuad, from expected: PixelQuad, _ edges: [Edge], scale: Float, stiffness: Double
  ) -> PixelQuad? {
    // Where sides are missing, it moved rather than grew or turned.
    let whole = zip(
      quad.movementsOfTheWhole,
      [parameters.movement, parameters.movement, parameters.growth, parameters.growth].map(Double.init))
    let before = quad.difference(from: expected)
    var step = SIMD8<Double>.zero
    for _ in 0..<3 {
      var system = SymmetricSystem()
      // What holds the shape.
      for k in 0..<8 { system.rows[k][k] = stiffness }
      system.right = -before * stiffness
      for (mode, cost) in whole {
        let ease = cost - stiffness
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
        let weight = Double(edge.likeness) / ((1 + ratio * ratio) * (1 + ratio * ratio))
        for k in 0..<8 { system.rows[k] += row * (row[k] * weight) }
        system.right += row * (Double(distance) * weight)
      }
      guard let solution = system.solve(damping: 0) else { return nil }
      step = solution
    }
    return quad.moved(by: step)
  }
}
