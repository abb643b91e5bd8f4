// The request for rectangles in one picture, over the rectangle detector.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Flycatcher
import Foundation

/// The ratio of a short side to a long one, 0 to 1.
public typealias VNAspectRatio = Float
/// An angle in degrees.
public typealias VNDegrees = Float

/// The one revision of ``VNDetectRectanglesRequest``.
public let VNDetectRectanglesRequestRevision1 = 1

/// A request that detects rectangles seen in perspective, the most confident first.
///
/// It keeps nothing from picture to picture, and needs no presentation time.
public final class VNDetectRectanglesRequest: VNImageBasedRequest {
  /// The minimum ratio of the short side to the long one, 0 to 1; default 0.5.
  public var minimumAspectRatio: VNAspectRatio = 0.5
  /// The maximum ratio of the short side to the long one, 0 to 1; default 1.
  public var maximumAspectRatio: VNAspectRatio = 1
  /// The maximum deviation of an angle from 90°, 0 to 45; default 30.
  public var quadratureTolerance: VNDegrees = 30
  /// The minimum length of the short side, a fraction of the region's smaller dimension, 0 to 1; default 0.2.
  public var minimumSize: Float = 0.2
  /// The minimum confidence of a rectangle, 0 to 1; default 0.
  public var minimumConfidence: VNConfidence = 0
  /// The maximum number of rectangles; 0 is no limit, default 1.
  public var maximumObservations = 1

  private var detector: RectangleDetector?
  /// The settings of the detector: asking it for them would copy all that it holds.
  private var applied: RectangleDetector.Settings?

  /// Creates a request.
  ///
  /// - Parameter completionHandler: Called after each frame.
  public override init(completionHandler: VNRequestCompletionHandler? = nil) {
    super.init(completionHandler: completionHandler)
  }

  /// The rectangles of the newest frame, the most confident first; `nil` before the first one and after a failure.
  public var results: [VNRectangleObservation]? { observations?.compactMap { $0 as? VNRectangleObservation } }

  override func observe(_ picture: RequestedPicture, tracks: TrackSequence?) throws(VNError) -> [VNObservation] {
    let time = picture.timestamp
    return try picture.withFrame(at: time ?? .zero) { frame throws(VNError) in try observe(frame, at: time) }
  }

  /// - Parameter time: The time of the picture; `nil` where it has none.
  private func observe(_ frame: borrowing Frame, at time: Timestamp?) throws(VNError) -> [VNObservation] {
    let coordinates = Coordinates(regionOfInterest)
    let settings = settings(coordinates)
    do throws(FlycatcherError) {
      if applied != settings { (detector, applied) = (try RectangleDetector(settings), settings) }
      let found = detector?.detect(in: frame) ?? []
      return found.map { found in
        VNRectangleObservation(
          uuid: UUID(ObservationUUID()), confidence: found.confidence, timestamp: time,
          corners: found.corners, coordinates)
      }
    } catch {
      throw VNError(error)
    }
  }

  private func settings(_ coordinates: Coordinates) -> RectangleDetector.Settings {
    var settings = RectangleDetector.Settings()
    settings.minimumAspectRatio = Double(minimumAspectRatio)
    settings.maximumAspectRatio = Double(maximumAspectRatio)
    settings.quadratureTolerance = Double(quadratureTolerance)
    settings.minimumSize = Double(minimumSize)
    settings.minimumConfidence = Double(minimumConfidence)
    settings.maximumObservations = maximumObservations
    settings.regionOfInterest = coordinates.region
    return settings
  }
}
