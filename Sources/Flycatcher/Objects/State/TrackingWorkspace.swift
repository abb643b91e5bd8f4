// The memory that objects share.

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

  init?(_ parameters: ObjectTracker.Parameters) {
    guard let spectral = SpectralGrid(side: parameters.side), let scale = ScaleFilter.Workspace() else { return nil }
    self.spectral = spectral
    self.scale = scale
    grid = FeatureGrid(side: parameters.side)
    let groups = FeatureGrid.Channels.gradientsAndColors.groups
    filter = CorrelationFilter.Workspace(side: parameters.side, groups: groups)
    spectrum = Array(repeating: .zero, count: parameters.side * parameters.side * groups)
    map = Array(repeating: 0, count: parameters.side * parameters.side)
    colorMap = map
    mergedMap = map
  }
}
