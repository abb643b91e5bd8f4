// Boxes and objects of a frame: each place is one object's.

extension ObjectTracker {
  /// Gives each place on which several objects have come to lie to one of them.
  ///
  /// All objects are assigned at once, so that the sum of their log-odds is greatest: each to one of the places on which it may lie,
  /// or to the place to which its motion leads. What a person or a detector has put on one place stays there.
  mutating func assignPlaces() {
    guard objects.count > 1 else { return }
    var conflicts: [Int] = []
    for index in objects.indices where objects[index].claimsPlace {
      let isShared = objects.indices.contains { $0 != index && isContested(index, $0) }
      if isShared { conflicts.append(index) }
    }
    guard !conflicts.isEmpty else { return }
    // The likeliest box stands for its place.
    conflicts.sort { objects[$0].placeLogOdds > objects[$1].placeLogOdds }
    var places: [Int] = []
    for index in conflicts where !places.contains(where: { isContested(index, $0) }) { places.append(index) }
    let costs = conflicts.indices.map { row in
      let index = conflicts[row]
      let taken = places.map { place in
        place == index || isContested(index, place) ? -objects[index].placeLogOdds : Self.impossible
      }
      let own = conflicts.indices.map { $0 == row ? -TrackedObject.extrapolatedLogOdds : Self.impossible }
      return taken + own
    }
    for (row, column) in Assignment(costs).columns.enumerated() where column >= places.count {
      objects[conflicts[row]].yieldPlace()
    }
  }

  /// The cost of a place on which an object does not lie; more than log-odds can make up for.
  private static let impossible = 1e6

  /// Whether two objects have come to lie on one place by themselves.
  private func isContested(_ first: Int, _ second: Int) -> Bool {
    objects[second].claimsPlace && sharesPlace(first, second)
      && !objects[first].colocated.contains(objects[second].uuid)
      && !objects[second].colocated.contains(objects[first].uuid)
  }

  /// Takes note of the objects on whose place another was put by someone who knows.
  mutating func noteColocated(with index: Int) {
    let others = objects.indices.filter { $0 != index && sharesPlace($0, index) }
    objects[index].colocated = others.map { objects[$0].uuid }
  }

  private func sharesPlace(_ first: Int, _ second: Int) -> Bool {
    Self.overlap(geometry.upright(objects[first].box), geometry.upright(objects[second].box)) > parameters.places.shared
  }
}

extension TrackedObject {
  /// Whether the object is followed into a box of its own finding.
  var claimsPlace: Bool { !isMissing && !isPlacedAnew }

  /// The log-odds that the box lies on the object, by the measurements and by the motion of the object before.
  ///
  /// The motion of a frame is expected to differ from that of the frame before by as much as the object usually moves.
  var placeLogOdds: Double {
    let deviation = max(usualSpeed * seconds, parameters.places.deviation) * expected.size
    let (x, y) = (box.centerX - expected.centerX, box.centerY - expected.centerY)
    return max(logOdds - (x * x + y * y) / (2 * deviation * deviation), -Self.farthestLogOdds)
  }

  /// The farthest from 0 that log-odds are taken.
  private static let farthestLogOdds = 20.0

  /// Leaves its place to another object, and waits where its motion leads.
  mutating func yieldPlace() {
    (velocityX, velocityY) = (expectedVelocity.x, expectedVelocity.y)
    (sureBox, box) = (expected, expected)
    (isMissing, hasYielded) = (true, true)
  }
}
