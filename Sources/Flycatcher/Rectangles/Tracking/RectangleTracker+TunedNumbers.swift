// The tuned numbers of the rectangle tracker by name, for the evaluation that moves each of them.

extension RectangleTracker.Parameters {
  /// The numbers by group and name.
  fileprivate static let all: [(name: String, path: any WritableKeyPath<Self, Float> & Sendable)] = [
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
    ("surface.unsettled", \.surface.unsettled),
    ("surface.settled", \.surface.settled),
    ("shape.kept", \.shape.kept),
    ("shape.deformed", \.shape.deformed),
    ("shape.lost", \.shape.lost),
    ("sameness.gate", \.sameness.gate),
    ("track.ahead", \.track.ahead),
    ("track.leastGrowth", \.track.leastGrowth),
    ("track.mostGrowth", \.track.mostGrowth),
    ("track.leastArea", \.track.leastArea),
    ("track.leastGain", \.track.leastGain),
    ("track.mostGain", \.track.mostGain),
    ("track.leastScore", \.track.leastScore),
    ("track.changedFrames", \.track.changedFrames),
    ("track.whole", \.track.whole),
  ]
}

extension RectangleTracker {
  /// The tuned numbers of rectangles that are nominated or detected from now on, but for those of detection.
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
