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
    fill()
    return lists.popLast() ?? .reserving(Self.usualLength)
  }

  private mutating func fill() {
    guard !isFilled else { return }
    isFilled = true
    lists.reserveCapacity(Self.capacity)
    for _ in 0..<Self.usualCount { lists.append(.reserving(Self.usualLength)) }
  }

  /// Returns an empty list with room for so many points.
  private mutating func take(roomFor count: Int) -> [TrackPoint] {
    guard count > Self.usualLength else { return take() }
    fill()
    guard let index = lists.firstIndex(where: { $0.capacity >= count }) else { return .reserving(2 * count) }
    lists.swapAt(index, lists.count - 1)
    return lists.removeLast()
  }

  /// Returns a list with the same points, and room for one more.
  mutating func copy(_ points: [TrackPoint]) -> [TrackPoint] {
    var list = take(roomFor: points.count + 1)
    list.append(contentsOf: points)
    return list
  }

  /// Makes room for one more point in a list.
  mutating func makeRoom(in points: inout [TrackPoint]) {
    guard points.count == points.capacity else { return }
    var longer = copy(points)
    swap(&points, &longer)
    give(&longer)
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
