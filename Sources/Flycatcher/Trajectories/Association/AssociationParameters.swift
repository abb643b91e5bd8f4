// The tuned numbers of association.

extension Associator {
  /// The tuned numbers of association.
  struct Parameters: Sendable {
    /// The acceleration of free fall that is expected, in radii a second squared: 80 for a basketball, 300 for a tennis ball.
    var gravity = 150.0
    /// The least radius, in analyzed pixels, by which speeds and accelerations are expected: what is smaller is blurred to this.
    var leastRadius = 2.0
    /// The standard deviation of sideways accelerations, relative to gravity's.
    var sidewaysShare = 0.5
    /// The change of the acceleration in a second, relative to gravity and drag.
    var walkShare = 0.5
    /// The share of its speed that a thing may lose in a second by drag or by flying away from the camera, a standard deviation.
    var drag = 2.0
    /// The standard deviation of the first speed, in radii a second.
    var speed = 300.0
    /// The squared distance within which a candidate may be the next point, in units of its variance.
    var gate = 13.0
    /// The probability that a thing in flight is seen in a frame.
    var detection = 0.85
    /// The probability that what was not seen in a frame is not seen a thirtieth of a second later.
    var occlusion = 0.6
    /// The probability that a film loses frames often, as long as nothing is known of it.
    var irregular = 0.05
    /// The standard deviation of the moment at which a frame was taken, in frames.
    var timing = 0.06
    /// The log-likelihood ratio at which a track begins: few candidates are things in flight.
    var prior = -6.0
    /// The log-likelihood ratio that a track may lose before it ends.
    var loss = 9.0
    /// The changes of motion that are expected in a second: releases, bounces, hits.
    var hazard = 4.0
    /// The most log-likelihood that one point adds.
    var largestGain = 7.0
    /// The difference of log-likelihood up to which a second hypothesis is followed beside the best.
    var branching = 2.5
    /// Seconds without a point after which a track ends: no whole number of frames at a usual rate, so that how times are rounded decides nothing.
    var longestGap = 0.355
    /// The most tracks that are followed.
    var capacity = 160.0
  }
}
