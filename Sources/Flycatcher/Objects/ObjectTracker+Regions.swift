// Boxes from a detector: matched with what is followed before anything new is made of them.

extension ObjectTracker {
  /// Takes boxes from a detector, for the next frame: each is matched with the known object that it overlaps most, best
  /// pairs first, and corrects its place; what matches none is nominated.
  ///
  /// - Parameter boxes: relative to the upright picture, with labels; an empty label leaves that of a known object as
  /// it is.
  /// - Returns: the identity of each box, in their order.
  /// - Throws: `FlycatcherError` where a box is not a box in the picture, or there would be more objects than may be;
  /// then nothing has changed.
  @discardableResult
  public mutating func renominate(
    _ boxes: [(box: Rectangle, label: String)]
  ) throws(FlycatcherError) -> [ObservationUUID] {
    var next = self
    let (uuids, refusals) = next.take(boxes)
    if let refusal = refusals.first { throw refusal }
    self = next
    return uuids
  }

  /// Takes the boxes that came with a frame, where their types and the interval say so; after the objects have been
  /// followed into it, so that they are matched where they are now.
  mutating func takeRegions(of frame: borrowing Frame) {
    refusedRegions.removeAll(keepingCapacity: true)
    guard !frame.regions.isEmpty else { return }
    if let lastRegions, frame.timestamp - lastRegions < settings.renominateInterval { return }
    let wanted = frame.regions.filter { settings.regionTypes.contains($0.type) }
    guard !wanted.isEmpty else { return }
    lastRegions = frame.timestamp
    refusedRegions = take(wanted.map { (box: $0.box, label: $0.type) }).refusals
  }

  /// Matches boxes with known objects and nominates the others, as far as that goes.
  ///
  /// - Returns: the identities of the boxes that were taken, in their order, and why others were not: the first few.
  private mutating func take(
    _ boxes: [(box: Rectangle, label: String)]
  ) -> (uuids: [ObservationUUID], refusals: [FlycatcherError]) {
    var refusals: [FlycatcherError] = []
    func refuse(_ error: FlycatcherError) { if refusals.count < 8 { refusals.append(error) } }
    var good: [(box: Rectangle, label: String)] = []
    for (box, label) in boxes {
      do throws(FlycatcherError) { good.append((try Self.checked(box), label)) } catch { refuse(error) }
    }
    let matches = matches(good.map(\.box))
    var uuids: [ObservationUUID] = []
    for ((box, label), match) in zip(good, matches) {
      if let match {
        accept(box, label: label, as: match, isConfirmation: true)
        uuids.append(match)
      } else {
        do throws(FlycatcherError) { uuids.append(try add(box, label: label)) } catch { refuse(error) }
      }
    }
    return (uuids, refusals)
  }

  /// For each box the object that it is: the pairs that overlap most come first, each object once.
  private func matches(_ boxes: [Rectangle]) -> [ObservationUUID?] {
    var pairs: [(box: Int, uuid: ObservationUUID, overlap: Double)] = []
    for (index, box) in boxes.enumerated() {
      for known in overlaps(box) where known.overlap > 0.3 { pairs.append((index, known.uuid, known.overlap)) }
    }
    pairs.sort { $0.overlap > $1.overlap }
    var matched = [ObservationUUID?](repeating: nil, count: boxes.count)
    var taken: Set<ObservationUUID> = []
    for pair in pairs where matched[pair.box] == nil && !taken.contains(pair.uuid) {
      matched[pair.box] = pair.uuid
      taken.insert(pair.uuid)
    }
    return matched
  }
}
