// The judgment of a response of the filter: a sighting of the object, or not.

/// The judgment of a response of the filter, from its peak-to-sidelobe ratio: by itself, and beside the
/// object's usual one, which falls at once when something passes in front.
struct TrackConfidence: Sendable {
  private let ratio: Double
  private let usual: Double
  private let parameters: ObjectTracker.Parameters.Filter

  /// - Parameter usual: The ratio that this object had of late; 0 where it is not known.
  init(_ peak: ResponsePeak, usual: Double, _ parameters: ObjectTracker.Parameters.Filter) {
    let measured = Double(peak.sidelobeRatio)
    ratio = measured.isFinite && measured > 0 && peak.height > 0 ? measured : 0
    self.usual = usual
    self.parameters = parameters
  }

  /// A Boolean value indicating whether the response is a sighting of something that may be the object.
  var isSeen: Bool { ratio >= max(parameters.leastRatio, usual * parameters.seenShare) }
  /// A Boolean value indicating whether it is seen so well that the filters may learn from it.
  var isClear: Bool { ratio >= max(parameters.clearRatio, usual * parameters.clearShare) }
}
