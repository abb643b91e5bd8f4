// A rectangle seen in perspective, as it would look from straight ahead.

/// The picture within four corners, rectified: a document as if it had been scanned.
public struct RectifiedPicture: Hashable, Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The brightness, row by row without padding; black (16) where the rectangle reaches beyond the picture.
  public let luma: [UInt8]
  /// The blue difference at the size of the luma; `nil` for a gray picture.
  public let blueDifference: [UInt8]?
  /// The red difference at the size of the luma; `nil` for a gray picture.
  public let redDifference: [UInt8]?

  /// Creates a rectified picture of the size that keeps every detail: that of the longer one of each two opposite sides.
  ///
  /// - Parameters:
  ///   - corners: The corners, relative to the upright picture; they may lie outside it.
  ///   - frame: The picture.
  ///   - longestSide: The length in pixels, 1 to 32768, to which a larger picture is reduced.
  /// - Returns: `nil` if the corners are not those of a rectangle in perspective that reaches into the picture.
  public init?(_ corners: Quad, in frame: borrowing Frame, longestSide: Int = 4096) {
    guard let size = Self.size(of: corners, in: frame, longestSide: longestSide) else { return nil }
    self.init(corners, in: frame, width: size.width, height: size.height)
  }

  /// Creates a rectified picture of a given size, by bilinear interpolation, and by the mean of several places where that
  /// is a reduction.
  ///
  /// - Parameters:
  ///   - corners: The corners, relative to the upright picture; they may lie outside it.
  ///   - frame: The picture.
  ///   - width: The width in pixels, 1 to 32768.
  ///   - height: The height in pixels, 1 to 32768.
  /// - Returns: `nil` if the corners are not those of a rectangle in perspective that reaches into the picture, or if the
  ///   size is outside its range.
  public init?(_ corners: Quad, in frame: borrowing Frame, width: Int, height: Int) {
    guard (1...32768).contains(width), (1...32768).contains(height),
      let places = Self.places(of: corners, in: frame), let map = Homography(places)
    else { return nil }
    self.width = width
    self.height = height
    let picture = PictureGeometry(frame).size
    luma = rectify(frame.luma, map, of: picture, width: width, height: height, outside: 16)
    if let blue = frame.blueDifference, let red = frame.redDifference {
      blueDifference = rectify(blue, map, of: picture, width: width, height: height, outside: 128)
      redDifference = rectify(red, map, of: picture, width: width, height: height, outside: 128)
    } else {
      (blueDifference, redDifference) = (nil, nil)
    }
  }

  /// Returns the size, in square pixels, that keeps every detail of a rectangle: that of the longer one of each two
  /// opposite sides.
  ///
  /// - Parameters:
  ///   - corners: The corners, relative to the upright picture; they may lie outside it.
  ///   - frame: The picture.
  ///   - longestSide: The length in pixels, 1 to 32768, to which a larger size is reduced.
  /// - Returns: `nil` if the corners are not those of a rectangle in perspective that reaches into the picture.
  public static func size(
    of corners: Quad, in frame: borrowing Frame, longestSide: Int = 4096
  ) -> (width: Int, height: Int)? {
    guard let places = places(of: corners, in: frame) else { return nil }
    // The shorter side of a pixel becomes as long as the other one.
    let ratio = frame.pixelAspectRatio
    let stretch = SIMD2(max(ratio, 1), max(1 / ratio, 1))
    func side(_ from: Int, _ to: Int) -> Double {
      let step = (SIMD2<Double>(places[to]) - SIMD2<Double>(places[from])) * stretch
      return (step * step).sum().squareRoot()
    }
    let (width, height) = (max(side(0, 1), side(3, 2)), max(side(0, 3), side(1, 2)))
    let limit = Double(min(max(longestSide, 1), 32768))
    let scale = min(1, limit / max(width, height))
    return (max(Int((width * scale).rounded()), 1), max(Int((height * scale).rounded()), 1))
  }

  /// Returns the corners in pixels of the stored picture; `nil` if they are not those of a rectangle in perspective.
  private static func places(of corners: Quad, in frame: borrowing Frame) -> PixelQuad? {
    do {
      try corners.checkShape()
    } catch {
      return nil
    }
    return PictureGeometry(frame).corners(corners)
  }
}

/// Returns one component of a picture, rectified.
///
/// - Parameters:
///   - map: from canonical coordinates to pixels of the picture, not of the plane, which may be reduced.
///   - picture: the picture's size.
private func rectify(
  _ plane: borrowing Plane, _ map: Homography, of picture: SIMD2<Double>, width: Int, height: Int, outside: UInt8
) -> [UInt8] {
  let reduction = SIMD2(Double(plane.width), Double(plane.height)) / picture
  let map = Homography(x: map.x * reduction.x, y: map.y * reduction.y, w: map.w)
  let step = SIMD2(2 / Double(width), 2 / Double(height))
  let count = samplesAcross(map, step)
  var samples = [UInt8](repeating: outside, count: width * height)
  var sums = [Float](repeating: 0, count: width)
  var seen = sums
  for row in 0..<height {
    for column in 0..<width { (sums[column], seen[column]) = (0, 0) }
    for part in 0..<count * count {
      let within = (SIMD2(Double(part % count), Double(part / count)) + 0.5) / Double(count)
      addRow((SIMD2(0, Double(row)) + within) * step - 1, step.x, map, plane, to: &sums, &seen)
    }
    for column in 0..<width where seen[column] > 0 {
      samples[row * width + column] = UInt8(min(max(sums[column] / seen[column] + 0.5, 0), 255))
    }
  }
  return samples
}

/// Adds the brightness at places in a row, `step` apart in canonical coordinates, where they lie in the picture.
private func addRow(
  _ start: SIMD2<Double>, _ step: Double, _ map: Homography, _ plane: borrowing Plane, to sums: inout [Float],
  _ seen: inout [Float]
) {
  let first = SIMD3(start.x, start.y, 1)
  var (x, y, w) = ((map.x * first).sum(), (map.y * first).sum(), (map.w * first).sum())
  let (width, height) = (Double(plane.width), Double(plane.height))
  var sum = sums.mutableSpan
  var number = seen.mutableSpan
  for column in sum.indices {
    let (across, down) = (x / w, y / w)
    if across >= 0, down >= 0, across <= width, down <= height {
      sum[column] += plane.brightness(SIMD2(Float(across), Float(down)))
      number[column] += 1
    }
    x += map.x.x * step
    y += map.y.x * step
    w += map.w.x * step
  }
}

/// Returns the number of places, across and down, whose mean is one pixel: the number of pixels that it covers at most,
/// 1 to 4.
private func samplesAcross(_ map: Homography, _ step: SIMD2<Double>) -> Int {
  var longest = 0.0
  for corner in [SIMD2(-1.0, -1), SIMD2(1, -1), SIMD2(1, 1), SIMD2(-1, 1)] {
    for direction in [SIMD2(step.x, 0), SIMD2(0, step.y)] {
      // Inward, so that the place stays within the rectangle.
      let distance = map(corner - direction * corner) - map(corner)
      longest = max(longest, (distance * distance).sum().squareRoot())
    }
  }
  return longest.isFinite ? Int(min(max((longest - 0.25).rounded(.up), 1), 4)) : 4
}
