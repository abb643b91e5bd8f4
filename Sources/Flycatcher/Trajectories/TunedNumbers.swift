// The tuned numbers of the detector by name, for the evaluation that moves each of them.

extension Foreground.Parameters {
  /// The parameters by name.
  static let all: [(name: String, path: any WritableKeyPath<Self, Double> & Sendable)] = [
    ("largestArea", \.largestArea),
    ("lowThreshold", \.lowThreshold),
    ("highThreshold", \.highThreshold),
    ("learningRate", \.learningRate),
    ("absorptionTime", \.absorptionTime),
    ("neighborDistance", \.neighborDistance),
    ("misplacement", \.misplacement),
  ]
}

extension Registration.Parameters {
  /// The parameters by name.
  static let all: [(name: String, path: any WritableKeyPath<Self, Double> & Sendable)] = [
    ("deadZone", \.deadZone),
    ("outlier", \.outlier),
    ("agreement", \.agreement),
    ("reach", \.reach),
  ]
}

extension CandidateFinder.Parameters {
  /// The parameters by name.
  static let all: [(name: String, path: any WritableKeyPath<Self, Double> & Sendable)] = [
    ("capacity", \.capacity),
    ("leastFill", \.leastFill),
    ("largestElongation", \.largestElongation),
    ("leastRadius", \.leastRadius),
    ("radiusTolerance", \.radiusTolerance),
    ("leastSignificance", \.leastSignificance),
    ("edgeShare", \.edgeShare),
    ("refinementBudget", \.refinementBudget),
    ("leastSplitArea", \.leastSplitArea),
    ("splitBudget", \.splitBudget),
    ("densityMemory", \.densityMemory),
  ]
}

extension Associator.Parameters {
  /// The parameters by name.
  static let all: [(name: String, path: any WritableKeyPath<Self, Double> & Sendable)] = [
    ("gravity", \.gravity),
    ("leastRadius", \.leastRadius),
    ("sidewaysShare", \.sidewaysShare),
    ("walkShare", \.walkShare),
    ("drag", \.drag),
    ("speed", \.speed),
    ("gate", \.gate),
    ("detection", \.detection),
    ("occlusion", \.occlusion),
    ("irregular", \.irregular),
    ("timing", \.timing),
    ("prior", \.prior),
    ("loss", \.loss),
    ("hazard", \.hazard),
    ("largestGain", \.largestGain),
    ("branching", \.branching),
    ("longestGap", \.longestGap),
    ("capacity", \.capacity),
  ]
}

extension TrajectoryDetector {
  /// The tuned numbers by stage and name.
  @_spi(Evaluation) public var tunedNumbers: [String: Double] {
    get {
      var numbers: [String: Double] = [:]
      for (name, path) in Foreground.Parameters.all {
        numbers["foreground." + name] = finder.foreground.parameters[keyPath: path]
      }
      for (name, path) in Registration.Parameters.all {
        numbers["registration." + name] = finder.foreground.registration.parameters[keyPath: path]
      }
      for (name, path) in CandidateFinder.Parameters.all {
        numbers["candidates." + name] = finder.parameters[keyPath: path]
      }
      for (name, path) in Associator.Parameters.all {
        numbers["association." + name] = associator.parameters[keyPath: path]
      }
      return numbers
    }
    set {
      for (name, path) in Foreground.Parameters.all {
        if let value = newValue["foreground." + name] { finder.foreground.parameters[keyPath: path] = value }
      }
      for (name, path) in Registration.Parameters.all {
        if let value = newValue["registration." + name] {
          finder.foreground.registration.parameters[keyPath: path] = value
        }
      }
      for (name, path) in CandidateFinder.Parameters.all {
        if let value = newValue["candidates." + name] { finder.parameters[keyPath: path] = value }
      }
      for (name, path) in Associator.Parameters.all {
        if let value = newValue["association." + name] { associator.parameters[keyPath: path] = value }
      }
    }
  }
}
