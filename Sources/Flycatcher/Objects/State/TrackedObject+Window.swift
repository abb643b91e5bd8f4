// The search window of an object: copied from the frame, described, and answered by the filter and by the colors.

extension TrackedObject {
  /// Side of the search window in pixels.
  var extent: Double { extent(of: box) }

  /// Returns the side of the search window around a box, in pixels.
  func extent(of box: PixelBox) -> Double {
    let window = parameters.window
    return max(box.size * window.size, max(box.width, box.height) * window.length, window.least)
  }

  /// Side of a cell of the search window in pixels.
  var cell: Double { extent / Double(parameters.side) }

  /// Copies the region around the present place.
  func copyRegion(_ frame: borrowing Frame, _ workspace: inout TrackingWorkspace) {
    let samples = Double(parameters.side * GradientHistograms.cell)
    workspace.region.copy(
      frame, centerX: box.centerX, centerY: box.centerY, extent: extent * parameters.window.margin,
      samples: Int(samples * parameters.window.margin), taps: parameters.taps)
  }

  /// Copies the region again where the window around the present place reaches beyond it.
  func coverWindow(_ frame: borrowing Frame, _ workspace: inout TrackingWorkspace) {
    if !workspace.region.covers(box.centerX, box.centerY, extent: extent) { copyRegion(frame, &workspace) }
  }

  /// Returns the peak of the merged response in the window around the present place, whose spectrum is left in the workspace.
  func respond(_ workspace: inout TrackingWorkspace, expected: SIMD2<Float> = .zero) -> ResponsePeak {
    respond(filter.filter, &workspace, expected: expected)
  }

  /// Returns the same for another filter than the present one.
  ///
  /// The filter says where the pattern is; the colors say where the object is that bends and turns.
  func respond(
    _ filter: [ComplexLanes], _ workspace: inout TrackingWorkspace, expected: SIMD2<Float> = .zero
  ) -> ResponsePeak {
    extract(&workspace)
    CorrelationFilter.respond(
      filter, to: workspace.spectrum, groups: channels.groups, grid: workspace.spectral, workspace: &workspace.filter,
      map: &workspace.map)
    let samples = Double(FeatureGrid.colorSamples) / cell
    workspace.grid.colorResponse(
      colorModel.probabilities, width: box.width * samples, height: box.height * samples, to: &workspace.colorMap)
    colorModel.merge(workspace.map, workspace.colorMap, to: &workspace.mergedMap)
    return ResponsePeak(
      workspace.mergedMap.span, filter: workspace.map.span, side: parameters.side, expected: expected,
      doubt: Float(parameters.filter.doubt))
  }

  /// Leaves the spectrum of the window around the present place in the workspace.
  func extract(_ workspace: inout TrackingWorkspace) {
    workspace.grid.extract(
      workspace.region, centerX: box.centerX, centerY: box.centerY, extent: extent, channels: channels,
      to: &workspace.spectrum)
    workspace.sampled = box
    workspace.spectral.forward(&workspace.spectrum, groups: channels.groups, scratch: &workspace.filter.scratch)
  }

  /// Returns the box in color samples of the window that was looked at around another place.
  func place(in sampled: PixelBox) -> PixelBox {
    let side = Double(FeatureGrid.colorSamples * parameters.side)
    let scale = side / extent(of: sampled)
    return PixelBox(
      centerX: side / 2 + (box.centerX - sampled.centerX) * scale,
      centerY: side / 2 + (box.centerY - sampled.centerY) * scale, width: box.width * scale,
      height: box.height * scale)
  }

  /// Learns the colors of the box and of what lies around it from the window that was looked at last.
  mutating func learnColors(rate: Float, _ workspace: borrowing TrackingWorkspace) {
    colorModel.learn(
      workspace.grid.colorBins, side: FeatureGrid.colorSamples * parameters.side, box: place(in: workspace.sampled),
      rate: rate)
  }
}
