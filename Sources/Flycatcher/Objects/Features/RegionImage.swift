// The neighborhood of one object, copied out of the frame at about the resolution at which its features are taken.

/// A square part of a picture, reduced by a whole number; what lies beyond the picture repeats its border. The color
/// planes have half the resolution of the brightness.
struct RegionImage: Sendable {
  /// The largest number of samples of a side; what is larger is reduced.
  static let largestSide = 448

  /// The number of samples of a side of `luma`.
  private(set) var side = 0
  /// The number of pixels of the frame in a sample of `luma`, in each direction.
  private(set) var reduction = 1
  /// The place at which the first sample begins, in pixels of the frame.
  private(set) var originX = 0
  private(set) var originY = 0
  private(set) var hasColor = false
  /// Rows of `side` samples.
  private(set) var luma: [UInt8]
  /// Rows of `colorSide` samples.
  private(set) var blueDifference: [UInt8]
  private(set) var redDifference: [UInt8]
  private var sums: [UInt16]
  private var colorColumns: [Int]

  var colorSide: Int { side / 2 }

  /// Returns a Boolean value indicating whether the square of `extent` pixels around a place lies inside, or nearly so.
  func covers(_ centerX: Double, _ centerY: Double, extent: Double) -> Bool {
    let half = Double(side * reduction) / 2
    let slack = half - extent / 2 + extent / 64
    return abs(centerX - Double(originX) - half) <= slack && abs(centerY - Double(originY) - half) <= slack
  }

  private struct Placement {
    let originX: Int
    let originY: Int
    let reduction: Int
    let side: Int
    let taps: Int
  }

  init() {
    luma = Array(repeating: 0, count: Self.largestSide * Self.largestSide)
    blueDifference = Array(repeating: 128, count: Self.largestSide * Self.largestSide / 4)
    redDifference = blueDifference
    sums = Array(repeating: 0, count: Self.largestSide * 256)
    colorColumns = Array(repeating: 0, count: Self.largestSide)
  }

  /// Copies the square of `extent` pixels around a place.
  ///
  /// - Parameters:
  ///   - samples: The number of samples that the square has at least in each direction, where the frame has as many.
  ///   - taps: The largest number of pixels that are averaged in each direction for a sample.
  mutating func copy(
    _ frame: borrowing Frame, centerX: Double, centerY: Double, extent: Double, samples: Int, taps: Int
  ) {
    reduction = min(max(Int(extent / Double(samples)), Int(extent) / (Self.largestSide - 2) + 1, 1), 256)
    let wanted = Int(extent / Double(reduction)) + 2
    side = min(wanted + wanted % 2, Self.largestSide)
    originX = Int((centerX - Double(side * reduction) / 2).rounded())
    originY = Int((centerY - Double(side * reduction) / 2).rounded())
    let place = Placement(originX: originX, originY: originY, reduction: reduction, side: side, taps: taps)
    Self.copyLuma(frame.luma, place, &sums, to: &luma)
    if let blue = frame.blueDifference, let red = frame.redDifference {
      hasColor = true
      Self.copyColor(blue, place, luma: frame.luma, &colorColumns, to: &blueDifference)
      Self.copyColor(red, place, luma: frame.luma, &colorColumns, to: &redDifference)
    } else {
      hasColor = false
    }
  }

  /// Averages blocks of `reduction * reduction` pixels, of at most `taps` rows and columns each.
  private static func copyLuma(
    _ plane: Plane, _ place: Placement, _ sums: inout [UInt16], to target: inout [UInt8]
  ) {
    let step = (place.reduction + place.taps - 1) / place.taps
    let taps = (place.reduction + step - 1) / step
    for row in 0..<place.side {
      for tap in 0..<taps {
        let y = max(0, min(place.originY + row * place.reduction + tap * step, plane.height - 1))
        add(plane.row(y), width: plane.width, pixelStride: plane.pixelStride, place, isFirst: tap == 0, to: &sums)
      }
      var rows = target.mutableSpan
      var out = rows._mutatingExtracting(row * place.side..<(row + 1) * place.side)
      averageBlocks(sums.span, block: place.reduction, taps: taps, spacing: step, to: &out)
    }
  }

  /// Adds a row of pixels, whose ends are repeated as far as the region reaches, to the sums of its columns.
  private static func add(
    _ row: Span<UInt8>, width: Int, pixelStride: Int, _ place: Placement, isFirst: Bool, to sums: inout [UInt16]
  ) {
    var sums = sums.mutableSpan
    let count = min(place.side * place.reduction, sums.count)
    let first = max(0, min(-place.originX, count))
    let last = max(first, min(width - place.originX, count))
    if first < last {
      var part = sums._mutatingExtracting(first..<last)
      let pixels = row.extracting(
        (place.originX + first) * pixelStride..<(place.originX + last - 1) * pixelStride + 1)
      addRow(pixels, stride: pixelStride, to: &part, isFirst: isFirst)
    }
    let (start, end) = (UInt16(row[0]), UInt16(row[(width - 1) * pixelStride]))
    for x in 0..<first { sums[x] = (isFirst ? 0 : sums[x]) &+ start }
    for x in last..<max(count, last) { sums[x] = (isFirst ? 0 : sums[x]) &+ end }
  }

  /// Takes the mean of at most two by two color samples, spread over a block of `2 * reduction` pixels of the frame.
  private static func copyColor(
    _ plane: Plane, _ place: Placement, luma: Plane, _ columns: inout [Int], to target: inout [UInt8]
  ) {
    let (originX, originY, colorSide) = (place.originX, place.originY, place.side / 2)
    var target = target.mutableSpan
    let block = 2 * place.reduction
    let widthRatio = Double(plane.width) / Double(luma.width)
    let heightRatio = Double(plane.height) / Double(luma.height)
    func sample(_ origin: Int, _ index: Int, _ quarter: Double, _ ratio: Double, _ size: Int) -> Int {
      let place = (Double(origin) + (Double(index) + quarter) * Double(block)) * ratio
      return max(0, min(Int(max(place, 0)), size - 1))
    }
    var columns = columns.mutableSpan
    for x in 0..<colorSide {
      columns[2 * x] = sample(originX, x, 0.25, widthRatio, plane.width) * plane.pixelStride
      columns[2 * x + 1] = sample(originX, x, 0.75, widthRatio, plane.width) * plane.pixelStride
    }
    let last = (plane.width - 1) * plane.pixelStride
    for row in 0..<colorSide {
      let upper = plane.row(sample(originY, row, 0.25, heightRatio, plane.height))
      let lower = plane.row(sample(originY, row, 0.75, heightRatio, plane.height))
      guard upper.count > last && lower.count > last else { return }
      for x in 0..<colorSide {
        // Every column lies in the plane, whose rows have been looked at.
        let (left, right) = (columns[2 * x], columns[2 * x + 1])
        let top = unsafe UInt32(upper[unchecked: left]) &+ UInt32(upper[unchecked: right])
        let bottom = unsafe UInt32(lower[unchecked: left]) &+ UInt32(lower[unchecked: right])
        target[row * colorSide + x] = UInt8(truncatingIfNeeded: (top &+ bottom &+ 2) / 4)
      }
    }
  }
}
