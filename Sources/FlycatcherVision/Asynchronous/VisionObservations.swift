// The results of the asynchronous requests: values, the same as those of Vision's older classes.
public import Foundation

/// A result of an asynchronous request.
public protocol VisionObservation: Hashable, Sendable {
  /// The identity of the trajectory, object or rectangle, the same in all of its observations.
  var uuid: UUID { get }
  /// The probability that the observation is right, 0 to 1.
  var confidence: Float { get }
  /// The time to which the observation belongs; `nil` where the picture has none.
  var timeRange: CMTimeRange? { get }
}

/// A result with a box.
public protocol BoundingBoxProviding {
  /// The box, from the lower-left corner.
  var boundingBox: NormalizedRect { get }
}

/// A result with four corners.
public protocol QuadrilateralProviding: BoundingBoxProviding {
  /// The top-left corner.
  var topLeft: NormalizedPoint { get }
  /// The top-right corner.
  var topRight: NormalizedPoint { get }
  /// The bottom-right corner.
  var bottomRight: NormalizedPoint { get }
  /// The bottom-left corner.
  var bottomLeft: NormalizedPoint { get }
}

/// The trajectory of an object in flight.
///
/// A program that imports the library `Flycatcher`, too, names it `FlycatcherVision.TrajectoryObservation`.
public struct TrajectoryObservation: VisionObservation {
  /// The identity of the trajectory, the same in all of its observations.
  public let uuid: UUID
  /// The probability that this is an object in flight, 0 to 1.
  public let confidence: Float
  /// The time from the first frame of the trajectory to the newest one.
  public let timeRange: CMTimeRange?
  /// The centroids of the object in the newest `trajectoryLength` frames in which it was detected, in order of time.
  public let detectedPoints: [NormalizedPoint]
  /// The points of `equationCoefficients` at the x of the last five detected points.
  public let projectedPoints: [NormalizedPoint]
  /// a, b and c of y = ax² + bx + c, the ordinary least-squares fit to `detectedPoints`.
  public let equationCoefficients: simd_float3
  /// The mean radius of the detected points, a fraction of the region's width.
  public let movingAverageRadius: CGFloat

  /// Creates the same observation as a value.
  public init(_ observation: VNTrajectoryObservation) {
    uuid = observation.uuid
    confidence = observation.confidence
    timeRange = observation.knownTimeRange
    detectedPoints = observation.detectedPoints.map { NormalizedPoint(normalizedPoint: $0.location) }
    projectedPoints = observation.projectedPoints.map { NormalizedPoint(normalizedPoint: $0.location) }
    equationCoefficients = observation.equationCoefficients
    movingAverageRadius = observation.movingAverageRadius
  }
}

/// An object in a box.
public struct DetectedObjectObservation: VisionObservation, BoundingBoxProviding {
  /// The identity of the object, the same in all of its observations.
  public let uuid: UUID
  /// The probability that the observation is right, 0 to 1; 0 while the object is lost.
  public let confidence: Float
  /// The time of the picture; `nil` for an observation of the caller's.
  public let timeRange: CMTimeRange?
  /// The box around the object, relative to the whole picture.
  public let boundingBox: NormalizedRect

  /// Creates an observation that names an object to be tracked.
  ///
  /// - Parameter boundingBox: The box around the object, relative to the whole picture.
  public init(boundingBox: NormalizedRect) {
    (uuid, confidence, timeRange, self.boundingBox) = (UUID(), 1, nil, boundingBox)
  }

  /// Creates the same observation as a value.
  public init(_ observation: VNDetectedObjectObservation) {
    uuid = observation.uuid
    confidence = observation.confidence
    timeRange = observation.knownTimeRange
    boundingBox = NormalizedRect(normalizedRect: observation.boundingBox)
  }
}

/// A rectangle in perspective.
///
/// A program that imports the library `Flycatcher`, too, names it `FlycatcherVision.RectangleObservation`.
public struct RectangleObservation: VisionObservation, QuadrilateralProviding {
  /// The identity of the rectangle, the same in all of its observations.
  public let uuid: UUID
  /// The probability that the observation is right, 0 to 1; 0 while the rectangle is lost.
  public let confidence: Float
  /// The time of the picture; `nil` for an observation of the caller's.
  public let timeRange: CMTimeRange?
  /// The top-left corner.
  public let topLeft: NormalizedPoint
  /// The top-right corner.
  public let topRight: NormalizedPoint
  /// The bottom-right corner.
  public let bottomRight: NormalizedPoint
  /// The bottom-left corner.
  public let bottomLeft: NormalizedPoint
  /// The upright box around the four corners.
  public let boundingBox: NormalizedRect

  /// Creates an observation that names a rectangle to be tracked, by its corners relative to the whole picture.
  public init(
    topLeft: NormalizedPoint, topRight: NormalizedPoint, bottomRight: NormalizedPoint, bottomLeft: NormalizedPoint
  ) {
    self.init(
      VNRectangleObservation(
        topLeft: topLeft.cgPoint, bottomLeft: bottomLeft.cgPoint, bottomRight: bottomRight.cgPoint,
        topRight: topRight.cgPoint))
  }

  /// Creates the same observation as a value.
  public init(_ observation: VNRectangleObservation) {
    uuid = observation.uuid
    confidence = observation.confidence
    timeRange = observation.knownTimeRange
    topLeft = NormalizedPoint(normalizedPoint: observation.topLeft)
    topRight = NormalizedPoint(normalizedPoint: observation.topRight)
    bottomRight = NormalizedPoint(normalizedPoint: observation.bottomRight)
    bottomLeft = NormalizedPoint(normalizedPoint: observation.bottomLeft)
    boundingBox = NormalizedRect(normalizedRect: observation.boundingBox)
  }
}
