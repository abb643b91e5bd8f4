// What requests report. Places are normalized to the region of interest, origin at its lower-left corner, y upward.
package import Flycatcher
public import Foundation

/// How sure a request is of what it reports, 0 to 1.
public typealias VNConfidence = Float

/// Something that was seen.
public class VNObservation {
  /// The same in all observations of one flight or of one thing that is followed.
  public let uuid: UUID
  public let confidence: VNConfidence
  /// From the first frame in which it was seen to the newest one.
  public let timeRange: CMTimeRange

  package init(uuid: UUID, confidence: VNConfidence, timeRange: CMTimeRange) {
    self.uuid = uuid
    self.confidence = confidence
    self.timeRange = timeRange
  }
}

/// A place.
public struct VNPoint: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  public init(location: CGPoint) {
    self.init(x: Double(location.x), y: Double(location.y))
  }

  public var location: CGPoint { CGPoint(x: x, y: y) }
}

/// The flight of one object along a parabola.
public final class VNTrajectoryObservation: VNObservation {
  /// Centroids of the object in the newest `trajectoryLength` frames in which it was seen, in order of time.
  public let detectedPoints: [VNPoint]
  /// The curve of `equationCoefficients` at the x of the last five detected points.
  public let projectedPoints: [VNPoint]
  /// a, b and c of y = ax² + bx + c, the ordinary least-squares fit to `detectedPoints`.
  public let equationCoefficients: SIMD3<Float>
  /// Mean radius of the detected points, a fraction of the region's width.
  public let movingAverageRadius: CGFloat

  package init(_ flight: TrajectoryObservation, _ coordinates: Coordinates) {
    let points = flight.detectedPoints.map { coordinates.inRegion($0.location) }
    let curve = Quadratic(fitting: points.map { Point(x: Double($0.x), y: Double($0.y)) })
    detectedPoints = points.map { VNPoint(location: $0) }
    projectedPoints = points.suffix(5).map { VNPoint(x: Double($0.x), y: curve(Double($0.x))) }
    equationCoefficients = SIMD3(Float(curve.a), Float(curve.b), Float(curve.c))
    movingAverageRadius = CGFloat(flight.movingAverageRadius / coordinates.region.width)
    super.init(
      uuid: UUID(flight.uuid), confidence: VNConfidence(flight.confidence), timeRange: CMTimeRange(flight.timeRange))
  }
}

/// A thing in a box.
public class VNDetectedObjectObservation: VNObservation {
  public let boundingBox: CGRect

  /// Names what is to be followed.
  ///
  /// - Parameter boundingBox: relative to the whole picture, origin at its lower-left corner.
  public convenience init(boundingBox: CGRect) {
    self.init(
      uuid: UUID(), confidence: 1, timeRange: CMTimeRange(start: .zero, duration: .zero), boundingBox: boundingBox)
  }

  package init(uuid: UUID, confidence: VNConfidence, timeRange: CMTimeRange, boundingBox: CGRect) {
    self.boundingBox = boundingBox
    super.init(uuid: uuid, confidence: confidence, timeRange: timeRange)
  }
}

/// A rectangle in perspective.
public final class VNRectangleObservation: VNDetectedObjectObservation {
  public let topLeft: CGPoint
  public let topRight: CGPoint
  public let bottomLeft: CGPoint
  public let bottomRight: CGPoint

  /// Names the corners that are to be followed, relative to the whole picture, origin at its lower-left corner.
  public convenience init(topLeft: CGPoint, bottomLeft: CGPoint, bottomRight: CGPoint, topRight: CGPoint) {
    self.init(
      uuid: UUID(), confidence: 1, timeRange: CMTimeRange(start: .zero, duration: .zero),
      corners: [topLeft, topRight, bottomRight, bottomLeft])
  }

  package convenience init(
    uuid: UUID, confidence: Double, timestamp: Timestamp, corners: Quad, _ coordinates: Coordinates
  ) {
    self.init(
      uuid: uuid, confidence: VNConfidence(confidence), timeRange: CMTimeRange(at: timestamp),
      corners: corners.corners.map { coordinates.inRegion($0) })
  }

  /// - Parameter corners: four, clockwise from the top left one.
  private init(uuid: UUID, confidence: VNConfidence, timeRange: CMTimeRange, corners: [CGPoint]) {
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
    self = UUID(uuidString: uuid.description) ?? UUID()
  }
}
