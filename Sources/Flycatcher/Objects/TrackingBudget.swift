// What an object may cost at each level of tracking, and the memory that objects share.

/// What differs between the levels of tracking.
struct TrackingBudget: Sendable {
  /// Cells of a side of the search window.
  let side: Int
  /// Features of a picture with color, and of one without.
  let colored: FeatureGrid.Channels
  let gray: FeatureGrid.Channels
  /// Frames from one that the filter learns from to the next.
  let learningSpacing: Int
  /// The share of a frame in what the filter knows: as much for each frame that passes, whether it is learned from or not.
  let learningRate: Float
  /// Frames from one for which the filter is solved to the next; a multiple of `learningSpacing`.
  let solvingSpacing: Int
  /// Frames from one in which the scale filter is asked to the next.
  let scalingSpacing: Int
  /// The peak-to-sidelobe ratio that something seen has at least.
  let leastRatio: Double
  /// Whether all other shapes of the box are tried in every frame, or half of them in turn.
  let triesEveryShape: Bool
  /// How much of its difference from the nominated proportions a box gives up in a frame, unless the appearance speaks for it;
  /// and how much less an appearance of a later time than the first says about the shape of the box.
  let proportions: (relaxation: Double, laterCost: Double)
  /// Pixels averaged for a sample where the picture is reduced, at most, in each direction.
  let taps: Int
  /// How far the object may lie from the center of the window that the filters learn from, as a share of the window's
  /// side; where it lies farther, that place is looked at once more. With 0 it always is, and its sizes as well.
  let reach: Float
  /// Windows in which an object that is not seen is looked for in a frame, besides the one at its expected place; no more
  /// than two once it is lost.
  let searchWindows: Int
  /// How likely a box lies on its object, given what is measured of it.
  let observation: ObservationModel
  /// The log-odds above which a box is followed: those of a place to which the motion is only extrapolated. The few features of `fast`
  /// take other things for the object more often, so that its box must be likelier than not.
  let leastFollowedLogOdds: Double
  /// Side of the region that is copied from the frame, relative to the search window.
  let margin = 1.15

  static let accurate = TrackingBudget(
    side: 48, colored: .gradientsAndColors, gray: .gradients, learningSpacing: 1, learningRate: 0.02, solvingSpacing: 2,
    scalingSpacing: 1, leastRatio: 7, triesEveryShape: true,
    proportions: (0.015, 0.9), taps: 4, reach: 0, searchWindows: 2, observation: FittedObjects.accurate,
    leastFollowedLogOdds: TrackedObject.extrapolatedLogOdds)
  static let fast = TrackingBudget(
    side: 32, colored: .compact, gray: .compact, learningSpacing: 3, learningRate: 0.06, solvingSpacing: 6,
    scalingSpacing: 2, leastRatio: 6, triesEveryShape: false,
    proportions: (0, 0.6), taps: 3, reach: 1 / 16, searchWindows: 4, observation: FittedObjects.fast,
    leastFollowedLogOdds: 0)

  /// A slightly other shape of a box.
  struct Shape: Sendable {
    let factor: Double
    let isWidthChanged: Bool
    let isHeightChanged: Bool
  }

  /// Smaller and larger; then as wide and less or more high, then the other way round.
  private static let allShapes = [
    Shape(factor: 0.95, isWidthChanged: true, isHeightChanged: true),
    Shape(factor: 1.05, isWidthChanged: true, isHeightChanged: true),
    Shape(factor: 0.95, isWidthChanged: true, isHeightChanged: false),
    Shape(factor: 0.95, isWidthChanged: false, isHeightChanged: true),
    Shape(factor: 1.05, isWidthChanged: true, isHeightChanged: false),
    Shape(factor: 1.05, isWidthChanged: false, isHeightChanged: true),
  ]

  /// The shapes to try in a frame.
  func shapes(frame: Int) -> ArraySlice<Shape> {
    if triesEveryShape { return Self.allShapes[...] }
    return frame % 2 == 0 ? Self.allShapes[..<3] : Self.allShapes[3...]
  }
}

/// Scratch memory that objects share, one after the other.
struct TrackingWorkspace: Sendable {
  var region = RegionImage()
  var grid: FeatureGrid
  let spectral: SpectralGrid
  var filter: CorrelationFilter.Workspace
  var scale: ScaleFilter.Workspace
  var spectrum: [ComplexLanes]
  /// The box around which `spectrum` was taken.
  var sampled = PixelBox(centerX: 0, centerY: 0, width: 1, height: 1)
  /// The response of the filter, that of the colors, and both merged.
  var map: [Float]
  var colorMap: [Float]
  var mergedMap: [Float]
  /// The appearance of the box, and of another that is compared with it.
  var appearance = Appearance()
  var otherAppearance = Appearance()

  init?(_ budget: TrackingBudget) {
    guard let spectral = SpectralGrid(side: budget.side), let scale = ScaleFilter.Workspace() else { return nil }
    self.spectral = spectral
    self.scale = scale
    grid = FeatureGrid(side: budget.side)
    filter = CorrelationFilter.Workspace(side: budget.side, groups: budget.colored.groups)
    spectrum = Array(repeating: .zero, count: budget.side * budget.side * budget.colored.groups)
    map = Array(repeating: 0, count: budget.side * budget.side)
    colorMap = map
    mergedMap = map
  }
}
