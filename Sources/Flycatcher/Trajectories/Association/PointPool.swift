// The memory of tracks that are gone, for those that begin: most live for a few frames, and none of them should allocate.

/// Keeps the lists of points of tracks that are gone for those that begin.
struct PointPool: Sendable {
  /// The number of points for which a list has memory from the start; few tracks have more.
  private static let usualLength = 64
  /// The number of points beyond which the memory of a list is given back: a long track must not be kept for short ones.
  private static let longest = 256
  /// The number of lists that are kept: those of all tracks of a busy frame.
  private static let capacity = 512

  private var lists: [[TrackPoint]] = []
  /// Whether the lists that a usual film needs have been made.
  private var isFilled = false

  /// The number of those lists.
  private static let usualCount = 352

  /// Returns an empty list.
  mutating func take() -> [TrackPoint] {
    if !isFilled {
      isFilled = true
      lists.reserveCapacity(Self.capacity)
      for _ in 0..<Self.usualCount { lists.append(.reserving(Self.usualLength)) }
    }
    return lists.popLast() ?? .reserving(Self.usualLength)
  }

  /// Returns a list with the same points.
  mutating func copy(_ points: [TrackPoint]) -> [TrackPoint] {
    var list = take()
    list.append(contentsOf: points)
    return list
  }

  /// Takes back a list of points, which is empty then.
  mutating func give(_ points: inout [TrackPoint]) {
    if lists.count < Self.capacity && (Self.usualLength...Self.longest).contains(points.capacity) {
      points.removeAll(keepingCapacity: true)
      lists.append(points)
    }
    points = []
  }
}
