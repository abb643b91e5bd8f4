// What the program knows of Vision: the requests of the things that are tracked, by uuid, and one sequence handler.
import FlycatcherVision
import Foundation

/// Something that is tracked, as it was seen last. Places are relative to the picture, from its lower-left corner.
struct FollowedThing {
  let uuid: UUID
  /// The number of the thing, which chooses its color.
  let number: Int
  /// The corners in order around it.
  var corners: [CGPoint]
  var confidence: VNConfidence
}

/// Tracks objects and rectangles, as Apple's sample "Tracking multiple objects or rectangles in video" does.
final class FollowTracking {
  enum Kind: String {
    case objects, rectangles
  }

  let kind: Kind
  let trackingLevel: VNRequestTrackingLevel
  private(set) var things: [UUID: FollowedThing] = [:]
  private(set) var frameCount = 0
  private var inputObservations: [UUID: VNDetectedObjectObservation] = [:]
  private var waiting: [CGRect] = []
  private var requestHandler = VNSequenceRequestHandler()
  private var numbers = 0
  /// The number of frames after which what was not there at the start is looked for again.
  private static let renewal = 10

  init(kind: Kind, trackingLevel: VNRequestTrackingLevel) {
    self.kind = kind
    self.trackingLevel = trackingLevel
  }

  /// Nominates the object in a box, to be tracked from the next frame on.
  func nominate(_ box: CGRect) { waiting.append(box) }

  /// Stops tracking the smallest thing at a place.
  func drop(at place: CGPoint) -> Bool {
    let hits = inputObservations.values.filter { $0.boundingBox.contains(place) }
    guard let hit = hits.min(by: { $0.boundingBox.width < $1.boundingBox.width }) else { return false }
    forget(hit.uuid)
    return true
  }

  /// Forgets everything; the next frame is the first one.
  func restart() {
    (things, inputObservations, waiting, frameCount) = ([:], [:], [], 0)
    requestHandler = VNSequenceRequestHandler()
  }

  /// Tracks everything into a frame.
  func track(_ sampleBuffer: CMSampleBuffer) throws {
    if kind == .rectangles, frameCount % Self.renewal == 0 { try detectRectangles(sampleBuffer) }
    frameCount += 1
    for box in waiting {
      let observation = VNDetectedObjectObservation(boundingBox: box)
      inputObservations[observation.uuid] = observation
    }
    waiting = []
    let requests = inputObservations.values.map { observation -> VNTrackingRequest in
      let request: VNTrackingRequest
      if let rectangle = observation as? VNRectangleObservation {
        request = VNTrackRectangleRequest(rectangleObservation: rectangle)
      } else {
        request = VNTrackObjectRequest(detectedObjectObservation: observation)
      }
      request.trackingLevel = trackingLevel
      return request
    }
    for request in requests { try perform(request, on: sampleBuffer) }
  }

  /// A thing that cannot be tracked does not end the others.
  private func perform(_ request: VNTrackingRequest, on sampleBuffer: CMSampleBuffer) throws {
    let uuid = request.inputObservation.uuid
    do {
      try requestHandler.perform([request], on: sampleBuffer, orientation: .up)
    } catch let error as VNError where error.code == .outOfBoundsError || error.code == .internalError {
      forget(uuid)
      throw error
    }
    guard let result = request.results?.first else { return forget(uuid) }
    inputObservations[uuid] = result
    if things[uuid] == nil { numbers += 1 }
    things[uuid] = FollowedThing(
      uuid: uuid, number: things[uuid]?.number ?? numbers, corners: corners(of: result), confidence: result.confidence)
  }

  private func detectRectangles(_ sampleBuffer: CMSampleBuffer) throws {
    let request = VNDetectRectanglesRequest()
    request.minimumAspectRatio = 0.2
    request.minimumSize = 0.1
    request.minimumConfidence = 0.5
    request.maximumObservations = 10
    try VNImageRequestHandler(cmSampleBuffer: sampleBuffer).perform([request])
    for found in request.results ?? [] {
      let isKnown = inputObservations.values.contains { known in
        let common = known.boundingBox.intersection(found.boundingBox)
        return common.width * common.height > 0.3 * found.boundingBox.width * found.boundingBox.height
      }
      if !isKnown { inputObservations[found.uuid] = found }
    }
  }

  private func forget(_ uuid: UUID) {
    inputObservations[uuid] = nil
    things[uuid] = nil
  }

  private func corners(of observation: VNDetectedObjectObservation) -> [CGPoint] {
    if let rectangle = observation as? VNRectangleObservation {
      return [rectangle.topLeft, rectangle.topRight, rectangle.bottomRight, rectangle.bottomLeft]
    }
    let box = observation.boundingBox
    return [(box.minX, box.maxY), (box.maxX, box.maxY), (box.maxX, box.minY), (box.minX, box.minY)].map {
      CGPoint(x: $0.0, y: $0.1)
    }
  }
}
