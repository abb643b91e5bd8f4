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
  /// Frames from one for which the filter is solved to the next; a multiple of `learningSpacing`.
  let solvingSpacing: Int
  /// Frames from one in which the scale filter is asked to the next.
  let scalingSpacing: Int
  /// The peak-to-sidelobe ratio that something seen has at least.
  let leastRatio: Double
  /// Whether all other shapes of the box are tried in every frame, or half of them in turn.
  let triesEveryShape: Bool
  /// Pixels averaged for a sample where the picture is reduced, at most, in each direction.
  let taps: Int
  /// Side of the region that is copied from the frame, relative to the search window.
  let margin: Double

  static let accurate = TrackingBudget(
    side: 48, colored: .gradientsAndColors, gray: .gradients, learningSpacing: 1, solvingSpacing: 2,
    scalingSpacing: 1, leastRatio: 7, triesEveryShape: true, taps: 4, margin: 1.5)
  static let fast = TrackingBudget(
    side: 32, colored: .compact, gray: .compact, learningSpacing: 3, solvingSpacing: 6,
    scalingSpacing: 2, leastRatio: 6, triesEveryShape: false, taps: 3, margin: 1.4)

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
  var map: [Float]
  /// The looks of the box, and of another that is compared with it.
  var look = Appearance()
  var otherLook = Appearance()

  init?(_ budget: TrackingBudget) {
    guard let spectral = SpectralGrid(side: budget.side), let scale = ScaleFilter.Workspace() else { return nil }
    self.spectral = spectral
    self.scale = scale
    grid = FeatureGrid(side: budget.side)
    filter = CorrelationFilter.Workspace(side: budget.side, groups: budget.colored.groups)
    spectrum = Array(repeating: .zero, count: budget.side * budget.side * budget.colored.groups)
    map = Array(repeating: 0, count: budget.side * budget.side)
  }
}
