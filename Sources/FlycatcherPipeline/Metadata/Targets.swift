// Observations of every kind as targets: the one notion that surveillance formats have.
import Flycatcher

/// Something that is seen in a frame.
struct Target {
  let uuid: ObservationUUID
  /// The number by which formats know it that have no room for a uuid, from 1.
  let number: Int
  /// The label of an object, or the kind of the observation.
  let name: String
  let confidence: Double
  /// The box around it, within the picture.
  let box: Rectangle
  /// The corners of a rectangle; empty for anything else.
  let corners: [Point]

  var center: Point { Point(x: box.x + box.width / 2, y: box.y + box.height / 2) }
}

/// The targets of one stream, with numbers that stay.
struct Targets {
  private var numbers: [ObservationUUID: Int] = [:]
  private var last = 0

  /// Beyond this many numbers somebody forgot to say what has ended.
  private static let mostNumbers = 4096

  /// Returns what is seen, and the numbers of what is no longer followed.
  ///
  /// - Parameter aspect: The width of the picture divided by its height.
  mutating func take(_ observations: [Observation], aspect: Double) -> (present: [Target], gone: [Int]) {
    var (present, gone): ([Target], [Int]) = ([], [])
    for observation in observations {
      let (uuid, isSeen, hasEnded) = Self.state(observation)
      if hasEnded, let number = numbers.removeValue(forKey: uuid) { gone.append(number) }
      guard isSeen, let box = Self.box(observation, aspect) else { continue }
      // Several reports may come with one frame; the newest place counts.
      present.removeAll { $0.uuid == uuid }
      present.append(target(observation, uuid, box))
    }
    return (present, gone)
  }

  private mutating func target(_ observation: Observation, _ uuid: ObservationUUID, _ box: Rectangle) -> Target {
    let number = number(of: uuid)
    return switch observation {
    case .trajectory(let seen):
      Target(uuid: uuid, number: number, name: "trajectory", confidence: seen.confidence, box: box, corners: [])
    case .object(let seen):
      Target(
        uuid: uuid, number: number, name: seen.label.isEmpty ? "object" : seen.label, confidence: seen.confidence,
        box: box, corners: [])
    case .rectangle(let seen):
      Target(
        uuid: uuid, number: number, name: "rectangle", confidence: seen.confidence, box: box,
        corners: seen.corners.corners)
    }
  }

  private mutating func number(of uuid: ObservationUUID) -> Int {
    if let number = numbers[uuid] { return number }
    if numbers.count >= Self.mostNumbers { numbers.removeAll() }
    // Two bytes as other systems read them.
    last = last % 65_535 + 1
    numbers[uuid] = last
    return last
  }

  private static func state(_ observation: Observation) -> (ObservationUUID, isSeen: Bool, hasEnded: Bool) {
    switch observation {
    case .trajectory(let seen): (seen.uuid, seen.state != .ended, seen.state == .ended)
    case .object(let seen): (seen.uuid, seen.state != .ended && seen.state != .lost, seen.state == .ended)
    case .rectangle(let seen): (seen.uuid, seen.state != .ended && seen.state != .lost, seen.state == .ended)
    }
  }

  /// The box within the picture; `nil` where nothing of it is there.
  private static func box(_ observation: Observation, _ aspect: Double) -> Rectangle? {
    switch observation {
    case .trajectory(let seen):
      guard let point = seen.detectedPoints.last else { return nil }
      let (x, y) = (point.radius, point.radius * aspect)
      return clipped(
        point.location.x - x, point.location.y - y, point.location.x + x, point.location.y + y)
    case .object(let seen):
      let box = seen.boundingBox
      return clipped(box.x, box.y, box.x + box.width, box.y + box.height)
    case .rectangle(let seen):
      let (x, y) = (seen.corners.corners.map(\.x), seen.corners.corners.map(\.y))
      return clipped(x.min() ?? 0, y.min() ?? 0, x.max() ?? 0, y.max() ?? 0)
    }
  }

  private static func clipped(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> Rectangle? {
    let limited = [left, top, right, bottom].map { min(max($0, 0), 1) }
    guard limited.allSatisfy(\.isFinite), limited[0] < limited[2], limited[1] < limited[3] else { return nil }
    return Rectangle(
      x: limited[0], y: limited[1], width: limited[2] - limited[0], height: limited[3] - limited[1])
  }
}
