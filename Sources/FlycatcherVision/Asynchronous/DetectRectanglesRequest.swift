// The asynchronous request for rectangles in one picture.

/// A request that detects rectangles seen in perspective, the most confident first, awaited.
///
/// ```swift
/// let rectangles = try await DetectRectanglesRequest().perform(on: url)
/// ```
public struct DetectRectanglesRequest: ImageProcessingRequest {
  /// The minimum ratio of the short side to the long one, 0 to 1; default 0.5.
  public var minimumAspectRatio: Float = 0.5
  /// The maximum ratio of the short side to the long one, 0 to 1; default 1.
  public var maximumAspectRatio: Float = 1
  /// The maximum deviation of an angle from 90°, 0 to 45; default 30.
  public var quadratureToleranceDegrees: Float = 30
  /// The minimum length of the short side, a fraction of the region's smaller dimension, 0 to 1; default 0.2.
  public var minimumSize: Float = 0.2
  /// The minimum confidence of a rectangle, 0 to 1; default 0.
  public var minimumConfidence: Float = 0
  /// The maximum number of rectangles; 0 is no limit, default 1.
  public var maximumObservations = 1
  /// The part of the upright picture that is analyzed; default all of it. Observations are relative to this part.
  public var regionOfInterest = NormalizedRect.fullImage

  /// Creates a request with the default settings.
  public init() {}

  /// Performs the request on a picture.
  ///
  /// - Returns: The rectangles, the most confident first.
  /// - Throws: ``VNError``: `invalidArgument` for a setting outside its range, `requestCancelled` where the task was
  ///   canceled, `ioError` or `invalidImage` for a file that cannot be read or decoded.
  public func perform(on image: RequestImage) async throws(VNError) -> [RectangleObservation] {
    let settings = self
    return try await RequestWorker { VNDetectRectanglesRequest() }.perform(on: image) { request in
      request.minimumAspectRatio = settings.minimumAspectRatio
      request.maximumAspectRatio = settings.maximumAspectRatio
      request.quadratureTolerance = settings.quadratureToleranceDegrees
      request.minimumSize = settings.minimumSize
      request.minimumConfidence = settings.minimumConfidence
      request.maximumObservations = settings.maximumObservations
      request.regionOfInterest = settings.regionOfInterest.cgRect
    } _: { request in
      (request.results ?? []).map { RectangleObservation($0) }
    }
  }
}
