// What is done with an object that is not seen: predicted, lost, looked for, found again.
import Glibc

extension TrackedObject {
  /// Looks at more places of the widening search; declares the object lost where it has not been seen for long.
  mutating func miss(
    _ frame: borrowing Frame, _ workspace: inout TrackingWorkspace, predictionLimit: Duration
  ) {
    if !isSearching {
      isSearching = true
      search = RecoverySearch(
        x: sureBox.centerX, y: sureBox.centerY, velocityX: velocityX, velocityY: velocityY)
    }
    search.advance()
    let here = box
    // It may have turned away and back meanwhile.
    var shape = here
    if budget.proportions.relaxation > 0 { shape.relax(to: proportions, by: 0.5) }
    // An object that may have gone for good must not cost more for hours than one that is there.
    for _ in 0..<(state == .lost ? min(2, budget.searchWindows) : budget.searchWindows) {
      let next = search.next(
        aroundX: here.centerX, y: here.centerY, spacing: extent / 2, pictureWidth: frame.width,
        pictureHeight: frame.height)
      guard let next else { break }
      box = PixelBox(
        centerX: next.x, centerY: next.y, width: shape.width * next.scale, height: shape.height * next.scale)
      if recover(frame, &workspace) { return }
    }
    box = here
    state = frame.timestamp - lastSeen > min(predictionLimit, longestPrediction) ? .lost : .predicted
  }

  /// How long an object of which nothing is seen is predicted before it is lost.
  static let predictionLimitUnseen: Duration = .milliseconds(2500)
  /// The same where something is seen that the filter takes for the object and that does not look like it.
  static let predictionLimitDoubted: Duration = .seconds(3)

  /// Whether the object is found around the present place; if so, it is followed from there.
  private mutating func recover(_ frame: borrowing Frame, _ workspace: inout TrackingWorkspace) -> Bool {
    copyRegion(frame, &workspace)
    let first = respond(anchor, &workspace)
    guard TrackConfidence(first, usual: 0, least: budget.leastRatio).isSeen else { return false }
    box.move(first, cell: cell)
    box.scale(scaleFilter.estimate(workspace.region, box, workspace: &workspace.scale))
    coverWindow(frame, &workspace)
    let found = respond(anchor, &workspace)
    guard TrackConfidence(found, usual: usual, least: budget.leastRatio).isSeen else { return false }
    box.move(found, cell: cell)
    box.limit(pictureWidth: frame.width, pictureHeight: frame.height)
    workspace.appearance.describe(workspace.region, box, &workspace.scale)
    let sighting = appearanceModel.evidence(workspace.appearance, ratio: Double(found.sidelobeRatio))
    // It must look like the object, and clearly more so than what is at the present place. Of the many places that are
    // looked at some are alike by chance; where the filter answers much less than it does to the object, more is asked.
    let faintness = log(max(0.5 * usual / max(Double(found.sidelobeRatio), 1), 1))
    guard sighting > 1 + faintness && sighting > evidence + 1 else { return false }
    (logOdds, evidence) = (sighting, sighting)
    confidence = Self.probability(logOdds)
    filter.copy(anchor)
    isMissing = false
    isSearching = false
    sureBox = box
    state = state == .lost ? .recovered : .tracked
    lastSeen = frame.timestamp
    (velocityX, velocityY) = (0, 0)
    return true
  }
}
