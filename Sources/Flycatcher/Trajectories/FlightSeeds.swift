// How a chain begins: three candidates of three frames that keep a possible acceleration.

/// Finds triplets and begins chains with the best of them.
struct FlightSeeds {
  /// Candidates of one frame that may be part of a triplet, and chains begun in one frame, at most.
  static let capacity = 128
  /// Farthest way from one frame to the next, as a share of the picture's width.
  private static let reach = 0.15

  private struct Seed {
    var cost: Double
    var first: Int
    var middle: Int
    var last: Int
  }

  /// The candidates of the frame before.
  private(set) var before: [Candidate] = []
  private var beforeThat: [Candidate] = []
  private var seeds: [Seed] = []
  /// For each pair of a newest candidate and one of the frame before, whether a chain ends with it.
  private var isTaken: [Bool] = []

  mutating func reset() {
    before = []
    beforeThat = []
  }

  /// Begins chains with the newest frame's candidates, unless a chain ends with the same ones already.
  ///
  /// - Parameter room: how many chains there may be in all.
  mutating func begin(
    _ candidates: [Candidate], interval: Double, pictureWidth: Double, room: Int, _ flights: inout [Flight]
  ) {
    seeds.removeAll(keepingCapacity: true)
    if !candidates.isEmpty && !before.isEmpty { mark(flights) }
    let reach = Self.reach * pictureWidth
    for (lastIndex, last) in candidates.prefix(Self.capacity).enumerated() {
      for (middleIndex, middle) in before.prefix(Self.capacity).enumerated() {
        let (dx, dy) = (last.x - middle.x, last.y - middle.y)
        guard dx * dx + dy * dy < reach * reach, let looks = Flight.unlikeness(last, middle), looks < 5,
          !isTaken[lastIndex * Self.capacity + middleIndex]
        else { continue }
        complete(last, lastIndex, middle, middleIndex, looks: looks)
      }
    }
    seeds.sort { $0.cost < $1.cost }
    for seed in seeds.prefix(max(min(Self.capacity, room - flights.count), 0)) {
      flights.append(Flight([beforeThat[seed.first], before[seed.middle], candidates[seed.last]], interval: interval))
    }
    swap(&before, &beforeThat)
    before.removeAll(keepingCapacity: true)
    before.append(contentsOf: candidates)
  }

  /// Marks the pairs that a chain ends with.
  private mutating func mark(_ flights: [Flight]) {
    isTaken.removeAll(keepingCapacity: true)
    isTaken.append(contentsOf: repeatElement(false, count: Self.capacity * Self.capacity))
    for flight in flights where flight.misses == 0 && flight.points.count >= 2 {
      let (last, middle) = (flight.newest.number, flight.points[flight.points.count - 2].number)
      if last < Self.capacity && middle < Self.capacity { isTaken[last * Self.capacity + middle] = true }
    }
  }

  private mutating func complete(
    _ last: Candidate, _ lastIndex: Int, _ middle: Candidate, _ middleIndex: Int, looks: Double
  ) {
    guard let earlier = beforeThat.first else { return }
    let ratio = (middle.time - earlier.time) / max(last.time - middle.time, 1e-9)
    let expected = SIMD2(middle.x - (last.x - middle.x) * ratio, middle.y - (last.y - middle.y) * ratio)
    // Gravity bends the path by less than a radius a frame, and downward more than sideways.
    let tolerance = 1.5 + 0.9 * last.radius + 2 * last.noise
    for (firstIndex, first) in beforeThat.prefix(Self.capacity).enumerated() {
      let off = SIMD2(first.x - expected.x, first.y - expected.y) / SIMD2(0.7 * tolerance, tolerance)
      guard abs(off.x) < 1, abs(off.y) < 1, let more = Flight.unlikeness(first, middle), more < 5 else { continue }
      let net = SIMD2(last.x - first.x, last.y - first.y)
      guard (net * net).sum() > 1 + 0.04 * last.radius * last.radius else { continue }
      seeds.append(
        Seed(cost: looks + more + (off * off).sum(), first: firstIndex, middle: middleIndex, last: lastIndex))
    }
  }
}
