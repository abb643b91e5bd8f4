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
    // What lay there when the object was elsewhere is not the object, however alike it is.
    let least = max(parameters.search.evidence + faintness, evidence + parameters.search.advantage)
    guard sighting > least, logOdds > max(0, present.logOdds),
      !isBackground(frame, last.pictures)
    else {
      (measured, measuredBox) = (present.measured, present.box)
      return false
    }
    evidence = sighting
    filter.goBack(to: anchor)
    (isMissing, showsBackground) = (false, false)
    isSearching = false
    sureBox = box
    (velocityX, velocityY) = (0, 0)
    return true
  }
}
