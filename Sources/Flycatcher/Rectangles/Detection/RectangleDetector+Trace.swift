// What the detector measured of a picture, for the evaluation that fits its models.

extension RectangleDetector {
  /// The hypotheses and candidates of a picture.
  @_spi(Evaluation) public struct Trace: Sendable {
    /// A quad with the terms of the model of lines, corners in pixels of the stored picture.
    public struct Hypothesis: Sendable {
      public var corners: [(x: Double, y: Double)]
      public var terms: [Double]
    }

    /// A refined quad with the measurements of its sides.
    public struct Candidate: Sendable {
      public var corners: [(x: Double, y: Double)]
      /// The terms of the model of lines.
      public var terms: [Double]
      public var measurements: [Double]
    }

    public static let termNames = LineEvidence.termNames
    public static let measurementNames = QuadMeasurements.Name.allCases.map { "\($0)" }
    /// The index of the measurement that is the log-odds of the model of lines.
    public static let linesIndex = QuadMeasurements.Name.lines.rawValue

    public var hypotheses: [Hypothesis]
    public var candidates: [Candidate]
  }

  /// Returns what is measured of a picture, more of it than a detection looks at.
  @_spi(Evaluation) public mutating func trace(of frame: borrowing Frame) -> Trace {
    let plane = frame.luma
    let region = PixelRectangle(.picture, width: plane.width, height: plane.height)
    parameters.effort.kept = 1500
    parameters.effort.refinedQuads = 80
    search(plane, region)
    let factor = Double(picture.factor)
    return Trace(
      hypotheses: search.hypotheses.map { hypothesis in
        Trace.Hypothesis(corners: corners(hypothesis.corners, times: factor), terms: terms(hypothesis.evidence))
      },
      candidates: measured(distinctHypotheses(), in: plane, region: region).map { candidate in
        let values = candidate.measurements.values
        return Trace.Candidate(
          corners: corners(candidate.corners, times: 1), terms: terms(candidate.evidence),
          measurements: values.indices.map { Double(values[$0]) })
      })
  }

  private func corners(_ quad: PixelQuad, times factor: Double) -> [(x: Double, y: Double)] {
    (0..<4).map { (x: Double(quad[$0].x) * factor, y: Double(quad[$0].y) * factor) }
  }

  private func terms(_ evidence: LineEvidence) -> [Double] {
    evidence.terms.indices.map { Double(evidence.terms[$0]) }
  }
}
