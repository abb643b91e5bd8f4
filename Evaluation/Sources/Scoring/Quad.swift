// Convex quadrilaterals: how far two of them overlap, and how far apart their corners are.

/// Four corners in pixels, in order around the shape.
public struct Quad: Hashable, Sendable {
  public var corners: [Place]

  public init(_ corners: [Place]) { self.corners = corners }

  /// - Parameter numbers: four times `[x, y]`; `nil` for anything else.
  public init?(_ numbers: [[Double]]) {
    guard numbers.count == 4, numbers.allSatisfy({ $0.count == 2 }) else { return nil }
    corners = numbers.map { Place($0[0], $0[1]) }
  }

  /// The corners that a line claims; `nil` where there are none or the rectangle is said to be gone.
  init?(_ line: ObservationLine, width: Double, height: Double) {
    guard !line.isGone, let corners = line.corners else { return nil }
    let places = ["topLeft", "topRight", "bottomRight", "bottomLeft"].compactMap { corners[$0] }
    guard places.count == 4 else { return nil }
    self.corners = places.map { Place($0.x * width, $0.y * height) }
  }

  /// Intersection over union; 0 where one of the two is not convex.
  public func overlap(_ other: Quad) -> Double {
    guard isConvex(corners), isConvex(other.corners) else { return 0 }
    let (a, b) = (clockwise(corners), clockwise(other.corners))
    guard signedArea(a) > 0, signedArea(b) > 0 else { return 0 }
    let common = signedArea(intersection(a, b))
    return common > 0 ? common / (signedArea(a) + signedArea(b) - common) : 0
  }

  /// The mean distance of the four corners from those of another.
  ///
  /// - Parameter anyOrder: takes the best of the eight ways to number the corners.
  public func cornerDistance(_ other: Quad, anyOrder: Bool) -> Double {
    var orders = [corners]
    if anyOrder {
      orders = (0..<4).map { Array(corners[$0...] + corners[..<$0]) }
      orders += orders.map { $0.reversed() }
    }
    return orders.map { order in
      zip(order, other.corners).reduce(0) { $0 + $1.0.distance(to: $1.1) } / 4
    }.min() ?? .infinity
  }
}

/// Positive where the corners run clockwise on the screen.
private func signedArea(_ polygon: [Place]) -> Double {
  polygon.indices.reduce(0) { sum, index in
    let (a, b) = (polygon[(index + polygon.count - 1) % polygon.count], polygon[index])
    return sum + (a.x * b.y - b.x * a.y) / 2
  }
}

private func clockwise(_ polygon: [Place]) -> [Place] { signedArea(polygon) > 0 ? polygon : polygon.reversed() }

private func isConvex(_ polygon: [Place]) -> Bool {
  let turns = polygon.indices.map { index in
    let count = polygon.count
    let (a, b, c) = (polygon[(index + count - 2) % count], polygon[(index + count - 1) % count], polygon[index])
    return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
  }
  return turns.allSatisfy { $0 >= 0 } || turns.allSatisfy { $0 <= 0 }
}

/// The part of one clockwise convex polygon inside another (Sutherland, Hodgman 1974).
private func intersection(_ polygon: [Place], _ window: [Place]) -> [Place] {
  var polygon = polygon
  for index in window.indices {
    let (a, b) = (window[(index + window.count - 1) % window.count], window[index])
    let side = polygon.map { (b.x - a.x) * ($0.y - a.y) - (b.y - a.y) * ($0.x - a.x) }
    var kept: [Place] = []
    for j in polygon.indices {
      let before = (j + polygon.count - 1) % polygon.count
      if (side[before] < 0) != (side[j] < 0) {
        let share = side[before] / (side[before] - side[j])
        kept.append(
          Place(
            polygon[before].x + share * (polygon[j].x - polygon[before].x),
            polygon[before].y + share * (polygon[j].y - polygon[before].y)))
      }
      if side[j] >= 0 { kept.append(polygon[j]) }
    }
    polygon = kept
    if polygon.count < 3 { return [] }
  }
  return polygon
}
