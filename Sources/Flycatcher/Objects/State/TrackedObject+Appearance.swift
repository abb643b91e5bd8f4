// The appearance of an object: a box is judged and shaped by it, and it is kept.

extension TrackedObject {
  /// Looks at the box, and at slightly other shapes of it where it looks like the object, and takes the shape that looks
  /// most like it; so the box neither creeps away from the object nor keeps its proportions when the object does not.
  mutating func align(_ ratio: Double, _ workspace: inout TrackingWorkspace) {
    workspace.appearance.describe(workspace.region, box, &workspace.scale)
    evidence = appearanceModel.evidence(workspace.appearance, ratio: ratio)
    guard evidence > 0 else { return }
    let size = parameters.size
    if size.relaxation > 0 {
      box.relax(to: proportions, by: size.relaxation)
      workspace.appearance.describe(workspace.region, box, &workspace.scale)
      evidence = appearanceModel.evidence(workspace.appearance, ratio: ratio)
    }
    let here = box
    var best = appearanceModel.alignment(workspace.appearance) + size.leastGain * max(1, size.smallSize / box.size)
    var isBetter = false
    for shape in parameters.shapes(frame: frames) {
      var other = here
      let factor = shape.isLarger ? 1 + size.shapeStep : 1 - size.shapeStep
      if shape.isWidthChanged { other.width *= factor }
      if shape.isHeightChanged { other.height *= factor }
      workspace.otherAppearance.describe(workspace.region, other, &workspace.scale)
      let alignment = appearanceModel.alignment(workspace.otherAppearance)
      guard alignment > best else { continue }
      best = alignment
      box = other
      isBetter = true
      swap(&workspace.appearance, &workspace.otherAppearance)
    }
    if isBetter { evidence = appearanceModel.evidence(workspace.appearance, ratio: ratio) }
  }

  /// Keeps the appearance and the filter, now and then, when the object is surely itself.
  mutating func remember(_ appearance: Appearance) {
    anchorAge += 1
    let memory = parameters.memory
    guard Double(anchorAge) >= memory.spacing, logOdds > memory.leastLogOdds, isSure, evidence > 0 else { return }
    keepAnchor()
    appearanceModel.add(appearance)
  }

  /// Keeps the filter and the box to look for the object with.
  mutating func keepAnchor() {
    anchorAge = 0
    filter.keep(in: &anchor)
    anchorBox = box
  }
}
