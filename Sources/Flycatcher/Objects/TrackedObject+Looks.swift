// What is done with the looks of an object: a box is judged and shaped by them, and they are kept.

extension TrackedObject {
  /// Whether the box looks like the object, whatever the filter says.
  func isAlike(_ workspace: inout TrackingWorkspace) -> Bool {
    workspace.look.describe(workspace.region, box, &workspace.scale)
    return memory.evidence(workspace.look) > 0.8
  }

  /// Looks at the box, and at slightly other shapes of it where it looks like the object, and takes the shape that looks
  /// most like it; so the box neither creeps away from the object nor keeps its proportions when the object does not.
  mutating func align(_ ratio: Double, _ workspace: inout TrackingWorkspace) {
    workspace.look.describe(workspace.region, box, &workspace.scale)
    evidence = memory.evidence(workspace.look, ratio: ratio)
    guard evidence > 0 else { return }
    let (relaxation, laterCost) = budget.proportions
    if relaxation > 0 {
      box.relax(to: proportions, by: relaxation)
      workspace.look.describe(workspace.region, box, &workspace.scale)
      evidence = memory.evidence(workspace.look, ratio: ratio)
    }
    let here = box
    // The samples of a small object are few, and a better match may be chance.
    var best = memory.alignment(workspace.look, laterCost: laterCost) + 0.15 * max(1, 50 / box.size)
    var isBetter = false
    for shape in budget.shapes(frame: frames) {
      var other = here
      if shape.isWidthChanged { other.width *= shape.factor }
      if shape.isHeightChanged { other.height *= shape.factor }
      workspace.otherLook.describe(workspace.region, other, &workspace.scale)
      let alignment = memory.alignment(workspace.otherLook, laterCost: laterCost)
      guard alignment > best else { continue }
      best = alignment
      box = other
      isBetter = true
      swap(&workspace.look, &workspace.otherLook)
    }
    if isBetter { evidence = memory.evidence(workspace.look, ratio: ratio) }
  }

  /// Keeps the looks and the filter, now and then, when the object is surely itself.
  mutating func remember(_ look: Appearance) {
    anchorAge += 1
    guard anchorAge >= 10, belief > 0.3, evidence > 0 else { return }
    anchorAge = 0
    anchor.copy(filter)
    memory.add(look)
  }
}
