// Links candidates of successive frames to flights: triplets that keep an acceleration begin one, predictions carry it on.

/// All flights that are being followed, those not yet believed among them.
struct FlightTracker {
  /// How many chains are followed at once at most.
  static let capacity = 512
  /// Candidates of one frame that may begin a chain.
  static let seedCapacity = 128

  /// A triplet that may begin a chain.
  private struct Seed {
    var cost: Double
    var first: Int
    var middle: Int
    var last: Int
  }

  private(set) var flights: [Flight] = []
  private var seeds: [Seed] = []
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
    split(interval: interval, isOver)
    prune(interval: interval, isOver)
    seed(candidates, time: time, interval: interval)
    beforeThat = before
    before = candidates
  }

  /// Gives each flight the candidate that fits it best; believed flights choose first, and keep what they chose to themselves.
  private mutating func extend(_ candidates: [Candidate], time: Double, interval: Double, users: inout [Int]) {
    flights.sort { ($0.uuid != nil ? 1 : 0, $0.points.count) > ($1.uuid != nil ? 1 : 0, $1.points.count) }
    for index in flights.indices {
      var best: (cost: Double, candidate: Int)?
      let expected = flights[index].expectation(at: time)
      for (number, candidate) in candidates.enumerated() where users[number] == 0 {
        guard let cost = flights[index].cost(of: candidate, expected), cost < best?.cost ?? .infinity else { continue }
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

  /// Ends flights where their speed has jumped; what follows begins anew.
  private mutating func split(interval: Double, _ isOver: (Flight) -> Void) {
    for index in flights.indices where flights[index].misses == 0 {
      let flight = flights[index]
      guard let first = MotionBreak.find(in: flight.points, noise: flight.noise, radius: flight.radius) else { continue }
      if flight.uuid != nil { isOver(flight.prefix(first, interval: interval)) }
      flights[index] = Flight(Array(flight.points[first...]), interval: interval)
    }
  }

  /// Drops what has missed too often, and of chains with the same newest points all but the longest.
  private mutating func prune(interval: Double, _ isOver: (Flight) -> Void) {
    var kept: [Flight] = []
    kept.reserveCapacity(flights.count)
    for index in flights.indices where flights[index].uuid != nil && flights[index].misses > flights[index].patience {
      let flight = flights[index]
      if let heir = flights.indices.first(where: { isHeir($0, of: flight) }) {
        flights[heir] = flight.continued(by: flights[heir], interval: interval)
        flights[index].uuid = nil
      } else {
        isOver(flight)
      }
    }
    for flight in flights where flight.misses <= flight.patience {
      let isTwin = flight.uuid == nil && kept.contains { flight.isTwin(of: $0) }
      if !isTwin { kept.append(flight) }
    }
    flights = kept
  }

  private func isHeir(_ index: Int, of flight: Flight) -> Bool {
    flights[index].uuid == nil && flights[index].misses == 0 && flights[index].points.count >= 5
      && flights[index].isCompanion(of: flight)
  }

  /// Begins chains with the triplets that keep a possible acceleration best and that no chain ends with already.
  private mutating func seed(_ candidates: [Candidate], time: Double, interval: Double) {
    seeds.removeAll(keepingCapacity: true)
    let reach = 0.15 * pictureWidth
    for (lastIndex, last) in candidates.prefix(Self.seedCapacity).enumerated() {
      for (middleIndex, middle) in before.prefix(Self.seedCapacity).enumerated() {
        let step = SIMD2(last.x - middle.x, last.y - middle.y)
        guard (step * step).sum() < reach * reach, let looks = Flight.unlikeness(last, middle), looks < 5,
          !isTaken(last, middle)
        else { continue }
        let ratio = (middle.time - (beforeThat.first?.time ?? middle.time)) / max(last.time - middle.time, 1e-9)
        let expected = SIMD2(middle.x - step.x * ratio, middle.y - step.y * ratio)
        let tolerance = 1.5 + 0.9 * last.radius + 2 * last.noise
        for (firstIndex, first) in beforeThat.prefix(Self.seedCapacity).enumerated() {
          let off = SIMD2(first.x - expected.x, first.y - expected.y) / SIMD2(0.7 * tolerance, tolerance)
          guard abs(off.x) < 1, abs(off.y) < 1, let more = Flight.unlikeness(first, middle), more < 5 else { continue }
          let net = SIMD2(last.x - first.x, last.y - first.y)
          guard (net * net).sum() > 1 + 0.04 * last.radius * last.radius else { continue }
          seeds.append(Seed(cost: looks + more + (off * off).sum(), first: firstIndex, middle: middleIndex, last: lastIndex))
        }
      }
    }
    seeds.sort { $0.cost < $1.cost }
    for seed in seeds.prefix(max(min(Self.seedCapacity, Self.capacity - flights.count), 0)) {
      flights.append(Flight([beforeThat[seed.first], before[seed.middle], candidates[seed.last]], interval: interval))
    }
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
    let known = flights.indices.filter { flights[$0].uuid != nil }
    for (index, _) in sure where !(known + begun).contains(where: { flights[index].isCompanion(of: flights[$0]) }) {
      flights[index].uuid = ObservationUUID()
      flights[index].isNew = true
      begun.append(index)
    }
  }
}
