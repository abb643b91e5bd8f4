// A hypothesis measured at full resolution: its corners, and how sure it is.

/// A rectangle that may be reported, in pixels of the stored picture.
struct RectangleCandidate {
  /// The probability that this is a rectangle and these are its corners, 0 to 1.
  var confidence: Float
  private var refinement: CornerRefinement
  private let polarity: SIMD4<Float>
  /// What speaks for it.
  let measurements: QuadMeasurements

  /// What the lines say for it.
  let evidence: LineEvidence

  var corners: PixelQuad { refinement.corners }

  /// - Returns: `nil` where the sides do not close a convex quad.
  init?(
    _ hypothesis: QuadHypothesis, _ quad: PixelQuad, in plane: borrowing Plane, reach: Float,
    _ parameters: RectangleDetector.Parameters
  ) {
    polarity = hypothesis.polarity
    evidence = hypothesis.evidence
    refinement = CornerRefinement(quad, polarity: polarity, in: plane, reach: reach, parameters)
    guard refinement.corners.isConvex else { return nil }
    refinement.inspectCorners(polarity: polarity, in: plane)
    measurements = QuadMeasurements(refinement, hypothesis: hypothesis, in: plane)
    confidence = measurements.probability
  }

  mutating func moveToOuterEdge(in plane: borrowing Plane) {
    let before = refinement
    refinement.moveToOuterEdge(polarity: polarity, in: plane)
    if !refinement.corners.isConvex { refinement = before }
  }
}
