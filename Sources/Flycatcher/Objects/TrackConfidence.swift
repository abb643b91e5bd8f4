// How sure it is that the object is where the filter says.

/// What an answer of the filter says about the object, from its peak-to-sidelobe ratio: by itself, and beside the
/// object's usual one, which falls at once when something passes in front.
struct TrackConfidence: Sendable {
  /// 0 to 1; half where the object is about as likely to be there as not.
  let value: Double
  private let ratio: Double
  private let usual: Double
  private let least: Double

  /// - Parameters:
  ///   - usual: the ratio that this object had of late; 0 where it is not known.
  ///   - least: below it, chance peaks are as high.
  init(_ peak: ResponsePeak, usual: Double, least: Double) {
    let measured = Double(peak.sidelobeRatio)
    ratio = measured.isFinite && measured > 0 && peak.height > 0 ? measured : 0
    self.usual = usual
    self.least = least
    let even = max(10, usual * 0.25)
    value = ratio * ratio / (ratio * ratio + even * even)
  }

  /// Whether the answer is a sighting of something that may be the object.
  var isSeen: Bool { ratio >= max(least, usual * 0.22) }
  /// Whether it is seen so well that the filters may learn from it.
  var isClear: Bool { ratio >= max(8, usual * 0.3) }
}
