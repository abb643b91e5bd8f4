// The search for a tracked rectangle in a frame: by its surface, by its outline, or by both.

/// A place at which a rectangle was found.
struct Sighting {
  var alignment: Alignment
  var confidence: Float
  /// The share of the rectangle that was seen, so that its shape is known, 0 to 1.
  var wholeness: Float
  /// A Boolean value indicating whether what is on it was recognized.
  var matchesTemplate: Bool
  /// The steepness of its edges relative to the template's; `nil` where they were not measured.
  var sharpness: Float?
  /// The brightness relative to that when it was first seen, in gray levels; `nil` where it was not measured.
  var light: Float?
}

extension TrackedRectangle {
  /// Below this a surface does not count as seen.
  private static let leastTemplateConfidence: Float = 0.35
  /// Below this an outline does not count as seen; clutter alone reaches a third of it.
  private static let leastOutline: Float = 0.4
  /// The number of gray levels by which a blank rectangle may change at most since it was last seen.
  private static let mostChange: Float = 90
  /// An outline around a surface that has changed must be surer.
  private static let changed: Float = 0.45
  /// The maximum movement of one corner of a blank rectangle from one frame to the next, relative to its size: a larger
  /// one is the edge of something else.
  private static let deformed: Float = 0.04
  /// And while it was lost.
  private static let turnedOutOfSight: Float = 0.06
  /// To be recovered it must be surer still.
  private static let sure: Float = 0.6

  /// Finds it near its expected place; `nil` where it is not seen.
  func sight(
    _ expected: PixelQuad, _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane
  ) -> Sighting? {
    switch template.texture {
    case .everywhere: sightTemplate(expected, pyramid, plane)
    case .somewhere: sightBoth(expected, pyramid, plane)
    case .nowhere: sightOutline(expected, pyramid, plane)
    }
  }

  /// Finds it where it may be after it was lost.
  func sightAgain(
    _ quad: PixelQuad, _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane, reach: Int
  ) -> Sighting? {
    if template.texture == .nowhere {
      guard let match = outline.align(from: quad, after: quad, sharpness: sharpness, in: plane, isBlank: true),
        match.confidence > Self.sure, outline.resembles(match.corners, in: plane),
        hasItsShape(match.corners)
      else { return nil }
      return sighting(match)
    }
    let surface = locate(from: quad, pyramid, plane, reach: reach)
    guard surface.confidence > Self.sure, surface.alignment.score > 0.85 * (usualScore ?? 0.9) else { return nil }
    return surface
  }

  /// By what is seen on it; where that has changed or is covered, by its outline.
  private func sightTemplate(
    _ expected: PixelQuad, _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane
  ) -> Sighting? {
    let surface = locate(from: expected, pyramid, plane, reach: 8)
    let found = surface.alignment.homography.corners
    if surface.confidence >= Self.leastTemplateConfidence, surface.alignment.covered > 0.2,
      let match = outline(from: expected, plane, isBlank: false), match.confidence > Self.sure,
      keepsShape(match.corners, expected, within: Self.deformed)
    {
      // Covered or changed in part: what is left of the surface tells less than an outline that is seen.
      return sighting(match)
    }
    if surface.confidence >= Self.leastTemplateConfidence {
      // What looks like it may lie elsewhere: far from where it must be its outline has to be there, too.
      let isNear = found.distance(to: expected) < 0.1 * max(0, expected.area).squareRoot()
      if isNear || (outline(from: found, plane, isBlank: true)?.confidence ?? 0) > Self.leastOutline { return surface }
    }
    guard let match = outline(from: expected, plane, isBlank: false), keepsShape(match.corners, expected),
      match.confidence > Self.changed
    else { return nil }
    return sighting(match)
  }

  /// Locates it by the detail on a part of it, which is roughly right, and by its outline, which is exact.
  private func sightBoth(
    _ expected: PixelQuad, _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane
  ) -> Sighting? {
    let surface = locate(from: expected, pyramid, plane, reach: 8)
    let isSeen = surface.confidence >= Self.leastTemplateConfidence
    let start = isSeen ? surface.alignment.homography.corners : expected
    guard let match = outline(from: start, plane, isBlank: true), keepsShape(match.corners, start),
      match.confidence > (isSeen ? 0.5 : Self.sure), var both = sighting(match)
    else { return isSeen ? surface : nil }
    guard isSeen else { return both }
    let homography = both.alignment.homography
    both.alignment = surface.alignment
    both.alignment.homography = homography
    both.confidence = max(surface.confidence, match.confidence)
    return both
  }

  /// By the outline alone; where it is not near, the picture around is searched first.
  private func sightOutline(
    _ expected: PixelQuad, _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane
  ) -> Sighting? {
    var best = outline(from: expected, plane, isBlank: true)
    if (best?.confidence ?? 0) < Self.sure, let homography = Homography(expected) {
      let start = template.searchShift(of: homography, pyramid: pyramid, plane: plane, reach: 8).homography
      let far = outline(from: start.corners, plane, isBlank: true)
      if (far?.confidence ?? 0) > (best?.confidence ?? 0) + 0.1 { best = far }
    }
    guard let best, best.confidence >= Self.leastOutline, keepsShape(best.corners, expected, within: Self.deformed)
    else { return nil }
    // Lines that happen to lie so have something else between them.
    let light = outline.light(of: best.corners, in: plane)
    guard abs(light - self.light) < Self.mostChange else { return nil }
    guard best.confidence > Self.sure || outline.resembles(best.corners, in: plane) else { return nil }
    var found = sighting(best)
    found?.light = light
    return found
  }

  /// Returns a Boolean value indicating whether a quad can be the whole rectangle, and neither the uncovered part of it
  /// nor the occluder.
  private func hasItsShape(_ found: PixelQuad) -> Bool {
    state == .lost
      ? keepsShape(found, shape.moved(onto: found), within: Self.turnedOutOfSight)
      : keepsShape(found, corners, within: Self.deformed)
  }

  private func outline(from expected: PixelQuad, _ plane: borrowing Plane, isBlank: Bool) -> Outline.Match? {
    outline.align(from: expected, after: corners, sharpness: sharpness, in: plane, isBlank: isBlank)
  }

  private func sighting(_ match: Outline.Match) -> Sighting? {
    guard let homography = Homography(match.corners) else { return nil }
    var found = alignment
    found.homography = homography
    found.score = usualScore ?? 0.9
    return Sighting(
      alignment: found, confidence: match.confidence, wholeness: min(1, max(0, match.confidence - 0.35) * 2.5),
      matchesTemplate: false, sharpness: match.sharpness)
  }

  // MARK: The surface

  private func locate(
    from quad: PixelQuad, _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane, reach: Int
  ) -> Sighting {
    guard let homography = Homography(quad) else {
      return Sighting(alignment: alignment, confidence: 0, wholeness: 0, matchesTemplate: false)
    }
    var start = alignment
    start.homography = homography
    // Mostly it is where it was expected. Else the coarsest level is searched, and the better of the two taken.
    let near = template.align(start, pyramid: pyramid, plane: plane, from: 1)
    let isNear =
      near.score > 0.93 * (usualScore ?? 0.9) && Self.confidence(near) > 0.6
      && keepsShape(near.homography.corners, quad)
    if isNear && reach < 10 { return Self.templateSighting(near) }
    start.homography = template.searchShift(of: homography, pyramid: pyramid, plane: plane, reach: reach).homography
    let far = template.align(start, pyramid: pyramid, plane: plane)
    let best = far.score * far.visible.squareRoot() > near.score * near.visible.squareRoot() ? far : near
    let isCovered = best.covered > 0.35 && best.inliers < 0.65 && keepsPlace(best, quad)
    if state != .lost, isCovered || !keepsShape(best.homography.corners, quad) {
      // What covers it, or lies around it, took a corner along: without perspective that cannot happen.
      start.homography = homography
      let held = template.align(start, pyramid: pyramid, plane: plane, from: 1, isRigid: true)
      var surface = Self.templateSighting(held)
      if isCovered, !keepsShape(held.homography.corners, quad, within: Self.deformed) { surface.confidence = 0 }
      return surface
    }
    return Self.templateSighting(best)
  }

  /// Returns a Boolean value indicating whether it lies about where it was expected, so that what is covered of it can
  /// be told from a jump.
  private func keepsPlace(_ found: Alignment, _ expected: PixelQuad) -> Bool {
    found.homography.corners.distance(to: expected) < 0.12 * max(0, expected.area).squareRoot()
  }

  private static func templateSighting(_ alignment: Alignment) -> Sighting {
    // Where much of it is covered, what is left does not settle its shape.
    let wholeness = max(0, 1 - 2.5 * alignment.covered)
    return Sighting(
      alignment: alignment, confidence: confidence(alignment), wholeness: wholeness, matchesTemplate: true)
  }

  /// From correlation, inliers and what is visible, so that chance stays below a third.
  private static func confidence(_ alignment: Alignment) -> Float {
    let correlation = max(0, (alignment.correlation - 0.3) / 0.7)
    let seen = min(1, alignment.visible * 1.5)
    let uncovered = min(1, max(0, 0.7 - alignment.covered) / 0.3)
    return min(1, correlation * (0.4 + 0.6 * alignment.inliers).squareRoot() * seen * uncovered * 1.1)
  }

  /// Returns a Boolean value indicating whether the corners moved together from where they were expected, rather than
  /// one of them alone.
  private func keepsShape(_ found: PixelQuad, _ expected: PixelQuad, within share: Float = 0.08) -> Bool {
    var mean = SIMD2<Float>.zero
    for k in 0..<4 { mean += (found[k] - expected[k]) / 4 }
    let allowed = share * max(0, expected.area).squareRoot()
    for k in 0..<4 {
      let own = found[k] - expected[k] - mean
      if (own * own).sum() > allowed * allowed { return false }
    }
    return true
  }
}
