// A hypothesis measured at full resolution: its corners, and how sure it is.

/// A rectangle that may be reported, in pixels of the stored picture.
struct RectangleCandidate {
  /// 0 to 1.
  var confidence: Float
  /// The number of its sides' ends that go on beyond the corner.
  private let crossings: Float
  private var refinement: CornerRefinement
  private let polarity: SIMD4<Float>

  var corners: PixelQuad { refinement.corners }

  /// - Returns: `nil` where it is less sure than `least`.
  init?(
    _ hypothesis: QuadHypothesis, _ quad: PixelQuad, in plane: borrowing Plane, reach: Float, least: Float
  ) {
    polarity = hypothesis.polarity
    refinement = CornerRefinement(quad, polarity: polarity, in: plane, reach: reach)
    let support = refinement.support
    let seen = (support.sum() / 4 * support.min().squareRoot()).squareRoot()
    var product = min(1, hypothesis.score * (0.4 + 0.6 * seen))
    guard refinement.corners.isConvex, product >= least * least else { return nil }
    refinement.inspectCorners(polarity: polarity, in: plane)
    for k in 0..<8 { product *= (1 - 0.3 * refinement.crossed[k]) * (0.8 + 0.2 * refinement.reached[k]) }
    confidence = product.squareRoot()
    crossings = refinement.crossed.sum()
    guard confidence >= least else { return nil }
  }

  /// Returns a Boolean value indicating whether it is cut off from a larger rectangle by a line within that: a column
  /// of a table, a pane of a window.
  func isPart(of whole: RectangleCandidate) -> Bool {
    crossings > whole.crossings + 0.5 && confidence < 1.4 * whole.confidence && corners.isPart(of: whole.corners)
  }

  mutating func moveToOuterEdge(in plane: borrowing Plane) {
    let before = refinement
    refinement.moveToOuterEdge(polarity: polarity, in: plane)
    if !refinement.corners.isConvex { refinement = before }
  }
}
