// One followed object: its filters, its place, and what a frame does to them.
import Glibc

/// One followed object. All places are in pixels of the stored frame.
struct TrackedObject: Sendable {
  let uuid: ObservationUUID
  var label: String
  /// Whether a detector nominated it, and no person has since.
  var isDetected = false
  /// When a detector's box last nominated or confirmed it.
  var lastDetected: Timestamp?
  /// Since when it shares its place with an object of its label that was detected later.
  var sharedSince: Timestamp?
  var box: PixelBox
  var state: TrackingState = .nominated
  /// The probability that the box lies on the object.
  var confidence = 1.0
  var probabilities = StateProbabilities()
  /// The measurements of the newest frame.
  var measured = BoxMeasurements()
  /// The box that was measured, whether or not the object is said to be there.
  var measuredBox: PixelBox
  /// For each color, the probability at nomination that a sample of it is part of the object.
  private(set) var nominatedColors: [Float] = []
  /// The usual speed of the box in its sizes a second.
  private(set) var usualSpeed = 0.0
  /// The place of the object in each of the earlier pictures; `nil` where it was not surely seen.
  var placesThen = InlineArray<8, PixelBox?>(repeating: nil)
  private var lastFrame = Timestamp.zero
  /// Seconds from the frame before to the newest one.
  private(set) var seconds = 0.0
  /// The place in the newest frame to which the motion before it leads, and the velocity there.
  private(set) var expected: PixelBox
  private(set) var expectedVelocity = (x: 0.0, y: 0.0)
  /// The objects that someone who knows has put on the same place.
  var colocated: [ObservationUUID] = []
  /// Whether what it was followed to in the newest frame is another object.
  var hasYielded = false
  /// Whether it waits to be put into a box that someone named, and need not be looked for.
  var isPlacedAnew = false
  /// Unseen for longer it is lost, whatever speaks for waiting.
  var longestPrediction = Duration.seconds(3)
  /// When the object was last seen.
  var lastSeen: Timestamp

  let parameters: ObjectTracker.Parameters
  let channels: FeatureGrid.Channels
  var filter: CorrelationFilter
  var scaleFilter = ScaleFilter()
  var colorModel: ColorModel
  var search = RecoverySearch(x: 0, y: 0, velocityX: 0, velocityY: 0)
  /// Pixels a frame, smoothed.
  var velocityX = 0.0
  var velocityY = 0.0
  private(set) var frames = 0
  /// The usual peak-to-sidelobe ratio of this object, from the frames in which it was seen; 0 where there is none yet.
  var usual = 0.0
  var appearanceModel: AppearanceModel
  /// Width to height of the box as it was nominated.
  var proportions = 1.0
  /// The log-odds by the appearance of the box in this frame.
  var evidence = 0.0
  /// The filter as it was when the object was last surely itself, which the object is looked for with, and the box at that time.
  var anchor: CorrelationFilter.Kept
  var anchorBox: PixelBox
  var anchorAge = 0
  /// Whether nothing that may be the object is seen, and its place is extrapolated.
  var isMissing = false
  /// Whether what is seen is what lay there when the object was elsewhere.
  var showsBackground = false
  /// Whether it is looked for elsewhere.
  var isSearching = false
  /// Whether it was found elsewhere in the newest frame.
  var isFoundAnew = false
  /// The time since the newest frame in which it was surely seen, from that frame on.
  private(set) var secondsInDoubt = 0.0
  /// Whether its size changes so fast that the next frame must ask for it again.
  private var isResizing = false
  /// Whether it may learn from this frame.
  private var canLearn = true
  /// Whether its size was asked for in this frame.
  private var isSized = false
  /// Where the object was last seen well, moved on since as it moved then.
  var sureBox: PixelBox

  /// Learns what the object looks like.
  init(
    _ box: PixelBox, label: String, uuid: ObservationUUID, parameters: ObjectTracker.Parameters,
    frame: borrowing Frame, workspace: inout TrackingWorkspace
  ) {
    self.uuid = uuid
    self.label = label
    self.box = box
    self.parameters = parameters
    colorModel = ColorModel(parameters.colors)
    appearanceModel = AppearanceModel(parameters.appearance)
    lastSeen = frame.timestamp
    channels = frame.blueDifference == nil ? .gradients : .gradientsAndColors
    filter = CorrelationFilter(side: parameters.side, groups: channels.groups)
    anchor = CorrelationFilter.Kept(filter)
    anchorBox = box
    sureBox = box
    measuredBox = box
    expected = box
    place(box, as: .nominated, frame, &workspace)
  }

  /// Puts the object where someone who knows says it is, and learns its appearance anew.
  mutating func place(
    _ box: PixelBox, as state: TrackingState, _ frame: borrowing Frame, _ workspace: inout TrackingWorkspace
  ) {
    var box = box
    box.limit(pictureWidth: frame.width, pictureHeight: frame.height)
    self.box = box
    self.state = state
    isPlacedAnew = false
    confidence = 1
    probabilities = StateProbabilities()
    usual = 0
    lastSeen = frame.timestamp
    (velocityX, velocityY) = (0, 0)
    let cell = extent / Double(parameters.side)
    filter.setObject(width: box.width / cell, height: box.height / cell, grid: workspace.spectral)
    copyRegion(frame, &workspace)
    extract(&workspace)
    filter.learn(workspace.spectrum, rate: 1, grid: workspace.spectral, workspace: &workspace.filter)
    filter.solve(steps: 4, isFirst: true, grid: workspace.spectral, workspace: &workspace.filter)
    learnColors(rate: 1, workspace)
    scaleFilter.learn(workspace.region, box, rate: 1, workspace: &workspace.scale)
    workspace.appearance.describe(workspace.region, box, &workspace.scale)
    appearanceModel.begin(workspace.appearance)
    proportions = box.width / box.height
    // In memory of their own, for the model goes on to learn.
    nominatedColors = colorModel.probabilities.map { $0 }
    (usualSpeed, secondsInDoubt, lastFrame) = (0, 0, frame.timestamp)
    placesThen = InlineArray(repeating: nil)
    keepAnchor()
    (isMissing, showsBackground, hasYielded) = (false, false, false)
    isSearching = false
    sureBox = box
  }

  /// Says that an object which was seen by someone who knows is where it is thought to be, in a slightly different box.
  mutating func confirm(_ box: PixelBox, _ frame: borrowing Frame, _ workspace: inout TrackingWorkspace) {
    var box = box
    box.limit(pictureWidth: frame.width, pictureHeight: frame.height)
    self.box = box
    lastSeen = frame.timestamp
    probabilities = StateProbabilities()
    (confidence, secondsInDoubt) = (1, 0)
    copyRegion(frame, &workspace)
    extract(&workspace)
    let rate = Float(parameters.filter.confirmedRate)
    filter.learn(workspace.spectrum, rate: rate, grid: workspace.spectral, workspace: &workspace.filter)
    filter.solve(steps: 2, isFirst: false, grid: workspace.spectral, workspace: &workspace.filter)
    scaleFilter.learn(workspace.region, box, rate: rate, workspace: &workspace.scale)
  }

  /// Goes on in pictures of another size.
  mutating func resize(_ horizontal: Double, _ vertical: Double) {
    for place in [\Self.box, \.sureBox, \.anchorBox] { self[keyPath: place].stretch(x: horizontal, y: vertical) }
    placesThen = InlineArray(repeating: nil)
    velocityX *= horizontal
    velocityY *= vertical
  }

  /// Looks for the object in the next frame; `judge` says how likely the box lies on it.
  mutating func follow(
    _ frame: borrowing Frame, _ pictures: EarlierPictures, _ workspace: inout TrackingWorkspace
  ) {
    // Time may go back a little.
    seconds = max((frame.timestamp - lastFrame) / .seconds(1), 0)
    expect()
    let before = Before(box: box, pictures: pictures, seconds: seconds)
    lastFrame = frame.timestamp
    secondsInDoubt += seconds
    isFoundAnew = false
    seek(frame, before, &workspace)
    guard !isMissing else { return }
    if isSure { secondsInDoubt = 0 }
    // What is found elsewhere has not come there in one frame.
    if !isFoundAnew { usualSpeed += (speed(before) - usualSpeed) * (1 - exp(-seconds)) }
  }

  /// Takes note of where its motion leads.
  private mutating func expect() {
    expected = sureBox
    expected.move(x: velocityX, y: velocityY)
    expectedVelocity = (velocityX, velocityY)
  }

  /// Moves to where the object seems to be, or looks for it elsewhere.
  private mutating func seek(_ frame: borrowing Frame, _ last: Before, _ workspace: inout TrackingWorkspace) {
    frames += 1
    isSized = false
    // It may be on its way to the same thing again, and must not learn how that looks.
    canLearn = !hasYielded
    hasYielded = false
    let before = box
    let wasHeld = !isSearching
    let wasMissing = isMissing
    if isMissing { extrapolate() }
    var found = look(frame, &workspace)
    if TrackConfidence(found, usual: usual, parameters.filter).isSeen {
      if frames % parameters.scalingSpacing == 0 || isResizing { followScale(frame, &workspace) }
      if isLearning { found = refine(found, frame, &workspace) }
    }
    box.limit(pictureWidth: frame.width, pictureHeight: frame.height)
    align(Double(found.sidelobeRatio), &workspace)
    box.limit(pictureWidth: frame.width, pictureHeight: frame.height)
    measure(found, frame, workspace)
    showsBackground = isBackground(frame, last.pictures)
    // As long as the box is likelier to lie on the object than the place to which its motion leads.
    guard !showsBackground, logOdds > Self.extrapolatedLogOdds else {
      if !wasMissing { extrapolate() }
      box = sureBox
      isMissing = true
      evidence = -.infinity
      return miss(frame, last, &workspace)
    }
    isMissing = false
    hold(Double(found.sidelobeRatio), movedFrom: wasHeld ? before : nil, &workspace)
    // What is followed in doubt may be something else, and the object elsewhere.
    if !isSure { miss(frame, last, &workspace) }
  }

  /// Whether the object is seen so surely in its box that it may be learned from.
  var isSure: Bool { logOdds > 0 && !isContradicted }

  /// Whether its appearance contradicts, whatever else speaks for the object. What was in doubt must look as much like the object as what is
  /// found elsewhere: it may be something else that lies where the object was expected.
  var isContradicted: Bool { evidence <= (isSearching ? parameters.search.evidence : parameters.memory.leastEvidence) }

  /// Takes note that the object is seen, and learns.
  private mutating func hold(
    _ ratio: Double, movedFrom before: PixelBox?, _ workspace: inout TrackingWorkspace
  ) {
    let memory = parameters.memory
    if ratio > usual * memory.heldShare {
      if let before {
        let rate = parameters.motion.velocityRate
        velocityX = (1 - rate) * velocityX + rate * (box.centerX - before.centerX)
        velocityY = (1 - rate) * velocityY + rate * (box.centerY - before.centerY)
      }
      sureBox = box
    } else {
      // Something passes in front, and may be dragging the box along.
      sureBox.move(x: velocityX, y: velocityY)
    }
    if isSure { isSearching = false }
    if isSure && isLearning && canLearn { learn(&workspace) }
    if ratio > usual * memory.keptShare && canLearn { remember(workspace.appearance) }
    let rate = parameters.filter.usualRate
    usual = usual == 0 ? ratio : usual * (1 - rate) + ratio * rate
  }

  /// Whether this frame is one that the filter learns from.
  private var isLearning: Bool { frames % parameters.learningSpacing == parameters.learningSpacing - 1 }

  /// Moves on from the last sure place as the object last did, slower and slower.
  private mutating func extrapolate() {
    sureBox.move(x: velocityX, y: velocityY)
    box = sureBox
    velocityX *= parameters.motion.persistence
    velocityY *= parameters.motion.persistence
  }

  /// Moves to the best answer around the present place; where that is doubtful and the object was moving, also around
  /// the place where it would be had it moved on.
  private mutating func look(_ frame: borrowing Frame, _ workspace: inout TrackingWorkspace) -> ResponsePeak {
    let still = box
    copyRegion(frame, &workspace)
    let found = respond(&workspace, expected: SIMD2(Float(velocityX / cell), Float(velocityY / cell)))
    box.move(found, cell: cell)
    let least = parameters.motion.leastMotion * still.size
    let isMoving = velocityX * velocityX + velocityY * velocityY > least * least
    guard isMoving, !isSearching, !TrackConfidence(found, usual: usual, parameters.filter).isClear else { return found }
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

  /// Follows the object's size; where it changed much, a second time from a better place, or, where size is not asked
  /// for in every frame, once more in the next.
  private mutating func followScale(_ frame: borrowing Frame, _ workspace: inout TrackingWorkspace) {
    let growth = scaleFilter.estimate(workspace.region, box, workspace: &workspace.scale)
    box.scale(growth)
    isSized = true
    isResizing = parameters.scalingSpacing > 1 && abs(growth - 1) > parameters.size.resizing
    guard parameters.scalingSpacing == 1 && abs(growth - 1) > parameters.size.repeated else { return }
    coverWindow(frame, &workspace)
    box.move(respond(&workspace), cell: cell)
    box.scale(scaleFilter.estimate(workspace.region, box, workspace: &workspace.scale))
  }

  /// Looks again from the new place and size where they are not nearly the old ones, so that the window is fit to learn
  /// from; returns the better answer.
  private mutating func refine(
    _ found: ResponsePeak, _ frame: borrowing Frame, _ workspace: inout TrackingWorkspace
  ) -> ResponsePeak {
    let moved = self.moved(from: workspace.sampled)
    let growth = box.size / workspace.sampled.size
    let reach = Float(Double(parameters.side) * parameters.filter.reach)
    guard max(abs(moved.x), abs(moved.y)) > reach || abs(growth - 1) > parameters.size.refined else { return found }
    coverWindow(frame, &workspace)
    let again = respond(&workspace)
    box.move(again, cell: cell)
    return again.sidelobeRatio > found.sidelobeRatio ? again : found
  }

  /// How far the object lies from the center of a window that was looked at around another place, in the window's cells.
  private func moved(from place: PixelBox) -> SIMD2<Float> {
    let cell = extent(of: place) / Double(parameters.side)
    return SIMD2(Float((box.centerX - place.centerX) / cell), Float((box.centerY - place.centerY) / cell))
  }

  private mutating func learn(_ workspace: inout TrackingWorkspace) {
    let rate = Float(parameters.filter.learningRate)
    learnColors(rate: rate * Float(parameters.colors.rate), workspace)
    filter.learn(
      workspace.spectrum, moved: moved(from: workspace.sampled), rate: rate, grid: workspace.spectral,
      workspace: &workspace.filter)
    if frames % parameters.solvingSpacing == parameters.solvingSpacing - 1 {
      filter.solve(steps: 2, isFirst: false, grid: workspace.spectral, workspace: &workspace.filter)
    }
    let scaleRate = Float(parameters.size.learningRate)
    if parameters.filter.reach == 0 {
      scaleFilter.learn(workspace.region, box, rate: scaleRate, workspace: &workspace.scale)
    } else if isSized {
      scaleFilter.learnEstimated(box, rate: scaleRate, workspace: workspace.scale)
    }
  }
}
