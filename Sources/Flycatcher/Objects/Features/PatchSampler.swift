// Bilinear sampling of rectangles of a region, at a fixed number of samples.

/// The places of samples along one axis: the index of the first of two neighbors, and the weight of the second.
struct SamplingAxis: Sendable {
  private(set) var indices: [Int]
  private(set) var weights: [Float]

  init(capacity: Int) {
    indices = Array(repeating: 0, count: capacity)
    weights = Array(repeating: 0, count: capacity)
  }

  /// Spreads `count` samples evenly over `extent`, centered on `center`; both in units of a source of `size` samples,
  /// whose border is repeated. `size` is at least 2.
  mutating func spread(count: Int, center: Double, extent: Double, size: Int) {
    let step = extent / Double(count)
    let first = center - extent / 2 + step / 2 - 0.5
    for sample in 0..<count {
      let place = min(max(first + Double(sample) * step, 0), Double(size - 1))
      let index = min(Int(place), size - 2)
      indices[sample] = index
      weights[sample] = Float(place - Double(index))
    }
  }
}

/// Samples planes of a region; holds the scratch memory for it.
struct PatchSampler: Sendable {
  private var horizontal: SamplingAxis
  private var vertical: SamplingAxis
  private var line: [Float]

  init(capacity: Int) {
    horizontal = SamplingAxis(capacity: capacity)
    vertical = SamplingAxis(capacity: capacity)
    line = Array(repeating: 0, count: RegionImage.largestSide)
  }

  /// Writes `columns * rows` samples of the brightness.
  ///
  /// - Parameters:
  ///   - centerX: in pixels of the frame, as all the other lengths.
  mutating func sampleLuma(
    _ region: borrowing RegionImage, centerX: Double, centerY: Double, width: Double, height: Double,
    columns: Int, rows: Int, to target: inout [Float]
  ) {
    let scale = 1 / Double(region.reduction)
    let x = (centerX - Double(region.originX)) * scale
    let y = (centerY - Double(region.originY)) * scale
    horizontal.spread(count: columns, center: x, extent: width * scale, size: region.side)
    vertical.spread(count: rows, center: y, extent: height * scale, size: region.side)
    Self.sample(region.luma, side: region.side, horizontal, vertical, columns: columns, rows: rows, &line, to: &target)
  }

  /// Writes `columns * rows` samples of one of the color planes.
  mutating func sampleColor(
    _ region: borrowing RegionImage, _ plane: [UInt8], centerX: Double, centerY: Double, width: Double,
    height: Double, columns: Int, rows: Int, to target: inout [Float]
  ) {
    let scale = 0.5 / Double(region.reduction)
    let x = (centerX - Double(region.originX)) * scale
    let y = (centerY - Double(region.originY)) * scale
    horizontal.spread(count: columns, center: x, extent: width * scale, size: region.colorSide)
    vertical.spread(count: rows, center: y, extent: height * scale, size: region.colorSide)
    Self.sample(plane, side: region.colorSide, horizontal, vertical, columns: columns, rows: rows, &line, to: &target)
  }

  private static func sample(
    _ plane: [UInt8], side: Int, _ horizontal: SamplingAxis, _ vertical: SamplingAxis, columns: Int, rows: Int,
    _ line: inout [Float], to target: inout [Float]
  ) {
    let plane = plane.span
    var target = target.mutableSpan
    let indices = horizontal.indices.span
    let weights = horizontal.weights.span
    let first = indices[0]
    let count = indices[columns - 1] + 2 - first
    guard columns <= indices.count, columns <= weights.count, count <= line.count,
      rows * columns <= target.count
    else { return }
    var blended = line.mutableSpan
    for row in 0..<rows {
      let start = vertical.indices[row] * side + first
      let weight = vertical.weights[row]
      blend(
        plane.extracting(start..<start + count), plane.extracting(start + side..<start + side + count), weight, &blended
      )
      let write = row * columns
      for column in 0..<columns {
        // The indices of an axis never fall, so each lies between the first and the last one.
        let index = unsafe indices[unchecked: column] &- first
        let left = unsafe blended[unchecked: index]
        let right = unsafe blended[unchecked: index &+ 1]
        unsafe target[unchecked: write &+ column] = left + (right - left) * weights[unchecked: column]
      }
    }
  }

  private static func blend(
    _ upper: Span<UInt8>, _ lower: Span<UInt8>, _ weight: Float, _ target: inout MutableSpan<Float>
  ) {
    let count = upper.count
    guard lower.count == count, target.count >= count else { return }
    for index in 0..<count {
      let top = Float(unsafe upper[unchecked: index])
      unsafe target[unchecked: index] = top + (Float(lower[unchecked: index]) - top) * weight
    }
  }
}
