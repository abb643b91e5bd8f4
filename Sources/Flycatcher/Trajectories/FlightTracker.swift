// Links candidates of successive frames to flights: triplets that keep an acceleration begin one, predictions carry it on.

/// All flights that are being followed, those not yet believed among them.
struct FlightTracker {
  /// How many chains are followed at once at most.
  static let capacity = 512
  /// Candidates of one frame that may begin a chain.
  static let seedCapacity = 96

  private(set) var flights: [Flight] = []
  private var before: [Candidate] = []
  private var beforeThat: [Candidate] = []
  private var pictureWidth = 0.0

  mutating func reset() {
    flights = []
    before = []
    beforeThat = []
  }

  /// Takes in the next frame's candidates.
  ///
  /// - Parameters:
  ///   - interval: seconds since the analyzed frame before.
  ///   - isOver: told of each flight that has come to its end.
  mutating func advance(
    _ candidates: [Candidate], time: Double, interval: Double, pictureWidth: Double, isOver: (Flight) -> Void
  ) {
    self.pictureWidth = pictureWidth
    var users = [Int](repeating: 0, count: candidates.count)
    extend(candidates, time: time, interval: interval, users: &users)
    prune(isOver)
    seed(candidates, time: time, interval: interval)
    beforeThat = before
    before = candidates
  }

  /// Gives each flight the candidate that fits it best; believed flights choose first, and keep what they chose to themselves.
  private mutating func extend(_ candidates: [Candidate], time: Double, interval: Double, users: inout [Int]) {
    flights.sort { ($0.uuid != nil ? 1 : 0, $0.points.count) > ($1.uuid != nil ? 1 : 0, $1.points.count) }
    for index in flights.indices {
      var best: (cost: Double, candidate: Int)?
      for (number, candidate) in candidates.enumerated() where users[number] == 0 {
        guard let cost = flights[index].cost(of: candidate, at: time), cost < best?.cost ?? .infinity else { continue }
        best = (cost, number)
      }
      flights[index].age += 1
      if let best {
        flights[index].append(candidates[best.candidate], interval: interval)
        if flights[index].uuid != nil { users[best.candidate] = 1 }
      } else {
        flights[index].misses += 1
      }
    }
  }

  /// Drops what has missed too often, and of chains with the same newest points all but the longest.
  private mutating func prune(_ isOver: (Flight) -> Void) {
    var kept: [Flight] = []
    kept.reserveCapacity(flights.count)
    for flight in flights {
      let patience = flight.points.count < 4 ? 0 : flight.points.count < 5 ? 1 : flight.points.count < 8 ? 2 : 3
      if flight.misses > patience {
        isOver(flight)
        continue
      }
      let isTwin = kept.contains { other in
        other.misses == flight.misses && other.newest.x == flight.newest.x && other.newest.y == flight.newest.y
          && other.points.count >= 2 && flight.points.count >= 2
          && other.points[other.points.count - 2].x == flight.points[flight.points.count - 2].x
      }
      let isFollowed = flight.uuid == nil && kept.contains { $0.uuid != nil && flight.isCompanion(of: $0) }
      if (!isTwin && !isFollowed) || flight.uuid != nil { kept.append(flight) }
    }
    flights = kept
  }

  /// Begins a chain with each triplet that keeps a possible acceleration and that no chain ends with already.
  private mutating func seed(_ candidates: [Candidate], time: Double, interval: Double) {
    let reach = 0.15 * pictureWidth
    for last in candidates.prefix(Self.seedCapacity) {
      for middle in before.prefix(Self.seedCapacity) {
        let step = SIMD2(last.x - middle.x, last.y - middle.y)
        guard (step * step).sum() < reach * reach, isAlike(last, middle), !isTaken(last, middle) else { continue }
        let ratio = (middle.time - (beforeThat.first?.time ?? middle.time)) / max(last.time - middle.time, 1e-9)
        let expected = SIMD2(middle.x - step.x * ratio, middle.y - step.y * ratio)
        let tolerance = 1.5 + 0.9 * last.radius + 2 * last.noise
        for first in beforeThat.prefix(Self.seedCapacity) {
          let off = SIMD2(first.x - expected.x, first.y - expected.y)
          guard abs(off.x) < tolerance * 0.7, abs(off.y) < tolerance, isAlike(first, last) else { continue }
          let net = SIMD2(last.x - first.x, last.y - first.y)
          guard (net * net).sum() > 1 + 0.04 * last.radius * last.radius else { continue }
          guard flights.count < Self.capacity else { return }
          flights.append(Flight([first, middle, last], interval: interval))
        }
      }
    }
  }

  private func isAlike(_ one: Candidate, _ other: Candidate) -> Bool {
    Flight.unlikeness(one, other).map { $0 < 5 } ?? false
  }

  private func isTaken(_ last: Candidate, _ middle: Candidate) -> Bool {
    flights.contains { flight in
      guard flight.misses == 0, flight.points.count >= 3 else { return false }
      let previous = flight.points[flight.points.count - 2]
      return flight.newest.x == last.x && flight.newest.y == last.y && previous.x == middle.x && previous.y == middle.y
    }
  }

  /// Believes the chains that are long and sure enough; of companions the largest, for the others are parts of it.
  mutating func begin(length: Int, minimumConfidence: Double) {
    for index in flights.indices { flights[index].isNew = false }
    var sure: [(index: Int, confidence: Double)] = []
    for (index, flight) in flights.enumerated()
    where flight.uuid == nil && flight.misses == 0 && flight.points.count >= length {
      let confidence = FlightConfidence(flight, pictureWidth: pictureWidth).value
      if confidence >= minimumConfidence { sure.append((index, confidence)) }
    }
    sure.sort { flights[$0.index].radius * $0.confidence > flights[$1.index].radius * $1.confidence }
    var begun: [Int] = []
    for (index, _) in sure where !begun.contains(where: { flights[index].isCompanion(of: flights[$0]) }) {
      flights[index].uuid = ObservationUUID()
      flights[index].isNew = true
      begun.append(index)
    }
  }
}
