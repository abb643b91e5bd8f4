// A rectangle that is tracked from frame to frame.

/// The track of a rectangle: its template and outline, its place and its state. Corners in pixels of the stored picture.
struct TrackedRectangle {
  let uuid: ObservationUUID
  /// A Boolean value indicating whether it was nominated; it is then searched for until the stream ends.
  let isNominated: Bool
  /// A Boolean value indicating whether the user counts its corners the other way around than clockwise in the stored
  /// picture.
  let isReversed: Bool
  let parameters: RectangleTracker.Parameters
  private(set) var template: AlignmentTemplate
  let outline: Outline
  private let firstArea: Float
  /// The alignment when the rectangle was last seen.
  private(set) var alignment: Alignment
  /// The corners, seen or extrapolated.
  private(set) var corners: PixelQuad
  private(set) var state = TrackingState.nominated
  /// The probability that its corners are right.
  private(set) var confidence: Float
  private var probabilities = StateProbabilities()
  /// The seconds that the probabilities have not taken into account, and those after which it is as likely absent as occluded, as `track` was told.
  private var (elapsed, absence) = (0.0, 0.0)
  /// What its confidence rests on, in the newest frame.
  private(set) var measured: RectangleMeasurements?
  private(set) var lastSeen: Timestamp
  /// The time of the newest frame in which it was looked for.
  private var newest: Timestamp
  /// The corners when the whole outline was last seen: a covered part keeps their shape.
  private(set) var shape: PixelQuad
  /// The velocity of the corners in pixels a second.
  private var velocity = PixelQuad.zero
  /// The brightness when the rectangle was last seen, relative to that at first, in gray levels.
  private(set) var light: Float = 0
  /// The steepness of its edges, when they were last measured, relative to the template's.
  private(set) var sharpness: Float = 1
  /// The running mean of `Alignment.score` while it is seen.
  private(set) var usualScore: Float?
  /// The same, or that of any rectangle where there is none yet.
  var expectedScore: Float { usualScore ?? parameters.seen.usual }

  /// The number of consecutive frames in which its outline was seen but not its surface.
  private var framesWithoutTemplate = 0
  /// The number of searches since the rectangle was lost.
  private var searches = 0

  /// Turns and scales tried in turn, a frame each, where it was lost: cosine and sine times scale.
  private static let searchedPoses: [SIMD2<Float>] = [
    SIMD2(1, 0), SIMD2(0.966, 0.259), SIMD2(0.966, -0.259), SIMD2(1.25, 0), SIMD2(0.8, 0), SIMD2(0.866, 0.5),
    SIMD2(0.866, -0.5),
  ]

  /// - Returns: `nil` where the quad is flat.
  init?(
    _ quad: PixelQuad, uuid: ObservationUUID, confidence: Float, isNominated: Bool, isReversed: Bool, time: Timestamp,
    pyramid: borrowing PicturePyramid, plane: borrowing Plane, _ parameters: RectangleTracker.Parameters
  ) {
    // A nominated quad has been checked; seen at right angles it may be flatter than any that would be detected.
    guard isNominated || quad.isConvex, let homography = Homography(quad) else { return nil }
    self.uuid = uuid
    self.parameters = parameters
    self.isNominated = isNominated
    self.isReversed = isReversed
    template = AlignmentTemplate(homography, pyramid: pyramid, plane: plane, parameters)
    outline = Outline(quad, in: plane, parameters.outline)
    firstArea = quad.area
    alignment = Alignment(homography: homography)
    corners = quad
    shape = quad
    self.confidence = confidence
    (lastSeen, newest) = (time, time)
  }

  /// A Boolean value indicating whether there is nothing on it, so that only its outline is looked for.
  var isBlank: Bool { template.texture == .nowhere }

  /// A Boolean value indicating whether it was found in the newest frame.
  var isSeen: Bool { state != .lost && state != .predicted }

  /// Returns a Boolean value indicating whether it is where `quad` is, whatever the numbers of the corners.
  func lies(on quad: PixelQuad) -> Bool {
    corners.distance(to: quad) < parameters.sameness.gate * max(0, min(corners.area, quad.area)).squareRoot()
  }

  /// Goes over to a picture of another size.
  mutating func scale(by factor: SIMD2<Double>) {
    let h = alignment.homography
    alignment.homography = Homography(x: h.x * factor.x, y: h.y * factor.y, w: h.w)
    for k in 0..<4 {
      corners[k] *= SIMD2<Float>(factor)
      shape[k] *= SIMD2<Float>(factor)
      velocity[k] *= SIMD2<Float>(factor)
    }
  }

  /// Locates it in the next frame.
  ///
  /// - Parameter absence: The time after which it is as likely absent as occluded where it is not seen.
  mutating func track(
    _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane, time: Timestamp, absence: Duration
  ) {
    (elapsed, self.absence) = ((time - newest).seconds, absence / .seconds(1))
    newest = time
    if state == .lost {
      let pose = Self.searchedPoses[searches % Self.searchedPoses.count]
      searches &+= 1
      recover(
        from: corners.turned(cosine: pose.x, sine: pose.y), pyramid, plane, time: time,
        reach: parameters.effort.lostReach)
      if state == .lost { judge(-.infinity) }
      return
    }
    let predicted = predictedCorners(after: Float((time - lastSeen).seconds))
    if let sighting = sight(predicted, pyramid, plane) {
      accept(sighting, time: time, as: .tracked)
      refreshTemplate(sighting, pyramid, plane)
      return
    }
    let expectation = measurements(of: nil, expected: predicted, plane)
    measured = expectation
    judge(logOdds(expectation))
    if probabilities.hiddenState == .absent {
      judge(-.infinity)
      state = .lost
      searches = 0
      velocity = .zero
      corners = alignment.homography.corners
    } else {
      state = .predicted
      corners = predicted
    }
  }

  /// Searches for it at the given quads, any corner of which may be its first.
  mutating func recover(
    at quads: [PixelQuad], _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane, time: Timestamp
  ) {
    if isBlank {
      for quad in quads where !isSeen {
        // Nothing tells its corners apart but how it lay.
        let turned = (0..<4).map { quad.rotated(by: $0) }
        let asBefore = turned.min { $0.turning(from: corners) < $1.turning(from: corners) } ?? quad
        recover(from: asBefore, pyramid, plane, time: time, reach: 1)
      }
      return
    }
    // Coarsely everywhere, closely at the best three.
    var starts: [(quad: PixelQuad, correlation: Float)] = []
    for quad in quads {
      for first in 0..<4 {
        let rotated = quad.rotated(by: first)
        guard let homography = Homography(rotated) else { continue }
        let (_, correlation) = template.searchShift(of: homography, pyramid: pyramid, plane: plane, reach: 1)
        starts.append((rotated, correlation))
      }
    }
    starts.sort { $0.correlation > $1.correlation }
    for start in starts.prefix(parameters.effort.closeCandidates) where !isSeen {
      recover(from: start.quad, pyramid, plane, time: time, reach: 1)
    }
  }

  private mutating func recover(
    from quad: PixelQuad, _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane, time: Timestamp, reach: Int
  ) {
    guard let sighting = judged(sightAgain(quad, pyramid, plane, reach: reach), expected: quad, plane),
      sighting.alignment.homography.corners.area > parameters.track.leastArea * firstArea
    else { return }
    accept(sighting, time: time, as: state == .lost ? .recovered : .tracked)
    velocity = .zero
  }

  /// Returns a Boolean value indicating whether an alignment can be that of the same rectangle: neither jumped in size,
  /// nor folded, nor faded to what any background would match.
  func isPlausible(_ found: Alignment) -> Bool {
    let quad = found.homography.corners
    let (area, before) = (quad.area, alignment.homography.corners.area)
    let limits = parameters.track
    guard quad.isConvex, area > limits.leastGrowth * before, area < limits.mostGrowth * before,
      area > limits.leastArea * firstArea
    else { return false }
    for k in 0..<4 {
      let (u, v) = (quad[k + 1] - quad[k], quad[k + 3] - quad[k])
      let cosine = (u * v).sum()
      // No angle beyond 30° to 150°.
      guard cosine * cosine < 0.75 * (u * u).sum() * (v * v).sum() else { return false }
    }
    return found.gain > limits.leastGain && found.gain < limits.mostGain
      && found.score > limits.leastScore * expectedScore
  }

  /// Returns the log-odds that the corners are right: that the quad has nine tenths in common with the rectangle. Beyond the limit no sighting
  /// is likelier than another.
  func logOdds(_ measurements: RectangleMeasurements) -> Double {
    min(parameters.confidence[template.texture].logOdds { measurements[$0] }, StateProbabilities.limit)
  }

  /// Takes the log-odds that the corners of this frame are right into account. What is sighted is not absent, wherever its corners are.
  private mutating func judge(_ logOdds: Double, isSighted: Bool = false) {
    if isSighted { probabilities = StateProbabilities() }
    probabilities.update(logOdds, seconds: elapsed, smoothing: 0, absence: absence)
    elapsed = 0
    confidence = Float(probabilities.visible)
  }

  /// Returns what is measured of a frame.
  ///
  /// - Parameter sighting: `nil` where it was not seen, and is said to be where it was expected.
  func measurements(
    of sighting: Sighting?, expected: PixelQuad, _ plane: borrowing Plane
  ) -> RectangleMeasurements {
    let quad = sighting?.alignment.homography.corners ?? expected
    let evidence = outline.evidence(
      of: quad, after: alignment.homography.corners, sharpness: sighting?.sharpness ?? sharpness, in: plane,
      isBlank: isBlank)
    let size = max(1, quad.area).squareRoot()
    return RectangleMeasurements(
      sighting, outline: evidence, usualScore: expectedScore, size: size,
      bend: quad.distance(to: shape.moved(onto: quad)) / size,
      jump: state == .lost ? 0 : quad.distance(to: expected) / size)
  }

  private mutating func accept(_ sighting: Sighting, time: Timestamp, as newState: TrackingState) {
    let found = sighting.alignment
    let elapsed = Float((time - lastSeen).seconds)
    let (old, new) = (alignment.homography.corners, found.homography.corners)
    // What is seen in part tells less of the velocity, and what does not settle the shape nothing of how that changes.
    let (whole, all) = (new.movementOfTheWhole(from: old), new.movement(from: old))
    let settled = isBlank ? 0 : sighting.wholeness
    for k in 0..<4 {
      let seen = elapsed > 0 ? (whole[k] + (all[k] - whole[k]) * settled) / elapsed : .zero
      velocity[k] += (seen - velocity[k]) * sighting.strength
    }
    alignment = found
    corners = new
    let held = shape.moved(onto: new)
    for k in 0..<4 { shape[k] = held[k] + (new[k] - held[k]) * sighting.wholeness }
    if let sharpness = sighting.sharpness { self.sharpness = sharpness }
    if let light = sighting.light { self.light = light }
    let usual = usualScore ?? found.score
    usualScore = usual + parameters.seen.usualRate * sighting.wholeness * (found.score - usual)
    measured = sighting.measurements
    judge(sighting.logOdds, isSighted: true)
    state = newState
    lastSeen = time
  }

  /// Replaces the template of a surface that has changed for good, as a screen's does.
  private mutating func refreshTemplate(
    _ sighting: Sighting, _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane
  ) {
    guard template.texture == .everywhere, !sighting.matchesTemplate else {
      framesWithoutTemplate = 0
      return
    }
    framesWithoutTemplate += 1
    guard Float(framesWithoutTemplate) >= parameters.track.changedFrames, sighting.wholeness > parameters.track.whole
    else { return }
    framesWithoutTemplate = 0
    template = AlignmentTemplate(
      sighting.alignment.homography, pyramid: pyramid, plane: plane, parameters)
    alignment = Alignment(homography: sighting.alignment.homography)
    usualScore = nil
  }

  private func predictedCorners(after elapsed: Float) -> PixelQuad {
    let now = alignment.homography.corners
    var next = now
    // Motion does not go on for long.
    let ahead = min(elapsed, parameters.track.ahead)
    for k in 0..<4 { next[k] += velocity[k] * ahead }
    next = shape.moved(onto: next)
    return next.isConvex ? next : now
  }
}
