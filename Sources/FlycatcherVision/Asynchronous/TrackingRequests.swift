// The asynchronous requests that track an object, and the four corners of a rectangle.
import Foundation
import Synchronization

/// The settings that may change while a request tracks.
private struct TrackingSettings: Sendable {
  var level = VNRequestTrackingLevel.fast
  var isLastFrame = false
}

/// A request that tracks an object, awaited frame by frame.
///
/// ```swift
/// let box = NormalizedRect(x: 0.4, y: 0.5, width: 0.05, height: 0.2)
/// let request = TrackObjectRequest(detectedObject: DetectedObjectObservation(boundingBox: box))
/// let object = try await request.perform(on: sampleBuffer)  // for each frame, in order of time
/// ```
///
/// The request keeps its track: unlike with ``VNTrackObjectRequest``, no result is given back to it.
public final class TrackObjectRequest: ImageProcessingRequest {
  private let settings = Mutex(TrackingSettings())
  private let worker: RequestWorker<VNTrackObjectRequest>

  /// Creates a request that tracks the object in the box of an observation.
  ///
  /// - Parameter detectedObject: The object, in the first frame on which the request is performed.
  public init(detectedObject: some BoundingBoxProviding & VisionObservation) {
    let (uuid, box) = (detectedObject.uuid, detectedObject.boundingBox.cgRect)
    worker = RequestWorker {
      VNTrackObjectRequest(
        detectedObjectObservation: VNDetectedObjectObservation(
          uuid: uuid, confidence: 1, timeRange: nil, boundingBox: box))
    }
  }

  /// The effort spent on the object; default `fast`. That of the first frame stands for as long as it is tracked.
  public var trackingLevel: VNRequestTrackingLevel {
    get { settings.withLock { $0.level } }
    set { settings.withLock { $0.level = newValue } }
  }
  /// A Boolean value indicating whether tracking ends after the next frame; default false.
  public var isLastFrame: Bool {
    get { settings.withLock { $0.isLastFrame } }
    set { settings.withLock { $0.isLastFrame = newValue } }
  }

  /// Performs the request on the next frame.
  ///
  /// - Returns: The object, with a confidence of 0 while it is lost; `nil` once its track has ended.
  /// - Throws: ``VNError``: `outOfBoundsError` for a box that does not lie in the picture, `requestCancelled` where the task
  ///   was canceled.
  public func perform(on image: RequestImage) async throws(VNError) -> DetectedObjectObservation? {
    let settings = settings.withLock { $0 }
    return try await worker.perform(on: image) { request in
      request.continueTrack(settings)
    } _: { request in
      request.results?.first.map { DetectedObjectObservation($0) }
    }
  }
}

/// A request that tracks the four corners of a rectangle, awaited frame by frame.
///
/// The request keeps its track: unlike with ``VNTrackRectangleRequest``, no result is given back to it.
public final class TrackRectangleRequest: ImageProcessingRequest {
  private let settings = Mutex(TrackingSettings())
  private let worker: RequestWorker<VNTrackRectangleRequest>

  /// Creates a request that tracks the rectangle of an observation.
  ///
  /// - Parameter detectedRectangle: The rectangle, in the first frame on which the request is performed.
  public init(detectedRectangle: some QuadrilateralProviding & VisionObservation) {
    let (uuid, corners) = (
      detectedRectangle.uuid,
      [
        detectedRectangle.topLeft, detectedRectangle.topRight, detectedRectangle.bottomRight,
        detectedRectangle.bottomLeft,
      ].map(\.cgPoint)
    )
    worker = RequestWorker {
      VNTrackRectangleRequest(
        rectangleObservation: VNRectangleObservation(uuid: uuid, confidence: 1, timeRange: nil, corners: corners))
    }
  }

  /// The effort spent on the rectangle; it changes nothing here. Default `fast`.
  public var trackingLevel: VNRequestTrackingLevel {
    get { settings.withLock { $0.level } }
    set { settings.withLock { $0.level = newValue } }
  }
  /// A Boolean value indicating whether tracking ends after the next frame; default false.
  public var isLastFrame: Bool {
    get { settings.withLock { $0.isLastFrame } }
    set { settings.withLock { $0.isLastFrame = newValue } }
  }

  /// Performs the request on the next frame.
  ///
  /// - Returns: The rectangle, with a confidence of 0 while it is lost; `nil` once its track has ended.
  /// - Throws: ``VNError``: `outOfBoundsError` for corners that make no rectangle in the picture, `requestCancelled` where
  ///   the task was canceled.
  public func perform(on image: RequestImage) async throws(VNError) -> RectangleObservation? {
    let settings = settings.withLock { $0 }
    return try await worker.perform(on: image) { request in
      request.continueTrack(settings)
    } _: { request in
      request.results?.first.flatMap { $0 as? VNRectangleObservation }.map { RectangleObservation($0) }
    }
  }
}

extension VNTrackingRequest {
  /// Takes the newest result for the next input.
  fileprivate func continueTrack(_ settings: TrackingSettings) {
    trackingLevel = settings.level
    isLastFrame = settings.isLastFrame
    if let result = results?.first { inputObservation = result }
  }
}
