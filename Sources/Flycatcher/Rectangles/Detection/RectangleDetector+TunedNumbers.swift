// The tuned numbers of the rectangle detector by name, for the evaluation that moves each of them.

extension RectangleDetector.Parameters {
  /// The numbers by group and name.
  fileprivate static let all: [(name: String, path: any WritableKeyPath<Self, Float> & Sendable)] = [
    ("segments.quietShare", \.segments.quietShare),
    ("segments.noiseFactor", \.segments.noiseFactor),
    ("segments.leastGradient", \.segments.leastGradient),
    ("segments.mostGradient", \.segments.mostGradient),
    ("segments.anchorFactor", \.segments.anchorFactor),
    ("segments.agreement", \.segments.agreement),
    ("segments.minimumLength", \.segments.minimumLength),
    ("segments.tolerance", \.segments.tolerance),
    ("segments.bend", \.segments.bend),
    ("lines.leastCovered", \.lines.leastCovered),
    ("lines.coveredShare", \.lines.coveredShare),
    ("lines.alike", \.lines.alike),
    ("lines.sine", \.lines.sine),
    ("lines.joinedSine", \.lines.joinedSine),
    ("lines.gap", \.lines.gap),
    ("lines.gapShare", \.lines.gapShare),
    ("lines.overlap", \.lines.overlap),
    ("lines.jointOverlap", \.lines.jointOverlap),
    ("lines.joint", \.lines.joint),
    ("lines.jointShare", \.lines.jointShare),
    ("lines.offset", \.lines.offset),
    ("lines.bend", \.lines.bend),
    ("lines.joinedBend", \.lines.joinedBend),
    ("lines.ends", \.lines.ends),
    ("opposites.sine", \.opposites.sine),
    ("opposites.offset", \.opposites.offset),
    ("opposites.bend", \.opposites.bend),
    ("opposites.gain", \.opposites.gain),
    ("opposites.share", \.opposites.share),
    ("opposites.salience", \.opposites.salience),
    ("circuits.widestGap", \.circuits.widestGap),
    ("circuits.gap", \.circuits.gap),
    ("circuits.gapShare", \.circuits.gapShare),
    ("quads.overhang", \.quads.overhang),
    ("quads.coverage", \.quads.coverage),
    ("quads.visible", \.quads.visible),
    ("quads.reach", \.quads.reach),
    ("quads.reachShare", \.quads.reachShare),
    ("quads.leastSide", \.quads.leastSide),
    ("refinement.reach", \.refinement.reach),
    ("refinement.reducedReach", \.refinement.reducedReach),
    ("refinement.reachShare", \.refinement.reachShare),
    ("refinement.movement", \.refinement.movement),
    ("sides.leastRise", \.sides.leastRise),
    ("sides.distance", \.sides.distance),
    ("sides.straight", \.sides.straight),
    ("sides.bent", \.sides.bent),
    ("sides.support", \.sides.support),
    ("sides.continuation", \.sides.continuation),
    ("strokes.width", \.strokes.width),
    ("strokes.widthShare", \.strokes.widthShare),
    ("strokes.widest", \.strokes.widest),
    ("strokes.balance", \.strokes.balance),
    ("strokes.support", \.strokes.support),
    ("strokes.votes", \.strokes.votes),
    ("selection.near", \.selection.near),
    ("selection.nearShare", \.selection.nearShare),
    ("selection.leastConfidence", \.selection.leastConfidence),
    ("selection.distinctness", \.selection.distinctness),
    ("selection.competingOverlap", \.selection.competingOverlap),
  ]
}

extension RectangleDetector {
  /// The tuned numbers of detection.
  @_spi(Evaluation) public var tunedNumbers: [String: Double] {
    get { Dictionary(uniqueKeysWithValues: Parameters.all.map { ($0.name, Double(parameters[keyPath: $0.path])) }) }
    set {
      var changed = parameters
      for (name, path) in Parameters.all {
        if let value = newValue[name] { changed[keyPath: path] = Float(value) }
      }
      parameters = changed
    }
  }
}
