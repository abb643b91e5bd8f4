// The tuned numbers of the rectangle detector and the rectangle tracker by name, for the evaluation that moves each of them.

extension RectangleTracker.Parameters {
  private typealias Number = (name: String, path: any WritableKeyPath<Self, Float> & Sendable)

  /// The numbers of the detector by group and name.
  private static let detectionNumbers: [Number] = [
    ("segments.quietShare", \.detection.segments.quietShare),
    ("segments.noiseFactor", \.detection.segments.noiseFactor),
    ("segments.leastGradient", \.detection.segments.leastGradient),
    ("segments.mostGradient", \.detection.segments.mostGradient),
    ("segments.anchorFactor", \.detection.segments.anchorFactor),
    ("segments.agreement", \.detection.segments.agreement),
    ("segments.minimumLength", \.detection.segments.minimumLength),
    ("segments.tolerance", \.detection.segments.tolerance),
    ("segments.bend", \.detection.segments.bend),
    ("lines.leastCovered", \.detection.lines.leastCovered),
    ("lines.coveredShare", \.detection.lines.coveredShare),
    ("lines.alike", \.detection.lines.alike),
    ("lines.sine", \.detection.lines.sine),
    ("lines.joinedSine", \.detection.lines.joinedSine),
    ("lines.gap", \.detection.lines.gap),
    ("lines.gapShare", \.detection.lines.gapShare),
    ("lines.overlap", \.detection.lines.overlap),
    ("lines.jointOverlap", \.detection.lines.jointOverlap),
    ("lines.joint", \.detection.lines.joint),
    ("lines.jointShare", \.detection.lines.jointShare),
    ("lines.offset", \.detection.lines.offset),
    ("lines.bend", \.detection.lines.bend),
    ("lines.joinedBend", \.detection.lines.joinedBend),
    ("lines.ends", \.detection.lines.ends),
    ("opposites.sine", \.detection.opposites.sine),
    ("opposites.offset", \.detection.opposites.offset),
    ("opposites.bend", \.detection.opposites.bend),
    ("opposites.gain", \.detection.opposites.gain),
    ("opposites.share", \.detection.opposites.share),
    ("opposites.salience", \.detection.opposites.salience),
    ("circuits.widestGap", \.detection.circuits.widestGap),
    ("circuits.gap", \.detection.circuits.gap),
    ("circuits.gapShare", \.detection.circuits.gapShare),
    ("quads.overhang", \.detection.quads.overhang),
    ("quads.coverage", \.detection.quads.coverage),
    ("quads.visible", \.detection.quads.visible),
    ("quads.reach", \.detection.quads.reach),
    ("quads.reachShare", \.detection.quads.reachShare),
    ("quads.leastSide", \.detection.quads.leastSide),
    ("refinement.reach", \.detection.refinement.reach),
    ("refinement.reducedReach", \.detection.refinement.reducedReach),
    ("refinement.reachShare", \.detection.refinement.reachShare),
    ("refinement.movement", \.detection.refinement.movement),
    ("sides.leastRise", \.detection.sides.leastRise),
    ("sides.distance", \.detection.sides.distance),
    ("sides.straight", \.detection.sides.straight),
    ("sides.bent", \.detection.sides.bent),
    ("sides.support", \.detection.sides.support),
    ("sides.continuation", \.detection.sides.continuation),
    ("strokes.width", \.detection.strokes.width),
    ("strokes.widthShare", \.detection.strokes.widthShare),
    ("strokes.widest", \.detection.strokes.widest),
    ("strokes.balance", \.detection.strokes.balance),
    ("strokes.support", \.detection.strokes.support),
    ("strokes.votes", \.detection.strokes.votes),
    ("selection.near", \.detection.selection.near),
    ("selection.nearShare", \.detection.selection.nearShare),
    ("selection.leastConfidence", \.detection.selection.leastConfidence),
    ("selection.distinctness", \.detection.selection.distinctness),
    ("selection.competingOverlap", \.detection.selection.competingOverlap),
  ]

  /// The numbers of the tracker by group and name.
  private static let trackingNumbers: [Number] = [
    ("texture.leastDetail", \.texture.leastDetail),
    ("texture.everywhere", \.texture.everywhere),
    ("texture.somewhere", \.texture.somewhere),
    ("template.leastGradient", \.template.leastGradient),
    ("template.leastCell", \.template.leastCell),
    ("template.blockShare", \.template.blockShare),
    ("alignment.firstScale", \.alignment.firstScale),
    ("alignment.judgedScale", \.alignment.judgedScale),
    ("alignment.scaleFactor", \.alignment.scaleFactor),
    ("alignment.leastScale", \.alignment.leastScale),
    ("alignment.mostScale", \.alignment.mostScale),
    ("alignment.inlier", \.alignment.inlier),
    ("alignment.trusted", \.alignment.trusted),
    ("alignment.trustRange", \.alignment.trustRange),
    ("alignment.leastTrust", \.alignment.leastTrust),
    ("alignment.covered", \.alignment.covered),
    ("alignment.arrived", \.alignment.arrived),
    ("alignment.shiftCost", \.alignment.shiftCost),
    ("outline.leastSlope", \.outline.leastSlope),
    ("outline.slopeShare", \.outline.slopeShare),
    ("outline.firstReach", \.outline.firstReach),
    ("outline.reach", \.outline.reach),
    ("outline.light", \.outline.light),
    ("outline.pattern", \.outline.pattern),
    ("outline.unlike", \.outline.unlike),
    ("outline.shutter", \.outline.shutter),
    ("outline.leastSeen", \.outline.leastSeen),
    ("outline.leastAcross", \.outline.leastAcross),
    ("outline.chance", \.outline.chance),
    ("outline.worst", \.outline.worst),
    ("outline.spare", \.outline.spare),
    ("outline.movement", \.outline.movement),
    ("outline.growth", \.outline.growth),
    ("outline.resembles", \.outline.resembles),
    ("outline.spread", \.outline.spread),
    ("outline.spreadFactor", \.outline.spreadFactor),
    ("seen.surface", \.seen.surface),
    ("seen.outline", \.seen.outline),
    ("seen.changed", \.seen.changed),
    ("seen.beside", \.seen.beside),
    ("seen.sure", \.seen.sure),
    ("seen.advantage", \.seen.advantage),
    ("seen.change", \.seen.change),
    ("seen.recovered", \.seen.recovered),
    ("seen.near", \.seen.near),
    ("seen.usual", \.seen.usual),
    ("seen.usualRate", \.seen.usualRate),
    ("surface.chance", \.surface.chance),
    ("surface.inliers", \.surface.inliers),
    ("surface.visible", \.surface.visible),
    ("surface.gain", \.surface.gain),
    ("surface.covered", \.surface.covered),
    ("surface.coveredRange", \.surface.coveredRange),
    ("surface.holding", \.surface.holding),
    ("surface.holdingInliers", \.surface.holdingInliers),
    ("surface.outlined", \.surface.outlined),
    ("surface.unsettled", \.surface.unsettled),
    ("surface.settled", \.surface.settled),
    ("shape.kept", \.shape.kept),
    ("shape.deformed", \.shape.deformed),
    ("shape.lost", \.shape.lost),
    ("sameness.gate", \.sameness.gate),
    ("sameness.near", \.sameness.near),
    ("track.ahead", \.track.ahead),
    ("track.leastGrowth", \.track.leastGrowth),
    ("track.mostGrowth", \.track.mostGrowth),
    ("track.leastArea", \.track.leastArea),
    ("track.leastGain", \.track.leastGain),
    ("track.mostGain", \.track.mostGain),
    ("track.leastScore", \.track.leastScore),
    ("track.fading", \.track.fading),
    ("track.leastConfidence", \.track.leastConfidence),
    ("track.changedFrames", \.track.changedFrames),
    ("track.whole", \.track.whole),
  ]

  private static func values(_ numbers: [Number], _ parameters: Self) -> [String: Double] {
    Dictionary(uniqueKeysWithValues: numbers.map { ($0.name, Double(parameters[keyPath: $0.path])) })
  }

  /// The values of the numbers of detection.
  fileprivate var detectionValues: [String: Double] { Self.values(Self.detectionNumbers, self) }
  /// The values of the numbers of tracking.
  fileprivate var trackingValues: [String: Double] { Self.values(Self.trackingNumbers, self) }

  fileprivate mutating func take(_ values: [String: Double]) {
    for (name, path) in Self.detectionNumbers + Self.trackingNumbers {
      if let value = values[name] { self[keyPath: path] = Float(value) }
    }
  }
}

extension RectangleTracker {
  /// The tuned numbers of detection, which `RectangleDetector` has, too.
  @_spi(Evaluation) public static var detectionNumbers: [String: Double] { Parameters().detectionValues }
  /// The tuned numbers of tracking.
  @_spi(Evaluation) public static var trackingNumbers: [String: Double] { Parameters().trackingValues }

  /// Takes other numbers, by name, for rectangles that are nominated or detected from now on.
  @_spi(Evaluation) public mutating func take(numbers: [String: Double]) {
    var changed = parameters
    changed.take(numbers)
    parameters = changed
  }
}

extension RectangleDetector {
  /// Takes other numbers of detection, by name.
  @_spi(Evaluation) public mutating func take(numbers: [String: Double]) {
    var changed = RectangleTracker.Parameters()
    changed.take(numbers)
    parameters = changed.detection
  }
}
