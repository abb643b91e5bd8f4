// How the object looked when it was nominated, and on later occasions on which it was surely itself.
import Glibc

/// A few appearances of an object, the first of which is never forgotten. The filter adapts in every frame, and with it to
/// whatever has taken the object's place; these do not.
struct AppearanceModel: Sendable {
  private static let capacity = 6

  private var appearances: [Appearance]
  private var count = 0
  private var oldest = 1
  private let parameters: ObjectTracker.Parameters.Appearance

  init(_ parameters: ObjectTracker.Parameters.Appearance) {
    self.parameters = parameters
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
    var best = odds(first)
    for index in 1..<max(count, 1) {
      best = max(best, odds(appearances[index].likeness(appearance)) - parameters.later)
    }
    best += parameters.first * Self.excess(first.gradients, over: parameters.usualFirst)
    guard let ratio else { return best }
    return best + min(max(log(max(ratio, 1) / parameters.clearRatio), -1), 0)
  }

  /// How well the box lies on the object, in the same units; patterns of gradients tell places apart more sharply.
  func alignment(_ appearance: Appearance) -> Double {
    var best = -10.0
    for index in 0..<count {
      let likeness = appearances[index].likeness(appearance)
      let fit = odds(likeness) + parameters.gradients * Double(likeness.gradients)
      best = max(best, fit - (index == 0 ? 0 : parameters.laterShape))
    }
    return best
  }

  /// The log-odds by what two boxes have in common: the pattern of gradients must be there, too, and the contrast be about the same.
  private func odds(_ likeness: Appearance.Likeness) -> Double {
    let edges = parameters.gradients * Self.excess(likeness.gradients, over: parameters.usualGradients)
    let fading = parameters.contrast * max(0, Double(likeness.contrastRatio) - parameters.contrastTolerance)
    let pattern = parameters.brightness * Double(likeness.brightness) + edges - fading
    guard let distance = likeness.colorDistance else { return pattern + parameters.gray }
    return pattern - parameters.color * log(Double(max(distance, 0.5))) + parameters.colored
  }

  /// Returns by how much a correlation exceeds what says nothing, at most by as much again, and no less than if there were none.
  private static func excess(_ correlation: Float, over usual: Double) -> Double {
    min(max(Double(correlation), 0), 2 * usual) - usual
  }
}
