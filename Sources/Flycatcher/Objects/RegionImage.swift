// The neighborhood of one object, copied out of the frame at about the resolution at which its features are taken.

/// A square part of a picture, reduced by a whole number; what lies beyond the picture repeats its border. The color
/// planes have half the resolution of the brightness.
struct RegionImage: Sendable {
  /// The most samples of a side; what is larger is reduced.
  static let largestSide = 448

  /// Samples of a side of `luma`.
  private(set) var side = 0
  /// Pixels of the frame in a sample of `luma`, in each direction.
  private(set) var reduction = 1
  /// Where the first sample begins, in pixels of the frame.
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
  ///   - samples: how many samples the square should have at least in each direction, where the frame has as many.
  ///   - taps: how many pixels to average at most in each direction for a sample.
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
    let (originX, originY, reduction, side) = (place.originX, place.originY, place.reduction, place.side)
    let step = (reduction + place.taps - 1) / place.taps
    let taps = (reduction + step - 1) / step
    let first = max(0, min(originX, plane.width - 1))
    let last = max(first, min(originX + side * reduction - 1, plane.width - 1))
    let count = last - first + 1
    let isInside = originX >= 0 && originX + side * reduction <= plane.width
    var target = target.mutableSpan
    guard count <= sums.count else { return }
    var columns = sums.mutableSpan
    let scale = (1 << 16) / UInt32(taps * taps)
    for row in 0..<side {
      for tap in 0..<taps {
        let y = max(0, min(originY + row * reduction + tap * step, plane.height - 1))
        accumulate(
          plane.row(y), first: first, pixelStride: plane.pixelStride, count: count, isFirst: tap == 0, &columns)
      }
      let start = row * side
      if reduction == 1 && isInside {
        for x in 0..<side { target[start + x] = UInt8(truncatingIfNeeded: columns[x]) }
        continue
      }
      for x in 0..<side {
        var sum: UInt32 = 0
        let left = originX + x * reduction - first
        if isInside {
          for tap in 0..<taps { sum &+= UInt32(columns[left + tap * step]) }
        } else {
          for tap in 0..<taps { sum &+= UInt32(columns[max(0, min(left + tap * step, count - 1))]) }
        }
        target[start + x] = UInt8(truncatingIfNeeded: min((sum &* scale &+ (1 << 15)) >> 16, 255))
      }
    }
  }

  private static func accumulate(
    _ row: Span<UInt8>, first: Int, pixelStride: Int, count: Int, isFirst: Bool, _ sums: inout MutableSpan<UInt16>
  ) {
    if pixelStride != 1 {
      for x in 0..<count { sums[x] = (isFirst ? 0 : sums[x]) &+ UInt16(row[(first + x) * pixelStride]) }
      return
    }
    let pixels = row.extracting(first..<first + count)
    if isFirst {
      for x in 0..<count { sums[x] = UInt16(pixels[x]) }
    } else {
      for x in 0..<count { sums[x] &+= UInt16(pixels[x]) }
    }
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
    for row in 0..<colorSide {
      let upper = plane.row(sample(originY, row, 0.25, heightRatio, plane.height))
      let lower = plane.row(sample(originY, row, 0.75, heightRatio, plane.height))
      for x in 0..<colorSide {
        let (left, right) = (columns[2 * x], columns[2 * x + 1])
        let sum = Int(upper[left]) + Int(upper[right]) + Int(lower[left]) + Int(lower[right])
        target[row * colorSide + x] = UInt8(truncatingIfNeeded: (sum + 2) / 4)
      }
    }
  }
}
