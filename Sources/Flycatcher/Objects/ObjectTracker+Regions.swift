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
    let (taken, refusals) = next.take(boxes)
    if let refusal = refusals.first { throw refusal }
    self = next
    return taken.map(\.uuid)
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
    let (_, refusals) = take(wanted.map { (box: $0.box, label: $0.type) })
    refusedRegions = refusals
  }

  /// A box of a detector, and the object that it is.
  private struct TakenBox {
    var box: Rectangle
    var label: String
    var uuid: ObservationUUID
  }

  /// Matches boxes with known objects and nominates the others, as far as that goes.
  ///
  /// - Returns: the boxes that were taken, in their order, and why others were not: the first few.
  private mutating func take(
    _ boxes: [(box: Rectangle, label: String)]
  ) -> (taken: [TakenBox], refusals: [FlycatcherError]) {
    var refusals: [FlycatcherError] = []
    func refuse(_ error: FlycatcherError) { if refusals.count < 8 { refusals.append(error) } }
    var good: [(box: Rectangle, label: String)] = []
    for (box, label) in boxes {
      do throws(FlycatcherError) { good.append((try Self.checked(box), label)) } catch { refuse(error) }
    }
    let matches = matches(good)
    var taken: [TakenBox] = []
    for ((box, label), match) in zip(good, matches) {
      // Two boxes of a detector on one place are one thing, seen twice.
      let duplicate = taken.first { $0.label == label && Self.overlap($0.box, box) > Self.leastOverlapOfDuplicates }
      if let match {
        accept(box, label: label, as: match, isConfirmation: true)
        taken.append(TakenBox(box: box, label: label, uuid: match))
      } else if let duplicate {
        taken.append(TakenBox(box: box, label: label, uuid: duplicate.uuid))
      } else {
        do throws(FlycatcherError) {
          taken.append(TakenBox(box: box, label: label, uuid: try add(box, label: label, isDetected: true)))
        } catch {
          refuse(error)
        }
      }
    }
    return (taken, refusals)
  }

  /// Two boxes of one type in a frame are one thing from this intersection over union on.
  private static let leastOverlapOfDuplicates = 0.5
  /// A box and an object are the same from this intersection over union on; or where the smaller lies in the larger by
  /// that part, they have one label, and their areas are no farther apart than that.
  private static let leastMatch = (overlap: 0.3, containment: 0.7, size: 0.2)

  /// For each box the object that it is: the pairs that overlap most come first, each object once.
  private func matches(_ boxes: [(box: Rectangle, label: String)]) -> [ObservationUUID?] {
    let least = Self.leastMatch
    var pairs: [(box: Int, uuid: ObservationUUID, overlap: Double)] = []
    for (index, (box, label)) in boxes.enumerated() {
      for known in overlaps(box) {
        let isSame =
          known.overlap > least.overlap
          || known.overlap > 0 && Self.containment(known.box, box) > least.containment
            && Self.likeness(ofSize: known.box, box) > least.size && self.label(of: known.uuid) == label
        if isSame { pairs.append((index, known.uuid, known.overlap)) }
      }
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

  /// Two objects of one label share a place from this part of the smaller box on, and for this long are two.
  private static let duplicate = (containment: 0.7, duration: Duration.seconds(1))

  /// Ends objects that are none of their own: nominated by a detector, and for a while on the place of another one of
  /// the same label, that the detector has seen since. Where it saw both in one frame, they are two; what a person
  /// nominated stays.
  mutating func endDuplicates(at time: Timestamp) {
    let detected = detectedObjects()
    guard detected.count > 1 else { return }
    var duplicates: Set<ObservationUUID> = []
    for (object, box) in detected {
      let isShared = detected.contains { other, otherBox in
        other.label == object.label && Self.isLater(other.lastDetected, than: object.lastDetected)
          && Self.containment(otherBox, box) > Self.duplicate.containment
      }
      let since = isShared ? object.sharedSince ?? time : nil
      setSharedSince(since, object.uuid)
      if let since, time - since >= Self.duplicate.duration { duplicates.insert(object.uuid) }
    }
    if !duplicates.isEmpty { end(duplicates) }
  }

  private static func isLater(_ time: Timestamp?, than other: Timestamp?) -> Bool {
    guard let time else { return false }
    return other.map { time > $0 } ?? true
  }
}
