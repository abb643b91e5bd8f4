// The results of requests. Places are normalized to the region of interest, origin at its lower-left corner, y upward.
package import Flycatcher
public import Foundation

/// The probability that an observation is right, 0 to 1.
public typealias VNConfidence = Float

/// An observation of any kind. Observations do not change, and may go from thread to thread.
///
/// Sendable although unchecked: neither this class nor those below it have a variable.
public class VNObservation: @unchecked Sendable {
  /// The identity of the trajectory, object or rectangle, the same in all of its observations.
  public let uuid: UUID
  /// The probability that the observation is right, 0 to 1.
  public let confidence: VNConfidence
  /// The time from the first frame of the trajectory to the newest one; for other observations, the time of the frame,
  /// zero where there is none.
  public var timeRange: CMTimeRange { knownTimeRange ?? .zero }
  /// `timeRange`; `nil` where there is none, as for an observation of the caller's.
  package let knownTimeRange: CMTimeRange?

  package init(uuid: UUID, confidence: VNConfidence, timeRange: CMTimeRange?) {
    self.uuid = uuid
    self.confidence = confidence
    knownTimeRange = timeRange
  }
}

/// A place, normalized, from the lower-left corner.
///
/// A value here, where Apple's is a class that does not change: code reads the same.
public struct VNPoint: Hashable, Sendable {
  /// The distance from the left edge, a fraction of the width.
  public var x: Double
  /// The distance from the lower edge, a fraction of the height.
  public var y: Double

  /// The lower-left corner.
  public static let zero = VNPoint(x: 0, y: 0)

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Returns the distance from another place, in the same unit as `x` and `y`.
  public func distance(_ point: VNPoint) -> Double {
    ((x - point.x) * (x - point.x) + (y - point.y) * (y - point.y)).squareRoot()
  }

  /// Creates a point from another type's.
  public init(location: CGPoint) {
    self.init(x: Double(location.x), y: Double(location.y))
  }

  /// The same place as a `CGPoint`.
  public var location: CGPoint { CGPoint(x: x, y: y) }
}

/// The trajectory of an object in flight.
public final class VNTrajectoryObservation: VNObservation, @unchecked Sendable {
  /// The centroids of the object in the newest `trajectoryLength` frames in which it was detected, in order of time.
  public let detectedPoints: [VNPoint]
  /// The points of `equationCoefficients` at the x of the last five detected points.
  public let projectedPoints: [VNPoint]
  /// a, b and c of y = ax² + bx + c, the ordinary least-squares fit to `detectedPoints`.
  public let equationCoefficients: simd_float3
  /// The mean radius of the detected points, a fraction of the region's width.
  public let movingAverageRadius: CGFloat

  package init(_ flight: Flycatcher.TrajectoryObservation, _ coordinates: Coordinates) {
    let curve = coordinates.inRegion(flight.equationCoefficients)
    detectedPoints = flight.detectedPoints.map { VNPoint(location: coordinates.inRegion($0.location)) }
    projectedPoints = detectedPoints.suffix(5).map { VNPoint(x: $0.x, y: curve($0.x)) }
    equationCoefficients = SIMD3(Float(curve.a), Float(curve.b), Float(curve.c))
    movingAverageRadius = CGFloat(flight.movingAverageRadius / coordinates.region.width)
    super.init(
      uuid: UUID(flight.uuid), confidence: VNConfidence(flight.confidence), timeRange: CMTimeRange(flight.timeRange))
  }
}

/// An object in a box.
public class VNDetectedObjectObservation: VNObservation, @unchecked Sendable {
  /// The box around the object, normalized, from the lower-left corner.
  public let boundingBox: CGRect

  /// Creates an observation that names an object to be tracked.
  ///
  /// - Parameter boundingBox: The box around the object, relative to the whole picture, from its lower-left corner.
  public convenience init(boundingBox: CGRect) {
    self.init(uuid: UUID(), confidence: 1, timeRange: nil, boundingBox: boundingBox)
  }

  package init(uuid: UUID, confidence: VNConfidence, timeRange: CMTimeRange?, boundingBox: CGRect) {
    self.boundingBox = boundingBox
    super.init(uuid: uuid, confidence: confidence, timeRange: timeRange)
  }
}

/// A rectangle in perspective.
public final class VNRectangleObservation: VNDetectedObjectObservation, @unchecked Sendable {
  /// The top-left corner of the rectangle.
  public let topLeft: CGPoint
  /// The top-right corner of the rectangle.
  public let topRight: CGPoint
  /// The bottom-left corner of the rectangle.
  public let bottomLeft: CGPoint
  /// The bottom-right corner of the rectangle.
  public let bottomRight: CGPoint

  /// Creates an observation that names a rectangle to be tracked, by its corners relative to the whole picture, from its
  /// lower-left corner.
  public convenience init(topLeft: CGPoint, bottomLeft: CGPoint, bottomRight: CGPoint, topRight: CGPoint) {
    self.init(
      uuid: UUID(), confidence: 1, timeRange: nil, corners: [topLeft, topRight, bottomRight, bottomLeft])
  }

  package convenience init(
    uuid: UUID, confidence: Double, timestamp: Timestamp?, corners: Quad, _ coordinates: Coordinates
  ) {
    self.init(
      uuid: uuid, confidence: VNConfidence(confidence), timeRange: timestamp.map { CMTimeRange(at: $0) },
      corners: corners.corners.map { coordinates.inRegion($0) })
  }

  /// - Parameter corners: four, clockwise from the top left one.
  package init(uuid: UUID, confidence: VNConfidence, timeRange: CMTimeRange?, corners: [CGPoint]) {
    (topLeft, topRight, bottomRight, bottomLeft) = (corners[0], corners[1], corners[2], corners[3])
    let (x, y) = (corners.map(\.x), corners.map(\.y))
    let origin = CGPoint(x: x.min() ?? 0, y: y.min() ?? 0)
    let size = CGSize(width: (x.max() ?? 0) - origin.x, height: (y.max() ?? 0) - origin.y)
    super.init(
      uuid: uuid, confidence: confidence, timeRange: timeRange, boundingBox: CGRect(origin: origin, size: size))
  }

  package var corners: Quad {
    let place = { (corner: CGPoint) in Coordinates.picture.inPicture(corner) }
    return Quad(
      topLeft: place(topLeft), topRight: place(topRight), bottomRight: place(bottomRight),
      bottomLeft: place(bottomLeft))
  }
}

extension UUID {
  package init(_ uuid: ObservationUUID) {
    func byte(_ word: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (56 - 8 * index)) }
    let (high, low) = (uuid.high, uuid.low)
    self.init(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5), byte(high, 6),
        byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5), byte(low, 6),
        byte(low, 7)
      ))
  }
}
