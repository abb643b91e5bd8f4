// How the object looked when it was nominated, and on later occasions on which it was surely itself.
import Glibc

/// A few appearances of an object, the first of which is never forgotten. The filter adapts in every frame, and with it to
/// whatever has taken the object's place; these do not.
struct AppearanceModel: Sendable {
  private static let capacity = 6

  private var appearances: [Appearance]
  private var count = 0
  private var oldest = 1

  init() {
    appearances = (0..<Self.capacity).map { _ in Appearance() }
  }

  /// Forgets everything but this.
  mutating func begin(_ appearance: Appearance) {
    appearances[0].copy(appearance)
    count = 1
    oldest = 1
  }

  /// Keeps one more; where there is no room, the oldest but the first makes way.
  mutating func add(_ appearance: Appearance) {
    if count < Self.capacity {
      appearances[count].copy(appearance)
      count += 1
    } else {
      appearances[oldest].copy(appearance)
      oldest = oldest + 1 < Self.capacity ? oldest + 1 : 1
    }
  }

  /// How much an appearance speaks for the object: the logarithm of the odds that it is the object rather than something else.
  ///
  /// - Parameter ratio: the peak-to-sidelobe ratio of the filter's answer there, where it is known. A low one speaks
  /// against the object; a high one says nothing, for the filter follows whatever it has learned.
  func evidence(_ appearance: Appearance, ratio: Double? = nil) -> Double {
    let first = appearances[0].likeness(appearance)
    var best = Self.odds(first)
    for index in 1..<max(count, 1) { best = max(best, Self.odds(appearances[index].likeness(appearance)) - 0.3) }
    // An appearance that was taken by mistake vouches for itself; the first one never was.
    best += 1.5 * (min(max(Double(first.gradients), 0), 0.3) - 0.15)
    guard let ratio else { return best }
    return best + min(max(log(max(ratio, 1) / 12), -1), 0)
  }

  /// How well the box lies on the object, in the same units; patterns of gradients tell places apart more sharply.
  ///
  /// - Parameter laterCost: how much less every appearance but the first says. A box that has crept to a part of the object keeps
  ///   appearances of that part, which vouch for it.
  func alignment(_ appearance: Appearance, laterCost: Double) -> Double {
    var best = -10.0
    for index in 0..<count {
      let likeness = appearances[index].likeness(appearance)
      let fit = Self.odds(likeness) + 3 * Double(likeness.gradients)
      best = max(best, fit - (index == 0 ? 0 : laterCost))
    }
    return best
  }

  /// The weights of brightness and color were fitted (logistic regression) to some twenty thousand frames of rendered
  /// clips in which it was known whether the box lay on the object; without color, the constant is the one that keeps the
  /// same balance. Brightness alone is fooled by what is plain: a shadow on a wall has the pattern of many things. So the
  /// pattern of gradients must be there too, and the contrast must be about the same.
  private static func odds(_ likeness: Appearance.Likeness) -> Double {
    let edges = 3 * (min(max(Double(likeness.gradients), 0), 0.4) - 0.2)
    let fading = 1.5 * max(0, Double(likeness.contrastRatio) - 0.7)
    let pattern = 3.7 * Double(likeness.brightness) + edges - fading
    guard let distance = likeness.colorDistance else { return pattern - 1.2 }
    return pattern - 0.9 * log(Double(max(distance, 0.5))) + 0.3
  }
}
