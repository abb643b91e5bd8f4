// How sure it is that the object is where the filter says.

/// What an answer of the filter says about the object, from its peak-to-sidelobe ratio: by itself, and beside the
/// object's usual one, which falls at once when something passes in front.
struct TrackConfidence: Sendable {
  /// 0 to 1; half where the object is about as likely to be there as not.
  let value: Double
  private let ratio: Double
  private let usual: Double

  /// - Parameter usual: the ratio that this object had of late; 0 where it is not known.
  init(_ peak: ResponsePeak, usual: Double) {
    let measured = Double(peak.sidelobeRatio)
    ratio = measured.isFinite && measured > 0 && peak.height > 0 ? measured : 0
    self.usual = usual
    let even = max(10, usual * 0.25)
    value = ratio * ratio / (ratio * ratio + even * even)
  }

  /// Whether the answer is worth going after, although the object cannot be said to be seen.
  var isHint: Bool { ratio >= 6 }
  /// Whether the object is taken as seen.
  var isSeen: Bool { ratio >= max(7, usual * 0.22) }
  /// Whether it is seen so well that the filters may learn from it.
  var isClear: Bool { ratio >= max(8, usual * 0.3) }
  /// Whether it is seen so well that it may be taken for the object at a place where it was not expected.
  var isCertain: Bool { ratio >= max(12, usual * 0.35) }
}
