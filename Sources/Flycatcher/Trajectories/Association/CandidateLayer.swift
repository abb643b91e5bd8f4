// The candidates of a frame as association looks them up: by what is seen of them first, from left to right.

/// The place, the size and the color of a candidate: what tells of most that they are not the same thing.
struct CandidateLook: Sendable {
  var place: SIMD2<Double>
  var radius: Double
  var color: SIMD4<Float>

  init(_ candidate: Candidate) {
    (place, radius, color) = (candidate.place, candidate.radius, candidate.color)
  }
}

/// The candidates of one frame, from left to right.
struct CandidateLayer: Sendable {
  private(set) var candidates: [Candidate] = []
  private(set) var looks: [CandidateLook] = []
  /// Whether each belongs to a track that is past its beginnings, and is explained by it as well as any can be.
  var isTaken: [Bool] = []
  private(set) var time = 0.0
  /// The film's clock, as far as is known of it, in seconds.
  private(set) var clock = 0.0
  private var order: [Int] = []

  /// - Parameter capacity: the number of candidates for which there is memory from the start.
  init(capacity: Int) {
    candidates.reserveCapacity(capacity)
    looks.reserveCapacity(capacity)
    isTaken.reserveCapacity(capacity)
    order.reserveCapacity(capacity)
  }

  /// Takes the candidates of another frame.
  mutating func take(_ candidates: [Candidate], time: Double, clock: Double) {
    order.removeAll(keepingCapacity: true)
    order.append(contentsOf: candidates.indices)
    order.insertionSort { candidates[$0].x < candidates[$1].x }
    self.candidates.removeAll(keepingCapacity: true)
    for index in order { self.candidates.append(candidates[index]) }
    looks.removeAll(keepingCapacity: true)
    for index in order { looks.append(CandidateLook(candidates[index])) }
    isTaken.fill(with: false, count: candidates.count)
    (self.time, self.clock) = (time, clock)
  }

  /// Finds what stood in the place of each candidate in an earlier frame, if nothing nearer is known. What a track explained was passing through.
  mutating func findStanding(in earlier: borrowing CandidateLayer, age: Int, grain: Double) {
    for index in candidates.indices {
      let look = looks[index]
      let reach = Candidate.Stood.reach * candidates[index].wobble(grain: grain).squareRoot()
      var nearest = candidates[index].stood.map { magnitude($0.place - look.place) } ?? reach
      for other in earlier.indices(x: look.place.x - reach...look.place.x + reach) where !earlier.isTaken[other] {
        let known = earlier.looks[other]
        let distance = magnitude(known.place - look.place)
        guard distance < nearest, known.radius < 2 * look.radius, look.radius < 2 * known.radius else { continue }
        nearest = distance
        candidates[index].stood = Candidate.Stood(place: known.place, age: age)
      }
    }
  }

  /// The candidates whose x lies in a range.
  func indices(x: ClosedRange<Double>) -> Range<Int> {
    let first = firstIndex(atLeast: x.lowerBound)
    return first..<max(firstIndex(atLeast: x.upperBound.nextUp), first)
  }

  private func firstIndex(atLeast x: Double) -> Int {
    var (low, high) = (0, candidates.count)
    while low < high {
      let middle = (low + high) / 2
      if looks[middle].place.x < x { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
