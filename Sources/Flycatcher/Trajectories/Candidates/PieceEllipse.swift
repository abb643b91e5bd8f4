// The ellipse with the moments of a piece of foreground, and what is seen around and inside it.

/// The ellipse with the same centroid and second moments as a piece of foreground, in analyzed pixels.
struct PieceEllipse: Sendable {
  /// The centroid, weighted with the difference; pixel centers lie at .5.
  var x: Double
  var y: Double
  /// Half the length along the longest axis, and across it.
  var major: Double
  var minor: Double
  /// The direction of the longest axis.
  var axis: SIMD2<Double>
  /// The area of the piece over that of the ellipse.
  var fill: Double

  /// The centroid.
  var place: SIMD2<Double> { SIMD2(x, y) }

  /// Whether it may be one round thing.
  var isCompact: Bool { fill > 0.75 && major < 2.2 * minor }

  /// Whether another ellipse is at about the same place, and of about the same size.
  func isSame(as other: PieceEllipse) -> Bool {
    let reach = 0.6 * max(minor, other.minor)
    return abs(x - other.x) < reach && abs(y - other.y) < reach && minor < 2 * other.minor && other.minor < 2 * minor
  }
}

extension TilePicture {
  /// The tile in the middle of a piece.
  func tile(of piece: ComponentSums) -> Int {
    (piece.minY + piece.maxY) / 2 / TilePicture.tile * columns + (piece.minX + piece.maxX) / 2 / TilePicture.tile
  }
}

extension ComponentSums {
  /// The piece as an ellipse; `nil` where it weighs nothing.
  var ellipse: PieceEllipse? {
    guard weight > 0, area > 0 else { return nil }
    let meanX = x / weight
    let meanY = y / weight
    // A pixel is a square, not a point: its own second moment is 1/12.
    let varianceX = max(xx / weight - meanX * meanX, 0) + 1.0 / 12
    let varianceY = max(yy / weight - meanY * meanY, 0) + 1.0 / 12
    let covariance = xy / weight - meanX * meanY
    let middle = (varianceX + varianceY) / 2
    let half = (varianceX - varianceY) / 2
    let spread = (half * half + covariance * covariance).squareRoot()
    // A filled ellipse has the variance a²/4 along its half axis a.
    let major = 2 * (middle + spread).squareRoot()
    let minor = 2 * max(middle - spread, 1.0 / 12).squareRoot()
    var axis = half > 0 ? SIMD2(half + spread, covariance) : SIMD2(covariance, spread - half)
    let size = (axis.x * axis.x + axis.y * axis.y).squareRoot()
    axis = size > 1e-9 ? axis / size : SIMD2(1, 0)
    return PieceEllipse(
      x: meanX + 0.5, y: meanY + 0.5, major: major, minor: minor, axis: axis,
      fill: Double(area) / (Double.pi * major * minor))
  }
}

extension Foreground {
  /// The area in analyzed pixels above which the places inside a piece count alike, and its dark side, too: less of it is sooner a trail than a side.
  private static let largeArea = 200

  /// A piece once more, by those of its pixels that differ at least by a share of what its strongest ones do: without the haze that a codec, a
  /// lens or a shadow leaves around a thing.
  ///
  /// The sums of all pixels in the piece's bounding box.
  func refined(_ piece: ComponentSums, _ evidence: Evidence, share: Double) -> ComponentSums {
    let low = threshold(background.tile(of: piece), evidence)
    let image = evidence == .neighbors ? fast.image : slow.image
    // The level that a fifth of the piece's pixels reach.
    let level = Self.level(of: piece, image, stride: background.stride, part: 5, above: low)
    // A large thing has a lit and a dark side: its shape tells its place better than its brightness does.
    let isLarge = piece.area > Self.largeArea
    let threshold = max(Int(low), Int(Double(level) * share * (isLarge ? 0.75 : 1)))
    guard threshold <= 255 else { return piece }
    let limit = UInt8(min((isLarge ? 1 : 2) * threshold, 255))
    var outline = PixelOutline()
    var moments = PixelMoments()
    let pixels = image.span
    let levels = PixelVector(repeating: UInt8(threshold))
    for y in piece.minY...piece.maxY {
      forEachTile(of: piece, row: y, image, stride: background.stride, atLeast: UInt8(threshold)) { index, x, mask in
        outline.add(PixelOutline(mask, column: x, y: y))
        let weights = PixelVector(pixels, at: index)
        let inside = max(piece.minX &- x, 0)..<min(piece.maxX &+ 1 &- x, TilePicture.tile)
        moments.add(
          weights.replacing(with: 0, where: weights .< levels).limited(to: limit, in: inside), column: x, y: y)
      }
    }
    return outline.area > 0 ? ComponentSums(outline, moments) : piece
  }

  /// The highest level, above `low`, that as many pixels of a piece's bounding box reach as one `part`th of its area.
  private static func level(
    of piece: ComponentSums, _ image: [UInt8], stride: Int, part: Int, above low: UInt8
  ) -> Int {
    var histogram = InlineArray<256, Int>(repeating: 0)
    for y in piece.minY...piece.maxY {
      forEachTile(of: piece, row: y, image, stride: stride, atLeast: max(low, 1)) { index, _, mask in
        var rest = mask
        while rest != 0 {
          histogram[Int(image[index + rest.trailingZeroBitCount])] += 1
          rest &= rest &- 1
        }
      }
    }
    var (count, level) = (0, 255)
    while level > Int(low) {
      count += histogram[level]
      if part * count >= piece.area { break }
      level -= 1
    }
    return level
  }
}

/// Calls back with the pixels of one row of a piece's bounding box that reach a level: the index of a tile's first pixel in the image, its column, and a
/// bit for each pixel. Whole tiles are read, so that no vector reaches beyond its row.
@inline(__always)
func forEachTile(
  of piece: ComponentSums, row y: Int, _ image: [UInt8], stride: Int, atLeast level: UInt8,
  _ body: (_ index: Int, _ x: Int, _ mask: UInt32) -> Void
) {
  let levels = PixelVector(repeating: level)
  var x = piece.minX / TilePicture.tile * TilePicture.tile
  while x <= piece.maxX {
    let index = y * stride + x
    var mask = PixelVector(image, at: index).mask(atLeast: levels)
    if x < piece.minX { mask &= ~0 &<< UInt32(piece.minX - x) }
    if x + TilePicture.tile - 1 > piece.maxX { mask &= ~(~0 &<< UInt32(piece.maxX + 1 - x)) }
    if mask != 0 { body(index, x, mask) }
    x += TilePicture.tile
  }
}

extension PieceEllipse {
  /// Sixteen directions around the ellipse.
  private static let directions: [SIMD2<Double>] = [
    SIMD2(1, 0), SIMD2(0.924, 0.383), SIMD2(0.707, 0.707), SIMD2(0.383, 0.924), SIMD2(0, 1), SIMD2(-0.383, 0.924),
    SIMD2(-0.707, 0.707), SIMD2(-0.924, 0.383), SIMD2(-1, 0), SIMD2(-0.924, -0.383), SIMD2(-0.707, -0.707),
    SIMD2(-0.383, -0.924), SIMD2(0, -1), SIMD2(0.383, -0.924), SIMD2(0.707, -0.707), SIMD2(0.924, -0.383),
  ]

  /// Places on the ellipse `scale` times as large, and `margin` pixels farther out.
  func ring(scale: Double, margin: Double) -> some Sequence<(x: Int, y: Int)> {
    let across = SIMD2(-axis.y, axis.x)
    return Self.directions.lazy.map { direction in
      let place =
        SIMD2(x, y) + axis * (direction.x * (major * scale + margin)) + across
        * (direction.y * (minor * scale + margin))
      return (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
    }
  }
}

extension Foreground {
  /// The share of a ring around a piece that is foreground by the same evidence.
  func attachment(of ellipse: PieceEllipse, _ evidence: Evidence) -> Double {
    var inside = 0
    var count = 0
    for (x, y) in ellipse.ring(scale: 1.35, margin: 2) {
      guard x >= 0, y >= 0, x < background.width, y < background.height else { continue }
      count += 1
      if isForeground(x, y, evidence) { inside += 1 }
    }
    return count > 0 ? Double(inside) / Double(count) : 0
  }

  /// The likeness of the middle of a piece to a shadow, 0 to 1: darker than the background by less than half, and of its color.
  func shade(of ellipse: PieceEllipse) -> Double {
    var (shaded, count) = (0, 0)
    for (x, y) in ellipse.ring(scale: 0.5, margin: 0) {
      count += 1
      let before = Float(background.sample(x, y))
      let darkening = before - color(x: x, y: y).x
      if darkening > 0 && darkening < 0.5 * before && chromaChange(x: x, y: y) < 0.25 * darkening { shaded += 1 }
    }
    return Double(shaded) / Double(max(count, 1))
  }

  /// The mean brightness and color of the middle of a piece.
  func color(of ellipse: PieceEllipse) -> SIMD4<Float> {
    var sum = color(x: Int(ellipse.x), y: Int(ellipse.y))
    var count: Float = 1
    for (x, y) in ellipse.ring(scale: 0.55, margin: 0) {
      sum += color(x: x, y: y)
      count += 1
    }
    return sum / count
  }
}
