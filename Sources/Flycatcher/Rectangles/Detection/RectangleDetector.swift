// The rectangle detector: segments → lines → quads → corners, in one picture and without memory of the last.

/// A detector of rectangles seen in perspective, in one picture at a time.
///
/// Straight edges are drawn (Topal and Akinlar, "EDLines", 2011) in a reduced picture and gathered to lines. Every four
/// lines that close a quad are judged by what the lines say, the best are refined at full resolution and judged by what
/// lies along their sides; both models are fitted. Time and memory are bounded by the size of the picture, whatever it shows.
public struct RectangleDetector: Sendable {
  /// The settings of a rectangle detector, with the names and defaults of Vision's request. Each default is named here
  /// once.
  public struct Settings: Hashable, Sendable {
    /// The minimum ratio of the short side to the long one, as seen in the picture, 0 to 1; default 0.5.
    public var minimumAspectRatio = 0.5
    /// The maximum ratio of the short side to the long one, 0 to 1, not below the minimum; default 1.
    public var maximumAspectRatio = 1.0
    /// The maximum deviation of an angle from 90°, in degrees, 0 to 45; default 30.
    public var quadratureTolerance = 30.0
    /// The minimum length of the short side, a fraction of the smaller dimension of the picture or region, 0 to 1;
    /// default 0.2.
    public var minimumSize = 0.2
    /// The minimum confidence of a reported rectangle, 0 to 1; default 0.
    public var minimumConfidence = 0.0
    /// The maximum number of rectangles reported for a picture, the most confident first; 0 is all. Default 1.
    public var maximumObservations = 1
    /// The part of the upright picture that is searched; default all of it.
    public var regionOfInterest = Rectangle.picture

    /// Creates the default settings.
    public init() {}

    /// Checks every setting against its range.
    ///
    /// - Throws: `FlycatcherError` naming the first setting outside its range.
    public func validate() throws(FlycatcherError) {
      try FlycatcherError.check("minimumAspectRatio", minimumAspectRatio, in: 0...1)
      try FlycatcherError.check("maximumAspectRatio", maximumAspectRatio, in: 0...1)
      guard minimumAspectRatio <= maximumAspectRatio else {
        throw .outOfRange(
          "maximumAspectRatio", "\(maximumAspectRatio)",
          allowed: .atLeastSetting("minimumAspectRatio", minimumAspectRatio))
      }
      try FlycatcherError.check("quadratureTolerance", quadratureTolerance, in: 0...45, unit: .degrees)
      try FlycatcherError.check("minimumSize", minimumSize, in: 0...1)
      try FlycatcherError.check("minimumConfidence", minimumConfidence, in: 0...1)
      try FlycatcherError.check("maximumObservations", maximumObservations, in: 0...)
      guard regionOfInterest.isInsidePicture else { throw .outsidePicture("regionOfInterest", regionOfInterest) }
    }
  }

  /// A detected rectangle.
  public struct Detection: Hashable, Sendable {
    /// The corners relative to the upright picture, `topLeft` being the one nearest to the picture's.
    public var corners: Quad
    /// The confidence that this is a rectangle and these are its corners, 0 to 1.
    public var confidence: Double
  }

  /// The settings of the detector.
  public let settings: Settings
  /// The numbers that no calculation gives.
  var parameters: Parameters {
    didSet { adapt() }
  }
  private(set) var picture = GradientPicture()
  private var finder: LineSegmentFinder
  private var lines: EdgeLines
  private(set) var search: QuadSearch
  private var circuits: SegmentCircuits

  /// Creates a detector.
  ///
  /// - Throws: `FlycatcherError` naming the first setting outside its range.
  public init(_ settings: Settings = Settings()) throws(FlycatcherError) {
    try settings.validate()
    self.settings = settings
    let parameters = Parameters()
    self.parameters = parameters
    (finder, lines) = (LineSegmentFinder(parameters), EdgeLines(parameters))
    (search, circuits) = (QuadSearch(parameters), SegmentCircuits(parameters))
  }

  private mutating func adapt() {
    (finder, lines) = (LineSegmentFinder(parameters), EdgeLines(parameters))
    (search, circuits) = (QuadSearch(parameters), SegmentCircuits(parameters))
  }

  /// Returns the rectangles of a picture, the most confident first.
  public mutating func detect(in frame: borrowing Frame) -> [Detection] {
    let geometry = PictureGeometry(frame)
    return candidates(in: frame).map { candidate in
      let (isReversed, quad) = geometry.numbering(candidate.corners)
      return Detection(
        corners: geometry.upright(quad, isReversed: isReversed), confidence: Double(candidate.confidence))
    }
  }

  mutating func candidates(in frame: borrowing Frame) -> [RectangleCandidate] {
    let plane = frame.luma
    let stored = frame.orientation.stored(settings.regionOfInterest)
    let region = PixelRectangle(stored, width: plane.width, height: plane.height)
    search(plane, region)
    return report(measured(distinctHypotheses(), in: plane, region: region), in: plane)
  }

  /// Searches the hypotheses of a region.
  mutating func search(_ plane: borrowing Plane, _ region: PixelRectangle) {
    picture.update(plane, region: region, longestSide: longestSide(region))
    finder.find(in: picture)
    let limits = limits(region)
    lines.gather(
      finder.segments,
      minimumCovered: max(parameters.lines.leastCovered, parameters.lines.coveredShare * limits.minimumSide))
    search.search(lines, limits: limits)
    circuits.search(finder.segments, limits: limits)
  }

  private func longestSide(_ region: PixelRectangle) -> Int {
    let (short, long) = (min(region.width, region.height), max(region.width, region.height))
    let needed = parameters.effort.leastSide / max(settings.minimumSize, 1e-3) * Double(long) / Double(short)
    let range = parameters.effort.longestSides
    return Int(min(max(needed, Double(range.lowerBound)), Double(range.upperBound)))
  }

  private func limits(_ region: PixelRectangle) -> QuadLimits {
    let width = Float(picture.width - 2 * GradientPicture.margin)
    let height = Float(picture.height - 2 * GradientPicture.margin)
    return QuadLimits(
      minimumAspectRatio: Float(settings.minimumAspectRatio) * 0.98,
      maximumAspectRatio: Float(settings.maximumAspectRatio) * 1.02,
      sineTolerance: sine(ofDegrees: settings.quadratureTolerance + 1),
      minimumSide: max(10, Float(settings.minimumSize) * min(width, height) * 0.98), width: width, height: height,
      overhang: parameters.quads.overhang)
  }

  /// Returns the best circuits, as many as may be reported, and the best quads among lines, each place once.
  func distinctHypotheses() -> [QuadHypothesis] {
    var distinct: [QuadHypothesis] = []
    func take(_ hypotheses: [QuadHypothesis], most: Int) {
      for hypothesis in hypotheses where distinct.count < most {
        let reach = max(
          parameters.selection.near, parameters.selection.nearShare * hypothesis.corners.area.squareRoot())
        if distinct.allSatisfy({ $0.corners.isApart(from: hypothesis.corners, by: reach) }) {
          distinct.append(hypothesis)
        }
      }
    }
    let (least, most) = (parameters.effort.refinedCircuits.lowerBound, parameters.effort.refinedCircuits.upperBound)
    let wanted = settings.maximumObservations
    take(circuits.hypotheses, most: wanted == 0 ? most : min(most, max(least, wanted)))
    take(search.hypotheses, most: distinct.count + parameters.effort.refinedQuads)
    return distinct
  }

  /// Returns the hypotheses measured at full resolution.
  func measured(
    _ distinct: [QuadHypothesis], in plane: borrowing Plane, region: PixelRectangle
  ) -> [RectangleCandidate] {
    let factor = Float(picture.factor)
    let origin = SIMD2(Float(region.x), Float(region.y))
    var candidates: [RectangleCandidate] = []
    for hypothesis in distinct {
      var quad = hypothesis.corners
      for k in 0..<4 { quad[k] = quad[k] * factor + origin }
      let limits = parameters.refinement
      let reach = limits.reach + limits.reducedReach * factor + limits.reachShare * quad.area.squareRoot()
      if let candidate = RectangleCandidate(hypothesis, quad, in: plane, reach: reach, parameters) {
        candidates.append(candidate)
      }
    }
    return candidates
  }

  /// Returns the candidates that are reported, each place once, the most confident first.
  private func report(_ candidates: [RectangleCandidate], in plane: borrowing Plane) -> [RectangleCandidate] {
    var selected = select(candidates)
    for index in selected.indices { selected[index].moveToOuterEdge(in: plane) }
    selected = distinctPlaces(selected)
    let most = settings.maximumObservations == 0 ? selected.count : min(selected.count, settings.maximumObservations)
    return selected.prefix(most).filter { $0.confidence >= Float(settings.minimumConfidence) }
  }

  /// Returns every rectangle once, the most confident first.
  ///
  /// Rectangles compete for what they both explain: each one that is taken leaves those that cover the same part of the
  /// picture only the probability that it is not one itself.
  private func select(_ candidates: [RectangleCandidate]) -> [RectangleCandidate] {
    var (kept, open) = ([RectangleCandidate](), candidates)
    while let best = open.indices.max(by: { open[$0].confidence < open[$1].confidence }) {
      guard open[best].confidence >= parameters.selection.leastConfidence else { break }
      let taken = open.remove(at: best)
      kept.append(taken)
      open = open.compactMap { candidate in
        let near = parameters.selection.distinctness * candidate.corners.area.squareRoot()
        guard candidate.corners.isApart(from: taken.corners, by: near) else { return nil }
        guard candidate.corners.overlap(with: taken.corners) > parameters.selection.competingOverlap else {
          return candidate
        }
        var denied = candidate
        denied.confidence *= 1 - taken.confidence
        return denied
      }
    }
    return kept
  }

  private func distinctPlaces(_ candidates: [RectangleCandidate]) -> [RectangleCandidate] {
    var kept: [RectangleCandidate] = []
    for candidate in candidates {
      let near = parameters.selection.distinctness * candidate.corners.area.squareRoot()
      if kept.allSatisfy({ $0.corners.isApart(from: candidate.corners, by: near) }) { kept.append(candidate) }
    }
    return kept
  }
}

/// Returns the sine by its series, which is exact to single precision up to 90°.
private func sine(ofDegrees degrees: Double) -> Float {
  let x = min(90, max(0, degrees)) * Double.pi / 180
  var (term, sum) = (x, x)
  for k in 1..<9 {
    term *= -x * x / Double(2 * k * (2 * k + 1))
    sum += term
  }
  return Float(sum)
}
