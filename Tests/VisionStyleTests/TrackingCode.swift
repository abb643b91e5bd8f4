// Code as programs for Apple's systems have it, for tracking. Nothing but the imports is other than there.
import FlycatcherVision
import Foundation

enum TrackedObjectType: Int {
  case object
  case rectangle
}

enum TrackingError: Error {
  case firstFrameReadFailed
  case rectangleDetectionFailed
  case objectTrackingFailed
  case outOfTrackers
}

protocol FrameReading: AnyObject {
  var orientation: CGImagePropertyOrientation { get }
  func nextFrame() -> CVPixelBuffer?
}

protocol TrackingDelegate: AnyObject {
  func displayFrame(_ frame: CVPixelBuffer?, boxes: [UUID: CGRect], styles: [UUID: Bool])
  func displayFrameCounter(_ frame: Int)
  func didFinishTracking()
}

final class VisionTracking {
  var trackingLevel = VNRequestTrackingLevel.accurate
  var objectsToTrack = [CGRect]()
  weak var delegate: TrackingDelegate?
  private let reader: FrameReading
  private var cancelRequested = false
  private var initialRectObservations = [VNRectangleObservation]()

  init(reader: FrameReading) {
    self.reader = reader
  }

  func readFirstFrame(performRectanglesDetection: Bool) throws {
    guard let firstFrame = reader.nextFrame() else { throw TrackingError.firstFrameReadFailed }
    guard performRectanglesDetection else { return }
    let imageRequestHandler = VNImageRequestHandler(
      cvPixelBuffer: firstFrame, orientation: reader.orientation, options: [:])
    let rectangleDetectionRequest = VNDetectRectanglesRequest()
    rectangleDetectionRequest.minimumAspectRatio = VNAspectRatio(0.2)
    rectangleDetectionRequest.maximumAspectRatio = VNAspectRatio(1.0)
    rectangleDetectionRequest.minimumSize = Float(0.1)
    rectangleDetectionRequest.maximumObservations = Int(10)
    do {
      try imageRequestHandler.perform([rectangleDetectionRequest])
    } catch {
      throw TrackingError.rectangleDetectionFailed
    }
    if let rectObservations = rectangleDetectionRequest.results {
      initialRectObservations = rectObservations
    }
  }

  func performTracking(type: TrackedObjectType) throws {
    var inputObservations = [UUID: VNDetectedObjectObservation]()
    switch type {
    case .object:
      for rect in objectsToTrack {
        let inputObservation = VNDetectedObjectObservation(boundingBox: rect)
        inputObservations[inputObservation.uuid] = inputObservation
      }
    case .rectangle:
      for rectangleObservation in initialRectObservations {
        inputObservations[rectangleObservation.uuid] = rectangleObservation
      }
    }
    let requestHandler = VNSequenceRequestHandler()
    var frames = 1
    var trackingFailedForAtLeastOneObject = false
    while true {
      guard cancelRequested == false, let frame = reader.nextFrame() else { break }
      delegate?.displayFrameCounter(frames)
      frames += 1
      var boxes = [UUID: CGRect]()
      var styles = [UUID: Bool]()
      var trackingRequests = [VNRequest]()
      for inputObservation in inputObservations {
        let request: VNTrackingRequest!
        switch type {
        case .object:
          request = VNTrackObjectRequest(detectedObjectObservation: inputObservation.value)
        case .rectangle:
          guard let rectObservation = inputObservation.value as? VNRectangleObservation else { continue }
          request = VNTrackRectangleRequest(rectangleObservation: rectObservation)
        }
        request.trackingLevel = trackingLevel
        trackingRequests.append(request)
      }
      do {
        try requestHandler.perform(trackingRequests, on: frame, orientation: reader.orientation)
      } catch let error as VNError where error.code == .internalError {
        throw TrackingError.outOfTrackers
      } catch {
        trackingFailedForAtLeastOneObject = true
      }
      for processedRequest in trackingRequests {
        guard let results = processedRequest.results else { continue }
        guard let observation = results.first as? VNDetectedObjectObservation else { continue }
        // The color of the box is by its uuid; solid where the tracker is sure, dashed where it is not.
        boxes[observation.uuid] = observation.boundingBox
        styles[observation.uuid] = observation.confidence > 0.5
        inputObservations[observation.uuid] = observation
      }
      delegate?.displayFrame(frame, boxes: boxes, styles: styles)
    }
    delegate?.didFinishTracking()
    if trackingFailedForAtLeastOneObject { throw TrackingError.objectTrackingFailed }
  }

  func cancelTracking() {
    cancelRequested = true
  }
}

func message(for request: VNRequest, on pixelBuffer: CVPixelBuffer) -> String {
  let handler = VNImageRequestHandler(cvPixelBuffer: pixelBuffer, options: [:])
  do {
    try handler.perform([request])
    return "performed"
  } catch let error as VNError {
    switch error.code {
    case .timeStampNotFound: return "no time"
    case .invalidArgument: return "wrong setting"
    case .invalidOperation: return "wrong handler"
    default: return "failed: \(error.localizedDescription)"
    }
  } catch {
    return "something else"
  }
}
