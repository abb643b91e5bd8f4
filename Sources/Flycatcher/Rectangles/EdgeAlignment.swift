// Following by the outline alone: each side is snapped to the edge nearest to where it was expected.

/// A quad snapped to edges of either sense: what holds a blank thing when its surroundings change from darker to
/// brighter.
struct EdgeAlignment {
  let corners: PixelQuad
  /// 0 to 1: the share of the outline that lies on edges, of the side where it is least.
  let support: Float

  /// - Returns: `nil` where a side finds no edge along most of its length, or the quad would fold.
  init?(_ expected: PixelQuad, in plane: borrowing Plane) {
    let reach = min(14, max(4, 0.08 * max(0, expected.area).squareRoot()))
    let refinement = CornerRefinement(expected, polarity: .zero, in: plane, reach: reach)
    guard refinement.corners.isConvex, refinement.support.min() > 0.55 else { return nil }
    corners = refinement.corners
    support = refinement.support.min()
  }
}
