// The appearance of an object: a box is judged and shaped by it, and it is kept.

extension TrackedObject {
  /// Looks at the box, and at slightly other shapes of it where it looks like the object, and takes the shape that looks
  /// most like it; so the box neither creeps away from the object nor keeps its proportions when the object does not.
  mutating func align(_ ratio: Double, _ workspace: inout TrackingWorkspace) {
    workspace.appearance.describe(workspace.region, box, &workspace.scale)
    evidence = appearanceModel.evidence(workspace.appearance, ratio: ratio)
    guard evidence > 0 else { return }
    let (relaxation, laterCost) = budget.proportions
    if relaxation > 0 {
      box.relax(to: proportions, by: relaxation)
      workspace.appearance.describe(workspace.region, box, &workspace.scale)
      evidence = appearanceModel.evidence(workspace.appearance, ratio: ratio)
    }
    let here = box
    // The samples of a small object are few, and a better match may be chance.
    var best = appearanceModel.alignment(workspace.appearance, laterCost: laterCost) + 0.15 * max(1, 50 / box.size)
    var isBetter = false
    for shape in budget.shapes(frame: frames) {
      var other = here
      if shape.isWidthChanged { other.width *= shape.factor }
      if shape.isHeightChanged { other.height *= shape.factor }
      workspace.otherAppearance.describe(workspace.region, other, &workspace.scale)
      let alignment = appearanceModel.alignment(workspace.otherAppearance, laterCost: laterCost)
      guard alignment > best else { continue }
      best = alignment
      box = other
      isBetter = true
      swap(&workspace.appearance, &workspace.otherAppearance)
    }
    if isBetter { evidence = appearanceModel.evidence(workspace.appearance, ratio: ratio) }
  }

  /// The log-odds from which on an appearance is kept: three to one, because what is kept vouches for later boxes.
  private static let leastKeptLogOdds = 1.0

  /// Keeps the appearance and the filter, now and then, when the object is surely itself.
  mutating func remember(_ appearance: Appearance) {
    anchorAge += 1
    guard anchorAge >= 10, logOdds > Self.leastKeptLogOdds, evidence > 0 else { return }
    keepAnchor()
    appearanceModel.add(appearance)
  }

  /// Keeps the filter and the box to look for the object with.
  mutating func keepAnchor() {
    anchorAge = 0
    anchor.copy(filter)
    anchorBox = box
  }
}
