// The tuned numbers of the object tracker by name, for the evaluation that moves each of them.

extension ObjectTracker.Parameters {
  /// The numbers by group and name.
  fileprivate static let all: [(name: String, path: any WritableKeyPath<Self, Double> & Sendable)] = [
    ("window.size", \.window.size),
    ("window.length", \.window.length),
    ("window.least", \.window.least),
    ("window.margin", \.window.margin),
    ("filter.learningRate", \.filter.learningRate),
    ("filter.confirmedRate", \.filter.confirmedRate),
    ("filter.reach", \.filter.reach),
    ("filter.doubt", \.filter.doubt),
    ("filter.leastRatio", \.filter.leastRatio),
    ("filter.seenShare", \.filter.seenShare),
    ("filter.clearRatio", \.filter.clearRatio),
    ("filter.clearShare", \.filter.clearShare),
    ("filter.usualRate", \.filter.usualRate),
    ("colors.share", \.colors.share),
    ("colors.rate", \.colors.rate),
    ("colors.core", \.colors.core),
    ("colors.ring", \.colors.ring),
    ("colors.leastFrequency", \.colors.leastFrequency),
    ("appearance.brightness", \.appearance.brightness),
    ("appearance.color", \.appearance.color),
    ("appearance.colored", \.appearance.colored),
    ("appearance.gray", \.appearance.gray),
    ("appearance.gradients", \.appearance.gradients),
    ("appearance.usualGradients", \.appearance.usualGradients),
    ("appearance.contrast", \.appearance.contrast),
    ("appearance.contrastTolerance", \.appearance.contrastTolerance),
    ("appearance.first", \.appearance.first),
    ("appearance.usualFirst", \.appearance.usualFirst),
    ("appearance.later", \.appearance.later),
    ("appearance.laterShape", \.appearance.laterShape),
    ("appearance.clearRatio", \.appearance.clearRatio),
    ("size.learningRate", \.size.learningRate),
    ("size.resizing", \.size.resizing),
    ("size.repeated", \.size.repeated),
    ("size.refined", \.size.refined),
    ("size.relaxation", \.size.relaxation),
    ("size.shapeStep", \.size.shapeStep),
    ("size.leastGain", \.size.leastGain),
    ("size.smallSize", \.size.smallSize),
    ("motion.velocityRate", \.motion.velocityRate),
    ("motion.persistence", \.motion.persistence),
    ("motion.leastMotion", \.motion.leastMotion),
    ("memory.heldShare", \.memory.heldShare),
    ("memory.keptShare", \.memory.keptShare),
    ("memory.spacing", \.memory.spacing),
    ("memory.leastLogOdds", \.memory.leastLogOdds),
    ("memory.leastEvidence", \.memory.leastEvidence),
    ("search.evidence", \.search.evidence),
    ("search.advantage", \.search.advantage),
    ("search.faintness", \.search.faintness),
    ("search.relaxation", \.search.relaxation),
    ("search.spacing", \.search.spacing),
    ("search.reach", \.search.reach),
    ("search.growth", \.search.growth),
    ("states.absence", \.states.absence),
    ("places.shared", \.places.shared),
    ("places.deviation", \.places.deviation),
  ]
}

extension ObjectTracker {
  /// The tuned numbers of objects that are nominated from now on.
  @_spi(Evaluation) public var tunedNumbers: [String: Double] {
    get { Dictionary(uniqueKeysWithValues: Parameters.all.map { ($0.name, parameters[keyPath: $0.path]) }) }
    set {
      for (name, path) in Parameters.all {
        if let value = newValue[name] { parameters[keyPath: path] = value }
      }
    }
  }
}
