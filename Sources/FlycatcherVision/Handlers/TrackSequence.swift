// The tracks of a sequence of frames: of the objects and rectangles that its requests name.
import Flycatcher
import Foundation

/// The objects and rectangles that are tracked in one sequence, each with a tracker of its own, by the uuid of its
/// observations.
final class TrackSequence {
  /// The maximum number of tracks of each kind at once.
  static let capacity = 100
  /// The time between two pictures that have none.
  private static let usualInterval = Duration.seconds(1) / 30

  private struct Track {
    var tracker: any Tracker
    /// The newest result; an input with another box is a correction.
    var latest: VNDetectedObjectObservation
  }

  private var tracks: [UUID: Track] = [:]
  /// The last results of the tracks that have ended: who passes one again gets nothing.
  private var ended: [VNDetectedObjectObservation] = []
  /// The maximum number of results in `ended`; beyond it the oldest go.
  private static let endedCapacity = 1000
  /// The time of the newest picture.
  private(set) var time: Timestamp?

  /// Takes the time of the next picture, or one after that of the picture before where it has none.
  func begin(_ picture: RequestedPicture) {
    time = picture.timestamp ?? time.map { $0 + Self.usualInterval } ?? .zero
  }

  /// Tracks the object or rectangle that an observation names into a frame.
  ///
  /// - Returns: `nil` if it has been lost for so long that its track has ended.
  func follow(
    _ input: VNDetectedObjectObservation, _ level: VNRequestTrackingLevel, isLast: Bool, in frame: borrowing Frame
  ) throws(VNError) -> VNDetectedObjectObservation? {
    do throws(FlycatcherError) {
      var track = try take(input, level)
      defer { if let current = track { tracks[input.uuid] = current } }
      let observations = try track?.tracker.track(frame) ?? []
      let result = observations.lazy.compactMap { Self.observation($0, uuid: input.uuid) }.first
      if result == nil, let track { end(track.latest) }
      if let result, !isLast { track?.latest = result } else { track = nil }
      return result
    } catch {
      throw VNError(error)
    }
  }

  /// Returns the track of an observation, removed from the others so that tracking copies nothing; a new one if it is
  /// not known, or was put elsewhere; `nil` if it is the last of a track that has ended.
  private func take(
    _ input: VNDetectedObjectObservation, _ level: VNRequestTrackingLevel
  ) throws(FlycatcherError) -> Track? {
    if let track = tracks[input.uuid], Self.areSame(track.latest, input) {
      return tracks.removeValue(forKey: input.uuid)
    }
    if let last = ended.first(where: { $0.uuid == input.uuid }), Self.areSame(last, input) { return nil }
    let track = Track(tracker: try begin(input, level), latest: input)
    ended.removeAll { $0.uuid == input.uuid }
    return track
  }

  private func end(_ latest: VNDetectedObjectObservation) {
    ended.append(latest)
    if ended.count > Self.endedCapacity { ended.removeFirst() }
  }

  private static func areSame(_ left: VNDetectedObjectObservation, _ right: VNDetectedObjectObservation) -> Bool {
    guard let left = left as? VNRectangleObservation, let right = right as? VNRectangleObservation else {
      return left.boundingBox == right.boundingBox
    }
    return left.corners == right.corners
  }

  private func begin(
    _ input: VNDetectedObjectObservation, _ level: VNRequestTrackingLevel
  ) throws(FlycatcherError) -> any Tracker {
    let isRectangle = input is VNRectangleObservation
    let count = tracks.values.count { ($0.latest is VNRectangleObservation) == isRectangle }
    guard tracks[input.uuid] != nil || count < Self.capacity else {
      throw FlycatcherError(
        .limitReached, setting: "supportedNumberOfTrackers", value: "\(count + 1)",
        allowed: .atMost(Double(Self.capacity), .none))
    }
    if let rectangle = input as? VNRectangleObservation {
      var tracker = try RectangleTracker()
      _ = try tracker.nominate(rectangle.corners)
      return tracker
    }
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = level == .accurate ? .accurate : .fast
    settings.maximumObjects = 1
    settings.maximumThreads = 1
    var tracker = try ObjectTracker(settings)
    try tracker.nominate(Coordinates.picture.inPicture(input.boundingBox))
    return tracker
  }

  /// Returns the observation by Vision's name; without confidence where the track is lost, `nil` where it has ended.
  private static func observation(_ observation: Observation, uuid: UUID) -> VNDetectedObjectObservation? {
    switch observation {
    case .object(let object) where object.state != .ended:
      VNDetectedObjectObservation(
        uuid: uuid, confidence: object.state == .lost ? 0 : VNConfidence(object.confidence),
        timeRange: CMTimeRange(at: object.time), boundingBox: Coordinates.picture.inRegion(object.boundingBox))
    case .rectangle(let rectangle) where rectangle.state != .ended:
      VNRectangleObservation(
        uuid: uuid, confidence: rectangle.state == .lost ? 0 : rectangle.confidence, timestamp: rectangle.time,
        corners: rectangle.corners, .picture)
    default: nil
    }
  }
}
