// Corners to a fraction of a pixel: the edge is found at many places of each side, a curve laid through them,
// neighbors crossed.

/// Moves the sides of a quad onto the edges beside them.
struct CornerRefinement {
  /// Places looked at on a side.
  static let places = 32

  /// The quad with its corners where the edges cross.
  var corners: PixelQuad
  /// For each side the share of its places in the picture at which the edge was found on the curve.
  var support = SIMD4<Float>.zero
  /// For each side the height of its edge, gray levels a pixel.
  var contrast = SIMD4<Float>.zero
  /// For each corner how far the two edges go on beyond it, 0 to 1 each: not at all at the corner of a rectangle.
  var crossed = SIMD8<Float>.zero
  /// For each corner how far the two edges reach up to it, 0 to 1 each.
  var reached = SIMD8<Float>.zero
  private var sides: InlineArray<4, SideCurve>
  private let parameters: RectangleDetector.Parameters

  /// - Parameters:
  ///   - polarity: for each side 1 where it is brighter inside, -1 where it is darker, 0 where either may be.
  ///   - reach: The maximum distance of an edge from its given side, in pixels.
  init(
    _ quad: PixelQuad, polarity: SIMD4<Float>, in plane: borrowing Plane, reach: Float,
    _ parameters: RectangleDetector.Parameters
  ) {
    corners = quad
    self.parameters = parameters
    var curves = InlineArray<4, SideCurve>(repeating: SideCurve(parameters.sides))
    sides = curves
    for k in 0..<4 {
      curves[k] = SideCurve(quad[k], quad[k + 1], polarity: polarity[k], plane, reach: reach, parameters.sides)
      support[k] = curves[k].support
      contrast[k] = curves[k].contrast
    }
    cross(curves, quad, reach)
    sides = curves
  }

  /// Looks how the sides meet: fills `crossed` and `reached`.
  mutating func inspectCorners(polarity: SIMD4<Float>, in plane: borrowing Plane) {
    let curves = sides
    for k in 0..<4 {
      crossed[2 * k] = curves[k].share(from: corners[k], end: 0, hand: -1, polarity[k], plane)
      crossed[2 * k + 1] = curves[k].share(from: corners[k + 1], end: 1, hand: 1, polarity[k], plane)
      reached[2 * k] = curves[k].share(from: corners[k], end: 0, hand: 1, polarity[k], plane)
      reached[2 * k + 1] = curves[k].share(from: corners[k + 1], end: 1, hand: -1, polarity[k], plane)
      // Of a corner that the picture cuts off the rest of the side tells.
      if !plane.contains(corners[k]) { reached[2 * k] = support[k] }
      if !plane.contains(corners[k + 1]) { reached[2 * k + 1] = support[k] }
    }
  }

  /// Moves sides that lie on the inner edge of a drawn frame to its outer edge, where the rectangle ends.
  ///
  /// A frame is a stroke: on one hand of a side or the other the brightness goes back after a little way, to about what
  /// it was. Where most sides are strokes of one color, those seen from within are moved.
  mutating func moveToOuterEdge(polarity: SIMD4<Float>, in plane: borrowing Plane) {
    let limits = parameters.strokes
    let width = min(limits.widest, limits.width + limits.widthShare * corners.area.squareRoot())
    var outer = InlineArray<4, SideCurve?>(repeating: nil)
    var votes = SIMD4<Float>.zero  // 1: a bright stroke, -1: a dark one
    for k in 0..<4 where polarity[k] != 0 {
      if let edge = oppositeEdge(k, -1, polarity[k], plane, width) {
        outer[k] = edge
        votes[k] = -polarity[k]
      } else if oppositeEdge(k, 1, polarity[k], plane, width) != nil {
        votes[k] = polarity[k]
      }
    }
    let color: Float = votes.sum() < 0 ? -1 : 1
    guard (votes * color).sum() > limits.votes else { return }
    var curves = sides
    for k in 0..<4 where votes[k] == color {
      if let edge = outer[k] { curves[k] = edge }
    }
    cross(curves, corners, width)
  }

  /// The edge of the other sense beside side k, within the width of a stroke: inward (`hand` 1) or outward (-1).
  private func oppositeEdge(
    _ k: Int, _ hand: Float, _ polarity: Float, _ plane: borrowing Plane, _ width: Float
  ) -> SideCurve? {
    let along = corners[k + 1] - corners[k]
    let length = (along * along).sum().squareRoot()
    guard length > 1 else { return nil }
    let shift = SIMD2(-along.y, along.x) * (hand * (width / 2 + 1) / length)
    let edge = SideCurve(
      corners[k] + shift, corners[k + 1] + shift, polarity: -polarity, plane, reach: width / 2, parameters.sides)
    let limits = parameters.strokes
    return edge.support > limits.support && edge.contrast > limits.balance * contrast[k] ? edge : nil
  }

  private mutating func cross(_ curves: borrowing InlineArray<4, SideCurve>, _ quad: PixelQuad, _ reach: Float) {
    for k in 0..<4 {
      let (before, after) = (curves[(k + 3) & 3], curves[k])
      guard let place = crossing(before.tangent(at: 1), after.tangent(at: 0)) else { continue }
      let move = place - quad[k]
      let most = parameters.refinement.movement
      if (move * move).sum() <= most * most * reach * reach { corners[k] = place }
    }
  }

  private func crossing(
    _ p: (place: SIMD2<Float>, direction: SIMD2<Float>), _ q: (place: SIMD2<Float>, direction: SIMD2<Float>)
  ) -> SIMD2<Float>? {
    let sine = p.direction.x * q.direction.y - p.direction.y * q.direction.x
    guard abs(sine) > 1e-3 * ((p.direction * p.direction).sum() * (q.direction * q.direction).sum()).squareRoot() else {
      return nil
    }
    let between = q.place - p.place
    return p.place + p.direction * ((between.x * q.direction.y - between.y * q.direction.x) / sine)
  }
}
