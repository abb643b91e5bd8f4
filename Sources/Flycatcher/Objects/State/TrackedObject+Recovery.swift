// What is done with an object that is not seen: predicted, lost, looked for, found again.
import Glibc

extension TrackedObject {
  /// Looks at more places of the widening search.
  mutating func miss(
    _ frame: borrowing Frame, _ last: Before, _ workspace: inout TrackingWorkspace
  ) {
    if !isSearching {
      isSearching = true
      search = RecoverySearch(
        x: sureBox.centerX, y: sureBox.centerY, velocityX: velocityX, velocityY: velocityY)
    }
    search.advance()
    let here = box
    // The size of a box in doubt is no size of the object, which may also have turned away and back meanwhile.
    var shape = anchorBox
    if parameters.size.relaxation > 0 { shape.relax(to: proportions, by: parameters.search.relaxation) }
    // An object that may have gone for good must not cost more for hours than one that is there.
    for _ in 0..<(state == .lost ? min(2, parameters.searchWindows) : parameters.searchWindows) {
      let next = search.next(
        aroundX: here.centerX, y: here.centerY, spacing: extent * parameters.search.spacing, pictureWidth: frame.width,
        pictureHeight: frame.height)
      guard let next else { break }
      box = PixelBox(
        centerX: next.x, centerY: next.y, width: shape.width * next.scale, height: shape.height * next.scale)
      if recover(frame, last, &workspace) { return }
    }
    box = here
  }

  /// Whether the object is found around the present place; if so, it is followed from there.
  private mutating func recover(
    _ frame: borrowing Frame, _ last: Before, _ workspace: inout TrackingWorkspace
  ) -> Bool {
    copyRegion(frame, &workspace)
    let first = respond(anchor.filter, &workspace)
    guard TrackConfidence(first, usual: 0, parameters.filter).isSeen else { return false }
    box.move(first, cell: cell)
    box.scale(scaleFilter.estimate(workspace.region, box, workspace: &workspace.scale))
    coverWindow(frame, &workspace)
    let found = respond(anchor.filter, &workspace)
    guard TrackConfidence(found, usual: usual, parameters.filter).isSeen else { return false }
    box.move(found, cell: cell)
    box.limit(pictureWidth: frame.width, pictureHeight: frame.height)
    workspace.appearance.describe(workspace.region, box, &workspace.scale)
    let sighting = appearanceModel.evidence(workspace.appearance, ratio: Double(found.sidelobeRatio))
    // Of the many places that are looked at some are alike by chance, so it must look clearly like the object, more so than
    // what is at the present place, and the more so where the filter answers much less than it does to the object.
    let faintness = log(max(parameters.search.faintness * usual / max(Double(found.sidelobeRatio), 1), 1))
    let present = (measured: measured, box: measuredBox, logOdds: logOdds)
    measure(found, frame, workspace)
    let least = max(parameters.search.evidence + faintness, evidence + parameters.search.advantage)
    // What lay there when the object was elsewhere is not the object, however alike it is.
    guard sighting > least, logOdds + displacementLogOdds > max(0, present.logOdds), !isBackground(frame, last.pictures)
    else {
      (measured, measuredBox) = (present.measured, present.box)
      return false
    }
    evidence = sighting
    filter.goBack(to: anchor)
    (isMissing, showsBackground, isFoundAnew) = (false, false, true)
    isSearching = false
    sureBox = box
    (velocityX, velocityY) = (0, 0)
    return true
  }

  /// The log-odds that the object has come to the present box since it was sure.
  private var displacementLogOdds: Double {
    let (x, y) = (box.centerX - sureBox.centerX, box.centerY - sureBox.centerY)
    let size = anchorBox.size
    return parameters.search.displacementLogOdds(
      distance: (x * x + y * y).squareRoot() / size, growth: log(box.size / size), speed: usualSpeed,
      seconds: secondsInDoubt)
  }
}

extension ObjectTracker.Parameters.Search {
  /// Returns the log-odds that an object is found at a distance from where it is expected, relative to its being right there; 0 or less.
  ///
  /// The farther from there, the more places there are of the size of the object, and the likelier one of them looks like it by chance. The
  /// distribution is that of Cauchy over place and size: things move as they usually do, and now and then quite otherwise. Its width grows with
  /// the time in doubt, so that what is found far away is believed, too, once the object can have got there; what was at rest may have begun to
  /// move.
  ///
  /// - Parameters:
  ///   - distance: In sizes of the object.
  ///   - growth: The natural logarithm of how many times larger it is than the box with which it was kept.
  ///   - speed: Its usual speed, in sizes a second.
  ///   - seconds: Since it was sure.
  func displacementLogOdds(distance: Double, growth: Double, speed: Double, seconds: Double) -> Double {
    let travel = max(speed, reach) * seconds
    let far = distance * distance / (reach * reach + travel * travel)
    let grown = growth / (self.growth * (1 + seconds))
    return -Self.displacementExponent * log(1 + far + grown * grown)
  }

  /// That of a Cauchy distribution over three numbers.
  private static let displacementExponent = 2.0
}
