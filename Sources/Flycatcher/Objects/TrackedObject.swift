// One followed object: its filters, its place, and what a frame does to them.

/// One followed object. All places are in pixels of the stored frame.
struct TrackedObject: Sendable {
  let uuid: ObservationUUID
  var label: String
  private(set) var box: PixelBox
  private(set) var state: TrackingState = .nominated
  private(set) var confidence = 1.0
  /// When the object was last seen.
  private(set) var lastSeen: Timestamp

  private let budget: TrackingBudget
  private let channels: FeatureGrid.Channels
  private var filter: CorrelationFilter
  private var scaleFilter = ScaleFilter()
  private var search = RecoverySearch(x: 0, y: 0, velocityX: 0, velocityY: 0)
  /// Pixels a frame, smoothed.
  private var velocityX = 0.0
  private var velocityY = 0.0
  private var frames = 0
  /// The usual peak-to-sidelobe ratio of this object, from the frames in which it was seen; 0 where there is none yet.
  private var usual = 0.0

  /// Learns what the object looks like.
  init(
    _ box: PixelBox, label: String, uuid: ObservationUUID, budget: TrackingBudget, frame: borrowing Frame,
    workspace: inout TrackingWorkspace
  ) {
    self.uuid = uuid
    self.label = label
    self.box = box
    self.budget = budget
    lastSeen = frame.timestamp
    channels = frame.blueDifference == nil ? budget.gray : budget.colored
    filter = CorrelationFilter(side: budget.side, groups: channels.groups)
    place(box, frame, &workspace)
  }

  /// Puts the object where someone who knows says it is, and learns its looks anew.
  mutating func place(_ box: PixelBox, _ frame: borrowing Frame, _ workspace: inout TrackingWorkspace) {
    self.box = box
    state = .nominated
    confidence = 1
    usual = 0
    lastSeen = frame.timestamp
    (velocityX, velocityY) = (0, 0)
    let cell = extent / Double(budget.side)
    filter.setObject(width: box.width / cell, height: box.height / cell, grid: workspace.spectral)
    copyRegion(frame, &workspace)
    extract(&workspace)
    filter.learn(workspace.spectrum, rate: 1)
    filter.solve(steps: 4, isFirst: true, grid: workspace.spectral, workspace: &workspace.filter)
    scaleFilter.learn(workspace.region, box, rate: 1, workspace: &workspace.scale)
  }

  /// Says that an object which was seen by someone who knows is where it is thought to be, in a slightly different box.
  mutating func confirm(_ box: PixelBox, _ frame: borrowing Frame, _ workspace: inout TrackingWorkspace) {
    self.box = box
    lastSeen = frame.timestamp
    copyRegion(frame, &workspace)
    extract(&workspace)
    filter.learn(workspace.spectrum, rate: 0.2)
    filter.solve(steps: 2, isFirst: false, grid: workspace.spectral, workspace: &workspace.filter)
    scaleFilter.learn(workspace.region, box, rate: 0.2, workspace: &workspace.scale)
  }

  /// Goes on in pictures of another size.
  mutating func resize(_ horizontal: Double, _ vertical: Double) {
    box.centerX *= horizontal
    box.centerY *= vertical
    box.width *= horizontal
    box.height *= vertical
    velocityX *= horizontal
    velocityY *= vertical
  }

  /// Side of the search window in pixels: three times the object, or one and a half times its longer side.
  private var extent: Double { max(box.size * 3, max(box.width, box.height) * 1.5, 12) }

  private var cell: Double { extent / Double(budget.side) }

  /// Looks for the object in the next frame.
  mutating func follow(_ frame: borrowing Frame, _ workspace: inout TrackingWorkspace) {
    frames += 1
    let before = box
    let wasHeld = state != .predicted && state != .lost
    if state == .predicted { extrapolate() }
    let expected = box
    var found = look(frame, &workspace)
    var verdict = TrackConfidence(found, usual: usual)
    if verdict.isSeen {
      followScale(&workspace)
      if isLearning { found = refine(found, &workspace) }
      verdict = TrackConfidence(found, usual: usual)
    }
    box.limit(pictureWidth: frame.width, pictureHeight: frame.height)
    confidence = verdict.value
    guard verdict.isSeen else {
      if !verdict.isHint { box = expected }
      return miss(frame, &workspace)
    }
    let ratio = Double(found.sidelobeRatio)
    usual = usual == 0 ? ratio : usual * 0.9 + ratio * 0.1
    if wasHeld {
      velocityX = 0.5 * velocityX + 0.5 * (box.centerX - before.centerX)
      velocityY = 0.5 * velocityY + 0.5 * (box.centerY - before.centerY)
    }
    state = state == .lost ? .recovered : .tracked
    lastSeen = frame.timestamp
    if verdict.isClear && isLearning { learn(&workspace) }
  }

  /// Whether this frame is one that the filter learns from.
  private var isLearning: Bool { frames % budget.learningSpacing == budget.learningSpacing - 1 }

  /// Moves on as the object last did, slower and slower.
  private mutating func extrapolate() {
    box.move(x: velocityX, y: velocityY)
    velocityX *= 0.8
    velocityY *= 0.8
  }

  /// Moves to the best answer around the present place; where that is doubtful and the object was moving, also around
  /// the place where it would be had it moved on.
  private mutating func look(_ frame: borrowing Frame, _ workspace: inout TrackingWorkspace) -> ResponsePeak {
    let still = box
    copyRegion(frame, &workspace)
    let found = respond(&workspace)
    box.move(found, cell: cell)
    let isMoving = velocityX * velocityX + velocityY * velocityY > 0.01 * still.width * still.height
    guard isMoving && state == .tracked && !TrackConfidence(found, usual: usual).isClear else { return found }
    let first = box
    box = still
    box.move(x: velocityX, y: velocityY)
    copyRegion(frame, &workspace)
    let second = respond(&workspace)
    if second.sidelobeRatio > found.sidelobeRatio {
      box.move(second, cell: cell)
      return second
    }
    box = first
    copyRegion(frame, &workspace)
    return found
  }

  /// Follows the object's size; a second time, from a better place, where it changed much.
  private mutating func followScale(_ workspace: inout TrackingWorkspace) {
    let growth = scaleFilter.estimate(workspace.region, box, workspace: &workspace.scale)
    box.scale(growth)
    guard abs(growth - 1) > 0.02 else { return }
    box.move(respond(&workspace), cell: cell)
    box.scale(scaleFilter.estimate(workspace.region, box, workspace: &workspace.scale))
  }

  /// Looks again from the new place and size, which leaves the spectrum to learn from; returns the better answer.
  private mutating func refine(_ found: ResponsePeak, _ workspace: inout TrackingWorkspace) -> ResponsePeak {
    let again = respond(&workspace)
    box.move(again, cell: cell)
    return again.sidelobeRatio > found.sidelobeRatio ? again : found
  }

  private mutating func learn(_ workspace: inout TrackingWorkspace) {
    filter.learn(workspace.spectrum, rate: 0.02)
    if frames % budget.solvingSpacing == budget.solvingSpacing - 1 {
      filter.solve(steps: 2, isFirst: false, grid: workspace.spectral, workspace: &workspace.filter)
    }
    scaleFilter.learn(workspace.region, box, rate: 0.025, workspace: &workspace.scale)
  }

  /// Looks at two more places of the widening search; declares the object lost where it has not been seen for long.
  private mutating func miss(_ frame: borrowing Frame, _ workspace: inout TrackingWorkspace) {
    if state != .predicted && state != .lost {
      search = RecoverySearch(x: box.centerX, y: box.centerY, velocityX: velocityX, velocityY: velocityY)
    }
    search.advance()
    let here = box
    for _ in 0..<2 {
      let next = search.next(
        aroundX: here.centerX, y: here.centerY, spacing: extent / 3, pictureWidth: frame.width,
        pictureHeight: frame.height)
      guard let next else { break }
      box = PixelBox(
        centerX: next.x, centerY: next.y, width: here.width * next.scale, height: here.height * next.scale)
      if recover(frame, &workspace) { return }
    }
    box = here
    let missing = frame.timestamp - lastSeen
    state = missing > Self.patience ? .lost : .predicted
  }

  /// How long an object is predicted before it is lost.
  private static let patience: Duration = .milliseconds(800)

  /// Whether the object is found around the present place; if so, it is followed from there.
  private mutating func recover(_ frame: borrowing Frame, _ workspace: inout TrackingWorkspace) -> Bool {
    copyRegion(frame, &workspace)
    let first = respond(&workspace)
    guard TrackConfidence(first, usual: 0).isSeen else { return false }
    box.move(first, cell: cell)
    box.scale(scaleFilter.estimate(workspace.region, box, workspace: &workspace.scale))
    let found = respond(&workspace)
    let verdict = TrackConfidence(found, usual: usual)
    guard verdict.isCertain else { return false }
    box.move(found, cell: cell)
    box.limit(pictureWidth: frame.width, pictureHeight: frame.height)
    confidence = verdict.value
    state = state == .lost ? .recovered : .tracked
    lastSeen = frame.timestamp
    (velocityX, velocityY) = (0, 0)
    return true
  }

  private func copyRegion(_ frame: borrowing Frame, _ workspace: inout TrackingWorkspace) {
    let samples = Double(budget.side * GradientHistograms.cell)
    workspace.region.copy(
      frame, centerX: box.centerX, centerY: box.centerY, extent: extent * budget.margin,
      samples: Int(samples * budget.margin), taps: budget.taps)
  }

  /// The filter's answer to the window around the present place, whose spectrum is left in the workspace.
  private func respond(_ workspace: inout TrackingWorkspace) -> ResponsePeak {
    extract(&workspace)
    filter.respond(workspace.spectrum, grid: workspace.spectral, workspace: &workspace.filter, to: &workspace.map)
    return ResponsePeak(workspace.map.span, side: budget.side)
  }

  /// Leaves the spectrum of the window around the present place in the workspace.
  private func extract(_ workspace: inout TrackingWorkspace) {
    workspace.grid.extract(
      workspace.region, centerX: box.centerX, centerY: box.centerY, extent: extent, channels: channels)
    let count = channels.groups * budget.side * budget.side
    Self.copy(workspace.grid.values, count: count, to: &workspace.spectrum)
    workspace.spectral.forward(&workspace.spectrum, groups: channels.groups, scratch: &workspace.filter.scratch)
  }

  private static func copy(_ source: [ComplexLanes], count: Int, to target: inout [ComplexLanes]) {
    let source = source.span
    var target = target.mutableSpan
    for index in 0..<count { target[index] = source[index] }
  }
}
