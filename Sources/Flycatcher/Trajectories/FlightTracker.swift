// Links candidates of successive frames to flights: triplets that keep an acceleration begin a chain, predictions
// carry it on, and a chain
// that has become sure is a flight.

/// Where a flight should be seen next, in pixels of the upright picture.
struct ExpectedPlace: Sendable {
  var x: Double
  var y: Double
  var radius: Double
  /// How far off it may be.
  var reach: Double
}

/// All chains that are being followed, the believed ones (flights) among them.
struct FlightTracker {
  /// What a chain must be to be believed.
  struct Rules {
    var length: Int
    var minimumConfidence: Double
    /// Radii in pixels.
    var radii: ClosedRange<Double>
    var pictureWidth: Double
    var pictureHeight: Double
  }

  /// How long a flight may be out of sight, in seconds, and still go on where it must have gone.
  static let bridge = 0.6
  /// How long, in seconds, after it was last seen a flight is over: long enough for one that comes back from behind something to be believed.
  static let memory = 0.9
  /// The same where it went out of the picture.
  private static let shortMemory = 0.3
  /// For how long, in seconds, a picture may come again before it counts as one in which nothing moves.
  static let repetition = 0.2
  /// How many chains are looked for in large moving pieces where they should be.
  private static let mostExpected = 6
  /// How many chains are followed at once at most.
  static let capacity = 512
  /// A flight longer than this is ended and begun anew, so that nothing grows with the stream.
  static let longest = 4096

  private(set) var flights: [Flight] = []
  /// The believed flights that came to their end with the newest frame.
  private(set) var ended: [Flight] = []
  private var seeds = FlightSeeds()
  /// Which of the newest candidates a flight keeps to itself.
  private var isTaken: [Bool] = []

  mutating func reset() {
    flights = []
    ended = []
    seeds.reset()
  }

  /// Ends everything.
  mutating func finish() {
    ended = flights.filter { $0.uuid != nil }
    flights = []
    seeds.reset()
  }

  /// Takes in a frame that shows the picture before once more: nothing has become known.
  mutating func skip() { ended.removeAll(keepingCapacity: true) }

  /// Whether the candidates are those of the frame before, as where a camera or a converter repeats a picture to keep up its rate: nothing
  /// has moved at all, or whatever flew has stopped at once.
  func isRepeat(_ candidates: [Candidate]) -> Bool {
    guard let time = candidates.first?.time, let before = seeds.before.first?.time, time - before < Self.repetition
    else { return false }
    let moving = flights.filter { flight in
      guard flight.points.count >= 4, flight.newest.time == before else { return false }
      return (flight.fits.x.speed.magnitude + flight.fits.y.speed.magnitude) * (time - before) > 1 + 0.1 * flight.radius
    }
    let stays = { (one: Candidate) in candidates.contains { one.isRepeat(of: $0) } }
    if !moving.isEmpty { return moving.allSatisfy { stays($0.newest) } }
    return candidates.count == seeds.before.count && seeds.before.allSatisfy(stays)
  }

  /// Takes in the next frame's candidates.
  ///
  /// - Parameter interval: seconds since the analyzed frame before.
  mutating func advance(_ candidates: [Candidate], time: Double, interval: Double, rules: Rules) {
    ended.removeAll(keepingCapacity: true)
    extend(candidates, time: time, interval: interval)
    split(interval: interval)
    handOn(rules, time: time, interval: interval)
    prune()
    seeds.begin(candidates, interval: interval, pictureWidth: rules.pictureWidth, room: Self.capacity, &flights)
    believe(rules, interval: interval)
  }

  /// Where the flights should be at a time: the first few. Chains that are not yet believed must find their way alone: what is looked for
  /// is found, and would count as evidence.
  func expectations(at time: Double) -> [ExpectedPlace] {
    flights.lazy.filter { $0.uuid != nil && $0.misses <= $0.patience }
      .prefix(Self.mostExpected)
      .map { flight in
        let place = flight.expectation(at: time)
        return ExpectedPlace(
          x: place.x, y: place.y, radius: flight.radius,
          reach: 2 * max(place.varianceX, place.varianceY).squareRoot() + 2)
      }
  }

  /// Gives each chain the candidate that fits it best; flights choose first, and keep what they chose to themselves.
  private mutating func extend(_ candidates: [Candidate], time: Double, interval: Double) {
    isTaken.removeAll(keepingCapacity: true)
    isTaken.append(contentsOf: repeatElement(false, count: candidates.count))
    for believed in [true, false] {
      for index in flights.indices where (flights[index].uuid != nil) == believed {
        flights[index].isNew = false
        flights[index].age += 1
        guard flights[index].misses <= flights[index].patience, flights[index].points.count < Self.longest,
          let best = best(for: flights[index], candidates, time: time)
        else {
          flights[index].misses += 1
          continue
        }
        flights[index].append(candidates[best], interval: interval)
        if believed { isTaken[best] = true }
      }
    }
  }

  private func best(for flight: Flight, _ candidates: [Candidate], time: Double) -> Int? {
    let expected = flight.expectation(at: time)
    var best: Int?
    var least = Double.infinity
    for (number, candidate) in candidates.enumerated() where !isTaken[number] {
      if let cost = flight.cost(of: candidate, expected), cost < least {
        least = cost
        best = number
      }
    }
    return best
  }

  /// Ends flights where their speed has jumped; what follows begins anew.
  private mutating func split(interval: Double) {
    for index in flights.indices where flights[index].misses == 0 {
      let flight = flights[index]
      guard let first = MotionBreak.find(in: flight) else { continue }
      if flight.uuid != nil { ended.append(flight.prefix(first, interval: interval)) }
      flights[index] = Flight(Array(flight.points[first...]), interval: interval)
    }
  }

  /// Ends the flights that have been out of sight for too long, unless a companion saw them on.
  private mutating func handOn(_ rules: Rules, time: Double, interval: Double) {
    for index in flights.indices {
      let flight = flights[index]
      guard flight.uuid != nil, flight.misses > flight.patience, time - flight.newest.time > Self.shortMemory else {
        continue
      }
      guard
        time - flight.newest.time > Self.memory
          || flight.leaves(width: rules.pictureWidth, height: rules.pictureHeight)
      else { continue }
      flights[index].uuid = nil
      if let heir = flights.firstIndex(where: { $0.isHeir(of: flight) }) {
        flights[heir] = flight.continued(by: flights[heir], interval: interval)
      } else {
        ended.append(flight)
      }
    }
  }

  /// Drops the chains that have missed too often, and of those with the same newest points all but the first, which is
  /// the longest.
  private mutating func prune() {
    var kept = 0
    for index in flights.indices {
      let flight = flights[index]
      let goesOn =
        flight.uuid != nil
        || flight.misses <= flight.patience && !flights[..<kept].contains { flight.isTwin(of: $0) }
      guard goesOn else { continue }
      flights.swapAt(index, kept)
      kept += 1
    }
    flights.removeLast(flights.count - kept)
  }

  /// Believes the chains that are long and sure enough; of companions the largest, for the others are parts of it.
  private mutating func believe(_ rules: Rules, interval: Double) {
    var sure: [(index: Int, weight: Double)] = []
    for (index, flight) in flights.enumerated()
    where flight.uuid == nil && flight.misses == 0 && flight.points.count >= rules.length
      && rules.radii.contains(flight.radius)
    {
      let confidence = FlightConfidence(flight, pictureWidth: rules.pictureWidth).value
      if confidence >= rules.minimumConfidence { sure.append((index, confidence * flight.radius)) }
    }
    guard !sure.isEmpty else { return }
    sure.sort { $0.weight > $1.weight }
    for (index, _) in sure {
      let known = flights.indices.filter { flights[$0].uuid != nil }
      let hasCompanion = known.contains {
        flights[$0].misses <= flights[$0].patience && flights[index].isCompanion(of: flights[$0])
      }
      if hasCompanion { continue }
      let earlier = known.first {
        flights[$0].misses > 0
          && (flights[index].isHeir(of: flights[$0]) || flights[index].isWhole(of: flights[$0])
            || flights[$0].leads(to: flights[index], interval: interval))
      }
      if let earlier {
        flights[index] = flights[earlier].continued(by: flights[index], interval: interval)
        flights[earlier].uuid = nil
        flights[earlier].misses = .max / 2
      } else {
        flights[index].uuid = ObservationUUID()
        flights[index].isNew = true
      }
    }
    flights.removeAll { $0.uuid == nil && $0.misses > $0.patience }
  }
}
