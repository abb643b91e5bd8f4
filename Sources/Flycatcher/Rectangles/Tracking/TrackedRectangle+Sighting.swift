// The search for a tracked rectangle in a frame: by its surface, by its outline, or by both.

/// A place at which a rectangle was found.
struct Sighting {
  var alignment: Alignment
  /// How much of it is seen there, 0 to 1; chance stays below a third.
  var strength: Float
  /// The share of the rectangle that was seen, so that its shape is known, 0 to 1.
  var wholeness: Float
  /// A Boolean value indicating whether what is on it was recognized.
  var matchesTemplate: Bool
  /// The alignment of what is on it, where that was seen.
  var surface: Alignment?
  /// The steepness of its edges relative to the template's; `nil` where they were not measured.
  var sharpness: Float?
  /// The brightness relative to that when it was first seen, in gray levels; `nil` where it was not measured.
  var light: Float?
  /// What its confidence rests on; `nil` where it has not been judged.
  var measurements: RectangleMeasurements?
  /// The log-odds that it is where it is.
  var logOdds = -Double.infinity
}

extension TrackedRectangle {
  /// Finds it near its expected place; `nil` where it is not seen.
  func sight(
    _ expected: PixelQuad, _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane
  ) -> Sighting? {
    isBlank ? sightOutline(expected, pyramid, plane) : sightSurface(expected, pyramid, plane)
  }

  /// Finds it where it may be after it was lost.
  func sightAgain(
    _ quad: PixelQuad, _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane, reach: Int
  ) -> Sighting? {
    if isBlank {
      guard let match = outline.align(from: quad, after: quad, sharpness: sharpness, in: plane, isBlank: true),
        match.strength > parameters.seen.sure, outline.resembles(match.corners, in: plane),
        hasItsShape(match.corners)
      else { return nil }
      return sighting(match)
    }
    let surface = locate(from: quad, pyramid, plane, reach: reach)
    guard surface.strength > parameters.seen.sure, surface.alignment.score > parameters.seen.recovered * expectedScore
    else { return nil }
    return surface
  }

  /// Returns a sighting with its log-odds; `nil` where it is not likelier than not where it is.
  func judged(_ sighting: Sighting?, expected: PixelQuad, _ plane: borrowing Plane) -> Sighting? {
    guard var sighting, isPlausible(sighting.alignment) else { return nil }
    let measurements = measurements(of: sighting, expected: expected, plane)
    (sighting.measurements, sighting.logOdds) = (measurements, logOdds(measurements))
    return sighting.logOdds >= 0 ? sighting : nil
  }

  /// By what is seen on it, by its outline, or by both: what is likeliest to be where it is.
  private func sightSurface(
    _ expected: PixelQuad, _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane
  ) -> Sighting? {
    var best: Sighting?
    func consider(_ sighting: Sighting?) {
      guard let found = judged(sighting, expected: expected, plane), found.logOdds > best?.logOdds ?? -.infinity
      else { return }
      best = found
    }
    let surface = locate(from: expected, pyramid, plane, reach: parameters.effort.reach)
    consider(surface)
    if let match = outline(from: expected, plane, isBlank: false),
      keepsShape(match.corners, expected, within: parameters.shape.deformed)
    {
      consider(sighting(match))
    }
    let start = surface.alignment.homography.corners
    if template.texture == .somewhere, let match = outline(from: start, plane, isBlank: true),
      keepsShape(match.corners, start), var both = sighting(match)
    {
      let homography = both.alignment.homography
      both.alignment = surface.alignment
      both.surface = surface.alignment
      both.alignment.homography = homography
      both.strength = max(surface.strength, match.strength)
      consider(both)
    }
    return best
  }

  /// By the outline alone; where it is not near, the picture around is searched first.
  private func sightOutline(
    _ expected: PixelQuad, _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane
  ) -> Sighting? {
    var best = outline(from: expected, plane, isBlank: true)
    if (best?.strength ?? 0) < parameters.seen.sure, let homography = Homography(expected) {
      let start = template.searchShift(of: homography, pyramid: pyramid, plane: plane, reach: parameters.effort.reach)
        .homography
      let far = outline(from: start.corners, plane, isBlank: true)
      if (far?.strength ?? 0) > (best?.strength ?? 0) + parameters.seen.advantage { best = far }
    }
    guard let best, keepsShape(best.corners, expected, within: parameters.shape.deformed),
      var found = judged(sighting(best), expected: expected, plane)
    else { return nil }
    // Lines that happen to lie so have something else between them.
    let light = outline.light(of: best.corners, in: plane)
    guard abs(light - self.light) < parameters.seen.change else { return nil }
    guard best.strength > parameters.seen.sure || outline.resembles(best.corners, in: plane) else { return nil }
    found.light = light
    return found
  }

  /// Returns a Boolean value indicating whether a quad can be the whole rectangle, and neither the uncovered part of it
  /// nor the occluder.
  private func hasItsShape(_ found: PixelQuad) -> Bool {
    state == .lost
      ? keepsShape(found, shape.moved(onto: found), within: parameters.shape.lost)
      : keepsShape(found, corners, within: parameters.shape.deformed)
  }

  private func outline(from expected: PixelQuad, _ plane: borrowing Plane, isBlank: Bool) -> Outline.Match? {
    outline.align(from: expected, after: corners, sharpness: sharpness, in: plane, isBlank: isBlank)
  }

  private func sighting(_ match: Outline.Match) -> Sighting? {
    guard let homography = Homography(match.corners) else { return nil }
    var found = alignment
    found.homography = homography
    found.score = expectedScore
    return Sighting(
      alignment: found, strength: match.strength,
      wholeness: min(1, max(0, match.strength - parameters.seen.surface) * parameters.surface.settled),
      matchesTemplate: false, sharpness: match.sharpness)
  }

  // MARK: The surface

  private func locate(
    from quad: PixelQuad, _ pyramid: borrowing PicturePyramid, _ plane: borrowing Plane, reach: Int
  ) -> Sighting {
    guard let homography = Homography(quad) else {
      return Sighting(alignment: alignment, strength: 0, wholeness: 0, matchesTemplate: false)
    }
    var start = alignment
    start.homography = homography
    // Mostly it is where it was expected. Else the coarsest level is searched, and the better of the two taken.
    let near = template.align(start, pyramid: pyramid, plane: plane, from: 1)
    let isNear =
      near.score > parameters.seen.near * expectedScore && strength(near) > parameters.seen.sure
      && keepsShape(near.homography.corners, quad)
    if isNear && reach <= parameters.effort.reach { return templateSighting(near) }
    start.homography = template.searchShift(of: homography, pyramid: pyramid, plane: plane, reach: reach).homography
    let far = template.align(start, pyramid: pyramid, plane: plane)
    let best = far.score * far.visible.squareRoot() > near.score * near.visible.squareRoot() ? far : near
    let isCovered =
      best.covered > parameters.surface.holding && best.inliers < parameters.surface.holdingInliers
      && keepsPlace(best, quad)
    if state != .lost, isCovered || !keepsShape(best.homography.corners, quad) {
      // What covers it, or lies around it, took a corner along: without perspective that cannot happen.
      start.homography = homography
      let held = template.align(start, pyramid: pyramid, plane: plane, from: 1, isRigid: true)
      var surface = templateSighting(held)
      if isCovered, !keepsShape(held.homography.corners, quad, within: parameters.shape.deformed) {
        surface.strength = 0
      }
      return surface
    }
    return templateSighting(best)
  }

  /// Returns a Boolean value indicating whether it lies about where it was expected, so that what is covered of it can
  /// be told from a jump.
  private func keepsPlace(_ found: Alignment, _ expected: PixelQuad) -> Bool {
    found.homography.corners.distance(to: expected) < parameters.sameness.gate * max(0, expected.area).squareRoot()
  }

  private func templateSighting(_ alignment: Alignment) -> Sighting {
    // Where much of it is covered, what is left does not settle its shape.
    let wholeness = max(0, 1 - parameters.surface.unsettled * alignment.covered)
    return Sighting(
      alignment: alignment, strength: strength(alignment), wholeness: wholeness, matchesTemplate: true,
      surface: alignment)
  }

  /// From correlation, inliers and what is visible, so that chance stays below a third.
  private func strength(_ alignment: Alignment) -> Float {
    let terms = parameters.surface
    let correlation = max(0, (alignment.correlation - terms.chance) / (1 - terms.chance))
    let seen = min(1, alignment.visible * terms.visible)
    let uncovered = min(1, max(0, terms.covered - alignment.covered) / terms.coveredRange)
    let inliers = (1 - terms.inliers + terms.inliers * alignment.inliers).squareRoot()
    return min(1, correlation * inliers * seen * uncovered * terms.gain)
  }

  /// Returns a Boolean value indicating whether the corners moved together from where they were expected, rather than
  /// one of them alone.
  private func keepsShape(_ found: PixelQuad, _ expected: PixelQuad, within share: Float? = nil) -> Bool {
    var mean = SIMD2<Float>.zero
    for k in 0..<4 { mean += (found[k] - expected[k]) / 4 }
    let allowed = (share ?? parameters.shape.kept) * max(0, expected.area).squareRoot()
    for k in 0..<4 {
      let own = found[k] - expected[k] - mean
      if (own * own).sum() > allowed * allowed { return false }
    }
    return true
  }
}
