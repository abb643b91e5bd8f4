// What the border of the picture leaves of a round thing that comes in or goes out.
import Glibc

/// Sides of the picture.
struct PictureSides: OptionSet, Sendable {
  let rawValue: Int

  static let left = PictureSides(rawValue: 1)
  static let top = PictureSides(rawValue: 2)
  static let right = PictureSides(rawValue: 4)
  static let bottom = PictureSides(rawValue: 8)
}

extension Foreground {
  /// The sides of the frame, or of the background, at which a piece ends.
  func sides(at piece: ComponentSums) -> PictureSides {
    var sides: PictureSides = []
    if piece.minX == 0 { sides.insert(.left) }
    if piece.minY == 0 { sides.insert(.top) }
    if piece.maxX >= width - 1 { sides.insert(.right) }
    if piece.maxY >= height - 1 { sides.insert(.bottom) }
    guard !registration.isStill else { return sides }
    let first = SIMD2(Double(piece.minX), Double(piece.minY))
    let end = SIMD2(Double(piece.maxX + 1), Double(piece.maxY + 1))
    let middle = (first + end) / 2
    if registration.place(of: SIMD2(first.x, middle.y)).x < 1 { sides.insert(.left) }
    if registration.place(of: SIMD2(middle.x, first.y)).y < 1 { sides.insert(.top) }
    // The last sample that a displaced frame shows has a neighbor to lie between.
    if registration.place(of: SIMD2(end.x, middle.y)).x > Double(width) - 2 { sides.insert(.right) }
    if registration.place(of: SIMD2(middle.x, end.y)).y > Double(height) - 2 { sides.insert(.bottom) }
    return sides
  }
}

/// The part of a circle with the radius 1 that a line leaves.
private struct Segment {
  /// The area, the distance of the centroid from the line, and the variances of the places along the line and across it.
  let area: Double
  let depth: Double
  let variance: (along: Double, across: Double)

  /// - Parameter inside: the distance of the circle's center from the line, 0 to 1, in the segment.
  init(inside: Double) {
    let halfChord = max(1 - inside * inside, 0).squareRoot()
    let angle = asin(inside)
    let cube = halfChord * halfChord * halfChord
    // The integrals of the chord 2 √(1 − u²), and of it with u and u², from the line on.
    area = Double.pi / 2 + inside * halfChord + angle
    let mean = 2 * cube / 3 / area
    let square = (Double.pi / 8 + angle / 4 + inside * halfChord / 4 - inside * cube / 2) / area
    depth = inside + mean
    let along = (Double.pi / 8 + inside * cube / 6 + (inside * halfChord + angle) / 4) / area
    variance = (along, square - mean * mean)
  }

  /// How far inside the circle's center is, of the segment whose centroid is as far from the line, in standard deviations along it; `nil` where it is
  /// outside, or nothing is cut off.
  static func inside(depthOverDeviation: Double) -> Double? {
    func excess(_ inside: Double) -> Double {
      let segment = Segment(inside: inside)
      return segment.depth / segment.variance.along.squareRoot() - depthOverDeviation
    }
    var range = 0.0...1.0
    guard excess(range.lowerBound) <= 0, excess(range.upperBound) > 0 else { return nil }
    for _ in 0..<12 {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = excess(middle) < 0 ? middle...range.upperBound : range.lowerBound...middle
    }
    return (range.lowerBound + range.upperBound) / 2
  }
}

extension ComponentSums {
  /// The part of its area, and of its variance across the border, by which a piece may differ from the segment that it is taken for.
  private static let tolerance = 0.2

  /// The circle that one side of the picture cuts a piece off; `nil` where the piece is no such segment, or less than half of it is left.
  ///
  /// It is the one of which a segment has the same distance from the border and the same variance along it: a blur changes those less than the ends.
  func circle(cutAt side: PictureSides) -> PieceEllipse? {
    guard weight > 0, !side.isEmpty else { return nil }
    let center = SIMD2(x, y) / weight + 0.5
    // A pixel is a square, as it is in the ellipse.
    let variance = SIMD2(xx / weight - square(x / weight), yy / weight - square(y / weight)) + 1.0 / 12
    var inward = SIMD2<Double>()
    let depth: Double
    switch side {
    case .left: (inward.x, depth) = (1, center.x - Double(minX))
    case .top: (inward.y, depth) = (1, center.y - Double(minY))
    case .right: (inward.x, depth) = (-1, Double(maxX + 1) - center.x)
    case .bottom: (inward.y, depth) = (-1, Double(maxY + 1) - center.y)
    default: return nil
    }
    let (along, across) = inward.x == 0 ? (variance.x, variance.y) : (variance.y, variance.x)
    guard let inside = Segment.inside(depthOverDeviation: depth / along.squareRoot()) else { return nil }
    let segment = Segment(inside: inside)
    let radius = (along / segment.variance.along).squareRoot()
    let share = (
      area: Double(area) / (segment.area * square(radius)), across: across / (segment.variance.across * square(radius))
    )
    guard abs(share.area - 1) < Self.tolerance, abs(share.across - 1) < Self.tolerance else { return nil }
    let place = center + inward * (inside * radius - depth)
    return PieceEllipse(x: place.x, y: place.y, major: radius, minor: radius, axis: SIMD2(1, 0), fill: 1)
  }
}
