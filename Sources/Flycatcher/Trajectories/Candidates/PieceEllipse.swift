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

  /// Whether it may be one round thing.
  var isCompact: Bool { fill > 0.75 && major < 2.2 * minor }
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
  /// The area in analyzed pixels above which the places inside a piece count alike.
  private static let largeArea = 60

  /// A piece once more, by those of its pixels that differ at least by a share of what its strongest ones do: without the haze that a codec, a
  /// lens or a shadow leaves around a thing.
  ///
  /// The sums of all pixels in the piece's bounding box; as they are where the box is larger than `largestSide`.
  func refined(_ piece: ComponentSums, _ evidence: Evidence, share: Double, largestSide: Int) -> ComponentSums {
    let (width, height) = (piece.maxX - piece.minX + 1, piece.maxY - piece.minY + 1)
    guard max(width, height) <= largestSide else { return piece }
    let scanner = evidence == .neighbors ? fast : slow
    let stride = background.stride
    var histogram = [Int](repeating: 0, count: 256)
    var count = 0
    for y in piece.minY...piece.maxY {
      for x in piece.minX...piece.maxX {
        histogram[Int(scanner.image[y * stride + x])] += 1
      }
    }
    let low = Int(scanner.threshold(background.tile(of: piece)))
    // The level that a fifth of the piece's pixels reach.
    var level = 255
    while level > low {
      count += histogram[level]
      if 5 * count >= piece.area { break }
      level -= 1
    }
    // A large thing has a lit and a dark side: its shape tells its place better than its brightness does.
    let isLarge = piece.area > Self.largeArea
    let threshold = max(low, Int(Double(level) * share * (isLarge ? 0.75 : 1)))
    var sums = ComponentSums(strong: piece.strong)
    for y in piece.minY...piece.maxY {
      for x in piece.minX...piece.maxX {
        let value = Int(scanner.image[y * stride + x])
        if value >= threshold { sums.add(x, y, weight: Double(min(value, (isLarge ? 1 : 2) * threshold))) }
      }
    }
    return sums.area > 0 ? sums : piece
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
