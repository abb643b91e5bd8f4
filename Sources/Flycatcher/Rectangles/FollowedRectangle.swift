// One rectangle that is followed from frame to frame.

/// A rectangle's appearance, where it was, and what is known of it now. Corners in pixels of the stored picture.
struct FollowedRectangle {
  let uuid: ObservationUUID
  /// Whether the user pointed at it; it is then looked for until the stream ends.
  let isNominated: Bool
  /// Whether the user counts its corners the other way around than clockwise in the stored picture.
  let isReversed: Bool
  private let template: AlignmentTemplate
  private let outline: Outline
  private let firstArea: Float
  /// Where it was when last seen.
  private var alignment: Alignment
  /// Where it is, or is thought to be.
  private(set) var corners: PixelQuad
  private(set) var state = TrackingState.nominated
  private(set) var confidence: Float
  private(set) var lastSeen: Timestamp
  /// Its corners when the whole outline was last seen: what is covered keeps their shape.
  private var shape: PixelQuad
  /// Movement of the corners, pixels a second.
  private var velocity = PixelQuad.zero
  /// Of its edges, when they were last looked for.
  private var sharpness: Float = 1
  /// The running mean of `Alignment.score` while it is seen.
  private var usualScore: Float?

  /// How often it was looked for since it was lost.
  private var searches = 0

  /// Turns and scales tried in turn, a frame each, where it was lost: cosine and sine times scale.
  private static let searchedPoses: [SIMD2<Float>] = [
    SIMD2(1, 0), SIMD2(0.966, 0.259), SIMD2(0.966, -0.259), SIMD2(1.25, 0), SIMD2(0.8, 0), SIMD2(0.866, 0.5),
    SIMD2(0.866, -0.5),
  ]
  /// Below this it does not count as seen.
  private static let leastConfidence: Float = 0.35
  /// From this on its whole outline is seen.
  private static let wholeConfidence: Float = 0.8
  /// To be recovered it must be surer.
  private static let recoveryConfidence: Float = 0.6

  /// - Returns: `nil` where the quad is flat.
  init?(
    _ quad: PixelQuad, uuid: ObservationUUID, confidence: Float, isNominated: Bool, isReversed: Bool, time: Timestamp,
    pyramid: borrowing PicturePyramid, plane: borrowing Plane
  ) {
    guard quad.isConvex, let homography = Homography(quad) else { return nil }
    self.uuid = uuid
    self.isNominated = isNominated
    self.isReversed = isReversed
    template = AlignmentTemplate(homography, pyramid: pyramid, plane: plane)
    outline = Outline(quad, in: plane)
    firstArea = quad.area
    alignment = Alignment(homography: homography)
    corners = quad
    shape = quad
    self.confidence = confidence
    lastSeen = time
  }

  /// Whether it was found in the newest frame.
  var isSeen: Bool { state != .lost && state != .predicted }

  /// Whether it is where `quad` is, whatever the numbers of the corners.
  func lies(on quad: PixelQuad) -> Bool {
    corners.distance(to: quad) < 0.12 * max(0, min(corners.area, quad.area)).squareRoot()
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

  /// Looks for it in the next frame.
  ///
  /// - Parameter patience: how long its place is extrapolated before it counts as lost.
  mutating func follow(
    _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane, time: Timestamp, patience: Duration
  ) {
    let elapsed = Float((time - lastSeen).seconds)
    let predicted = predictedCorners(after: elapsed)
    if state == .lost {
      let pose = Self.searchedPoses[searches % Self.searchedPoses.count]
      searches &+= 1
      recover(from: corners.turned(cosine: pose.x, sine: pose.y), pyramid, plane, time: time, reach: 14)
      return
    }
    let found =
      switch template.texture {
      case .everywhere: followFace(predicted, pyramid, plane)
      case .somewhere: followBoth(predicted, pyramid, plane)
      case .nowhere: followOutline(predicted, pyramid, plane)
      }
    if found.confidence >= Self.leastConfidence, isPlausible(found.alignment) {
      accept(found.alignment, found.confidence, time: time, as: .tracked)
    } else if time - lastSeen > patience {
      state = .lost
      searches = 0
      confidence = 0
      velocity = .zero
      corners = alignment.homography.corners
    } else {
      state = .predicted
      corners = predicted
      confidence = max(0.05, 0.6 * confidence)
    }
  }

  /// By what is seen on it; where that has changed or is covered, by its outline.
  private mutating func followFace(
    _ expected: PixelQuad, _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane
  ) -> (alignment: Alignment, confidence: Float) {
    let found = locate(from: expected, pyramid, plane, reach: 8)
    if found.confidence >= Self.leastConfidence && isPlausible(found.alignment) { return found }
    guard let match = outline(from: expected, plane, isBlank: false), keepsShape(match.corners, expected),
      match.confidence > Self.recoveryConfidence
    else { return found }
    return aligned(match)
  }

  /// By what is seen on a part of it, which says about where it is, and by its outline, which says where exactly.
  private mutating func followBoth(
    _ expected: PixelQuad, _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane
  ) -> (alignment: Alignment, confidence: Float) {
    let face = locate(from: expected, pyramid, plane, reach: 8)
    let isSeen = face.confidence >= Self.leastConfidence && isPlausible(face.alignment)
    let start = isSeen ? face.alignment.homography.corners : expected
    guard let match = outline(from: start, plane, isBlank: true), keepsShape(match.corners, start),
      match.confidence > (isSeen ? 0.5 : Self.recoveryConfidence), let homography = Homography(match.corners)
    else { return face }
    guard isSeen else { return aligned(match) }
    var both = face.alignment
    both.homography = homography
    return (both, max(face.confidence, match.confidence))
  }

  /// By the outline alone; where it is not near, the picture around is searched first.
  private mutating func followOutline(
    _ expected: PixelQuad, _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane
  ) -> (alignment: Alignment, confidence: Float) {
    let near = outline(from: expected, plane, isBlank: true)
    var best = near
    if (near?.confidence ?? 0) < Self.recoveryConfidence, let homography = Homography(expected) {
      let start = template.searchShift(of: homography, pyramid: pyramid, plane: plane, reach: 8).homography
      let far = outline(from: start.corners, plane, isBlank: true)
      if (far?.confidence ?? 0) > (near?.confidence ?? 0) + 0.1 { best = far }
    }
    guard let best else { return (alignment, 0) }
    return aligned(best)
  }

  private mutating func outline(from expected: PixelQuad, _ plane: borrowing Plane, isBlank: Bool) -> Outline.Match? {
    let match = outline.align(from: expected, after: corners, sharpness: sharpness, in: plane, isBlank: isBlank)
    if let match { sharpness = match.sharpness }
    return match
  }

  private func aligned(_ match: Outline.Match) -> (alignment: Alignment, confidence: Float) {
    guard let homography = Homography(match.corners) else { return (alignment, 0) }
    var found = alignment
    found.homography = homography
    found.score = usualScore ?? 0.9
    return (found, match.confidence)
  }

  /// Looks for it at the given quads, any corner of which may be its first.
  mutating func recover(
    at quads: [PixelQuad], _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane, time: Timestamp
  ) {
    if template.texture == .nowhere {
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
    for start in starts.prefix(3) where !isSeen {
      recover(from: start.quad, pyramid, plane, time: time, reach: 1)
    }
  }

  private mutating func recover(
    from quad: PixelQuad, _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane, time: Timestamp, reach: Int
  ) {
    let found = template.texture == .nowhere ? outlineAt(quad, plane) : locate(from: quad, pyramid, plane, reach: reach)
    guard found.confidence > Self.recoveryConfidence, found.alignment.score > 0.85 * (usualScore ?? 0.9),
      found.alignment.homography.corners.area > 0.02 * firstArea
    else {
      return
    }
    accept(found.alignment, found.confidence, time: time, as: state == .lost ? .recovered : .tracked)
    velocity = .zero
  }

  /// A blank thing seen at a place.
  private func outlineAt(_ quad: PixelQuad, _ plane: borrowing Plane) -> (alignment: Alignment, confidence: Float) {
    guard let match = outline.align(from: quad, after: quad, sharpness: sharpness, in: plane, isBlank: true), outline.resembles(match.corners, in: plane)
    else { return (alignment, 0) }
    return aligned(match)
  }

  private func locate(
    from quad: PixelQuad, _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane, reach: Int
  ) -> (alignment: Alignment, confidence: Float) {
    guard let homography = Homography(quad) else { return (alignment, 0) }
    var start = alignment
    start.homography = homography
    // Mostly it is where it was expected. Else the coarsest level is searched, and the better of the two taken.
    let near = template.align(start, pyramid: pyramid, plane: plane, from: 1)
    let isNear =
      near.score > 0.93 * (usualScore ?? 0.9) && Self.confidence(near) > 0.6
      && keepsShape(near.homography.corners, quad)
    if isNear && reach < 10 { return (near, Self.confidence(near)) }
    start.homography = template.searchShift(of: homography, pyramid: pyramid, plane: plane, reach: reach).homography
    let far = template.align(start, pyramid: pyramid, plane: plane)
    let best = far.score * far.visible.squareRoot() > near.score * near.visible.squareRoot() ? far : near
    if state != .lost, !keepsShape(best.homography.corners, quad) {
      // What covers it, or lies around it, took a corner along: without perspective that cannot happen.
      start.homography = homography
      let rigid = template.align(start, pyramid: pyramid, plane: plane, from: 1, isRigid: true)
      return (rigid, Self.confidence(rigid))
    }
    return (best, Self.confidence(best))
  }

  /// Whether the corners moved together from where they were expected, rather than one of them alone.
  private func keepsShape(_ found: PixelQuad, _ expected: PixelQuad) -> Bool {
    var mean = SIMD2<Float>.zero
    for k in 0..<4 { mean += (found[k] - expected[k]) / 4 }
    let allowed = 0.08 * max(0, expected.area).squareRoot()
    for k in 0..<4 {
      let own = found[k] - expected[k] - mean
      if (own * own).sum() > allowed * allowed { return false }
    }
    return true
  }

  /// From correlation, inliers and what is visible, so that chance stays below a third.
  private static func confidence(_ alignment: Alignment) -> Float {
    let correlation = max(0, (alignment.correlation - 0.3) / 0.7)
    let seen = min(1, alignment.visible * 1.5)
    return min(1, correlation * (0.4 + 0.6 * alignment.inliers).squareRoot() * seen * 1.1)
  }

  /// Whether it can be the same thing: neither jumped in size, nor folded, nor faded to what any background would
  /// match.
  private func isPlausible(_ found: Alignment) -> Bool {
    let quad = found.homography.corners
    let (area, before) = (quad.area, alignment.homography.corners.area)
    guard quad.isConvex, area > 0.6 * before, area < 1.7 * before, area > 0.02 * firstArea else { return false }
    for k in 0..<4 {
      let (u, v) = (quad[k + 1] - quad[k], quad[k + 3] - quad[k])
      let cosine = (u * v).sum()
      // No angle beyond 30° to 150°.
      guard cosine * cosine < 0.75 * (u * u).sum() * (v * v).sum() else { return false }
    }
    return found.gain > 0.2 && found.gain < 5 && found.score > 0.5 * (usualScore ?? 0.9)
  }

  private mutating func accept(_ found: Alignment, _ confidence: Float, time: Timestamp, as newState: TrackingState) {
    let elapsed = Float((time - lastSeen).seconds)
    let (old, new) = (alignment.homography.corners, found.homography.corners)
    let step = template.texture == .nowhere ? new.movementOfTheWhole(from: old) : new.movement(from: old)
    for k in 0..<4 { velocity[k] = elapsed > 0 ? step[k] / elapsed : .zero }
    alignment = found
    corners = new
    let usual = usualScore ?? found.score
    usualScore = usual + 0.2 * (found.score - usual)
    if template.texture == .everywhere || confidence > Self.wholeConfidence { shape = new }
    self.confidence = confidence
    state = newState
    lastSeen = time
  }

  private func predictedCorners(after elapsed: Float) -> PixelQuad {
    let now = alignment.homography.corners
    var next = now
    // Motion does not go on for long.
    let ahead = min(elapsed, 0.2)
    for k in 0..<4 { next[k] += velocity[k] * ahead }
    if template.texture != .everywhere { next = shape.moved(onto: next) }
    return next.isConvex ? next : now
  }
}
