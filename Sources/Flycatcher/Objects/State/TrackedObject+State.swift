// What is said of an object in a frame, and how sure that is.

extension TrackedObject {
  /// Updates the probabilities of the object's states from the measurements, and says which one it is in.
  mutating func judge(_ time: Timestamp) {
    let model = parameters.observation
    let absence = min(parameters.states.absence, longestPrediction / .seconds(1))
    // What speaks against the object counts at once: something passes in front, or the scene is another.
    probabilities.update(
      givenLogOdds ?? min(logOdds, mostLogOdds), seconds: seconds,
      smoothing: isMissing || logOdds < 0 ? 0 : model.smoothing,
      absence: absence)
    confidence = probabilities.visible
    let isSeen = probabilities.state == .visible && !isMissing
    if isSeen, !isContradicted {
      state = state == .lost ? .recovered : .tracked
    } else if state != .lost {
      state = probabilities.state == .absent ? .lost : .predicted
    }
    // What its looks contradict has not gone: the time for which it is searched for has not begun.
    if isSeen, state != .lost { lastSeen = time }
  }

  /// The log-odds, by the measurements of the newest frame, that the box lies on the object.
  var logOdds: Double { parameters.observation.logOdds(measured) }

  /// The most that the log-odds may be, whatever was measured: where that was not followed, the box lies where its motion leads.
  var mostLogOdds: Double { isMissing ? Self.extrapolatedLogOdds : .infinity }

  /// Whether it was seen, or pointed out, in the newest frame.
  var isVisible: Bool { state == .tracked || state == .recovered || state == .nominated }

  /// The log-odds that the box lies on the object where more is known than its measurements.
  var givenLogOdds: Double? {
    showsBackground ? Self.backgroundLogOdds : hasYielded ? Self.extrapolatedLogOdds : nil
  }

  /// The log-odds that a place lies on the object to which its motion is extrapolated: a probability of a quarter.
  static let extrapolatedLogOdds = -1.1
}
