// What waits for the next frame of an object tracker, and what is known of the objects it is compared with.

extension ObjectTracker {
  /// A box that waits for the next frame.
  struct Nomination: Sendable {
    let uuid: ObservationUUID
    let box: Rectangle
    let label: String
    /// Whether the box is a correction of what is known, not a new beginning.
    let isConfirmation: Bool
    /// Whether a detector gave the box, not a person.
    let isDetected: Bool
  }

  mutating func add(
    _ box: Rectangle, label: String, isDetected: Bool
  ) throws(FlycatcherError) -> ObservationUUID {
    guard uuids.count < settings.maximumObjects else {
      throw FlycatcherError(
        .limitReached, setting: "maximumObjects", value: "\(uuids.count + 1)",
        allowed: .atMost(Double(settings.maximumObjects), .none))
    }
    let uuid = ObservationUUID()
    nominations.append(
      Nomination(uuid: uuid, box: box, label: label, isConfirmation: false, isDetected: isDetected))
    return uuid
  }

  /// Replaces what waits for the same object.
  mutating func accept(_ box: Rectangle, label: String, as uuid: ObservationUUID, isConfirmation: Bool) {
    var (label, isConfirmation, isDetected) = (label, isConfirmation, isConfirmation)
    if let waiting = nominations.firstIndex(where: { $0.uuid == uuid }) {
      let before = nominations.remove(at: waiting)
      if label.isEmpty { label = before.label }
      isConfirmation = isConfirmation && before.isConfirmation
      isDetected = isDetected && before.isDetected
    }
    nominations.append(
      Nomination(uuid: uuid, box: box, label: label, isConfirmation: isConfirmation, isDetected: isDetected))
  }

  /// Ends objects that a detector nominated and that are found to be none of their own.
  mutating func end(_ uuids: Set<ObservationUUID>) {
    ended += objects.filter { uuids.contains($0.uuid) }
    objects.removeAll { uuids.contains($0.uuid) }
  }

  /// The objects that a detector nominated and that are not lost, with their boxes.
  func detectedObjects() -> [(object: DetectedObject, box: Rectangle)] {
    objects.lazy.filter { $0.isDetected && $0.state != .lost }.map { object in
      let (uuid, label) = (object.uuid, object.label)
      let detected = DetectedObject(
        uuid: uuid, label: label, lastDetected: object.lastDetected, sharedSince: object.sharedSince)
      return (detected, geometry.upright(object.box))
    }
  }

  /// What is known of an object that a detector nominated.
  struct DetectedObject {
    let uuid: ObservationUUID
    let label: String
    let lastDetected: Timestamp?
    let sharedSince: Timestamp?
  }

  mutating func setSharedSince(_ time: Timestamp?, _ uuid: ObservationUUID) {
    guard let index = objects.firstIndex(where: { $0.uuid == uuid }) else { return }
    objects[index].sharedSince = time
  }

  /// The label of an object that is followed or waits for the next frame.
  func label(of uuid: ObservationUUID) -> String? {
    objects.first { $0.uuid == uuid }?.label ?? nominations.first { $0.uuid == uuid }?.label
  }

  /// How much a box has in common with each object, by their newest boxes.
  func overlaps(_ box: Rectangle) -> [(uuid: ObservationUUID, box: Rectangle, overlap: Double)] {
    let waiting = nominations.map { (uuid: $0.uuid, box: $0.box) }
    let followed = objects.filter { object in !nominations.contains { $0.uuid == object.uuid } }
    let known = followed.map { (uuid: $0.uuid, box: geometry.upright($0.box)) } + waiting
    return known.map { ($0.uuid, $0.box, Self.overlap($0.box, box)) }
  }
}
