// What the lines say for a quad before its sides are looked at in the picture.

/// The measurements of a quad among lines, all dimensionless, with the log-odds of its being a rectangle.
struct LineEvidence {
  /// The measurements, in the order of the fitted coefficients.
  enum Name: String, CaseIterable {
    /// The share of the perimeter that is seen, and the least share of a side.
    case seen, leastSeen
    /// The share of the sides' ends that are seen within the corners, and the least at both ends of one side.
    case reached, leastReached
    /// The share of the sides' ends that go on beyond the corners, and the most that both neighbors of one side do.
    case beyond, passing
    /// The agreement of the sides on whether the inside is the brighter one.
    case agreement
    /// The share of the sides whose bright hand changes along them.
    case mixed
    /// The salience of the lines for their length.
    case contrast
    /// The side of a square of the same area, relative to that of the picture.
    case size
  }

  /// The number of terms of the model: the measurements, their squares, and two products.
  static let termCount = 22
  /// The names of the terms.
  static let termNames =
    Name.allCases.map(\.rawValue) + Name.allCases.map { $0.rawValue + " squared" }
    + ["seen by leastSeen", "beyond by passing"]

  /// The terms, in the order of `termNames`.
  private(set) var terms = InlineArray<22, Float>(repeating: 0)
  /// The log-odds of the quad's being a rectangle.
  private(set) var logOdds: Float = 0

  /// - Parameters:
  ///   - covered: The length of each side that is seen.
  ///   - length: The length of each side.
  ///   - within: The share seen within the first and the second corner of each side.
  ///   - beyond: The share seen beyond them.
  ///   - polarity: For each side 1 where it is brighter inside, -1 where it is darker, 0 where that changes.
  ///   - salience: The salience of each side's line for its length.
  ///   - size: The side of a square of the same area, relative to that of the picture.
  init(
    covered: SIMD4<Float>, length: SIMD4<Float>, within: SIMD8<Float>, beyond: SIMD8<Float>, polarity: SIMD4<Float>,
    salience: SIMD4<Float>, size: Float
  ) {
    let share = covered / length
    var (leastReached, passing, mixed) = (Float(1), Float(0), Float(0))
    for k in 0..<4 {
      // The side before ends at this side's first corner, the side after begins at its second.
      let (before, after) = (2 * ((k + 3) & 3) + 1, 2 * ((k + 1) & 3))
      passing = max(passing, min(beyond[before], beyond[after]))
      leastReached = min(leastReached, max(within[before], within[after]))
      if polarity[k] == 0 { mixed += 0.25 }
    }
    let contrast = (salience / (salience + Self.clearSalience)).sum() / 4
    terms[0] = covered.sum() / length.sum()
    terms[1] = share.min()
    terms[2] = within.sum() / 8
    terms[3] = leastReached
    terms[4] = beyond.sum() / 8
    terms[5] = passing
    terms[6] = abs(polarity.sum()) / 4
    terms[7] = mixed
    terms[8] = contrast
    terms[9] = max(Self.leastSize, size)
    for k in 0..<10 { terms[10 + k] = terms[k] * terms[k] }
    terms[20] = terms[0] * terms[1]
    terms[21] = terms[4] * terms[5]
    let terms = terms
    logOdds = Float(FittedRectangles.lines.logOdds { Double(terms[$0]) })
  }

  /// The size below which smaller is no less likely: rectangles of the fit are larger, and who asks for smaller ones means
  /// them.
  static let leastSize: Float = 0.2
  /// The salience of a clear edge for its length: the square root of its gradient.
  private static let clearSalience: Float = 20
}
