// The memory of tracks that are gone, for those that begin: most live for a few frames, and none of them should allocate.

/// Keeps the lists of points of tracks that are gone for those that begin.
struct PointPool: Sendable {
  /// Lists of one size.
  private struct Shelf: Sendable {
    /// The number of points for which a list has memory from the start.
    let length: Int
    /// The number of lists that a usual film needs, and of those that are kept.
    let (usual, capacity): (Int, Int)
    private(set) var lists: [[TrackPoint]] = []
    private var isFilled = false

    init(length: Int, usual: Int, capacity: Int) {
      self.length = length
      (self.usual, self.capacity) = (usual, capacity)
    }

    /// Takes the memory that a usual film needs, once.
    mutating func fill() {
      guard !isFilled else { return }
      isFilled = true
      lists.reserveCapacity(capacity)
      for _ in 0..<usual { lists.append(.reserving(length)) }
    }

    mutating func take() -> [TrackPoint] { lists.popLast() ?? .reserving(length) }

    mutating func give(_ points: inout [TrackPoint]) {
      guard lists.count < capacity else { return }
      points.removeAll(keepingCapacity: true)
      lists.append(points)
    }
  }

  /// Few tracks have more points than the short lists hold; as many of these are kept as a busy frame has tracks.
  private var short = Shelf(length: 64, usual: 384, capacity: 512)
  /// A long track must not be kept for short ones.
  private var long = Shelf(length: 256, usual: 16, capacity: 32)

  /// Takes the memory that a usual film needs, once.
  mutating func fill() {
    short.fill()
    long.fill()
  }

  /// Returns an empty list.
  mutating func take() -> [TrackPoint] { short.take() }

  /// Returns a list with the same points, and room for more.
  mutating func copy(_ points: [TrackPoint], room: Int = 1) -> [TrackPoint] {
    let needed = points.count + room
    var list: [TrackPoint] =
      switch needed {
      case ...short.length: short.take()
      case ...long.length: long.take()
      // Twice as many, as an array grows.
      default: .reserving(2 * needed)
      }
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
    switch points.capacity {
    case short.length..<long.length: short.give(&points)
    case long.length..<2 * long.length: long.give(&points)
    default: break
    }
    points = []
  }
}
