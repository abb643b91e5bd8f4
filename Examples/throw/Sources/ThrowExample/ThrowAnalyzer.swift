// What the program knows of Vision: one request, performed on every frame, and five rules for what comes back.
import FlycatcherVision
import Foundation

/// A throw as it is known so far. Places are relative to the picture, from its lower-left corner.
struct Throw {
  let uuid: UUID
  var points: [VNPoint]
  var projectedPoints: [VNPoint]
  var confidence: Float
  var movingAverageRadius: CGFloat
  /// The seconds at which its path was first shown, and at which it was last seen.
  var shownSince: Double
  var lastSeen: Double
  /// The path from the fixed region to the first detected point, along the throw's own curve.
  var correction: [VNPoint]
}

/// Finds throws, as Apple's sample "Detecting moving objects in a video" does.
final class ThrowAnalyzer {
  /// The part of the picture in which throws are looked for, from its lower-left corner.
  var regionOfInterest = VNNormalizedIdentityRect
  /// The x to which a path is carried back, relative to the region: the place where throws begin.
  let fixedRegionX: Double
  /// The rules are those of a game of throwing; golf balls fly as they are hit.
  let appliesRules: Bool
  private(set) var current: Throw?
  private(set) var count = 0
  private var observed: [UUID: [VNPoint]] = [:]
  private var known: [UUID: Throw] = [:]

  init(fixedRegionX: Double = 0, appliesRules: Bool = true) {
    self.fixedRegionX = fixedRegionX
    self.appliesRules = appliesRules
  }

  private lazy var request: VNDetectTrajectoriesRequest = {
    let request = VNDetectTrajectoriesRequest(
      frameAnalysisSpacing: CMTime(value: 10, timescale: 600), trajectoryLength: 6)
    request.objectMinimumNormalizedRadius = 10.0 / Float(1920)
    request.objectMaximumNormalizedRadius = 30.0 / Float(1920)
    request.targetFrameTime = CMTimeMake(value: 1, timescale: 60)
    return request
  }()

  /// Analyzes a frame.
  ///
  /// - Returns: The throw that gained a point with it, if one did.
  func analyze(_ sampleBuffer: CMSampleBuffer) throws -> Throw? {
    request.regionOfInterest = regionOfInterest
    try VNImageRequestHandler(cmSampleBuffer: sampleBuffer, orientation: .up).perform([request])
    let time = sampleBuffer.presentationTimeStamp.seconds
    var newest: Throw?
    for observation in request.results ?? [] {
      observed[observation.uuid, default: []] += newPoints(of: observation)
      guard isThrow(observation) else { continue }
      newest = remember(observation, at: time)
    }
    return newest
  }

  /// The first report brings a window of points, and each one after it the newest.
  private func newPoints(of observation: VNTrajectoryObservation) -> [VNPoint] {
    observed[observation.uuid] == nil ? observation.detectedPoints : Array(observation.detectedPoints.suffix(1))
  }

  /// The five rules. Places are relative to the region.
  private func isThrow(_ observation: VNTrajectoryObservation) -> Bool {
    guard appliesRules else { return true }
    guard let points = observed[observation.uuid], let first = points.first, let last = points.last else {
      return false
    }
    let goesFromLeftToRight = first.x < last.x
    let startsInTheFirstHalf = first.x < 0.5
    let isLongEnough = points.count >= 8
    let opensUpward = observation.equationCoefficients.x > 0
    return goesFromLeftToRight && startsInTheFirstHalf && isLongEnough && !opensUpward && observation.confidence > 0.9
  }

  private func remember(_ observation: VNTrajectoryObservation, at time: Double) -> Throw {
    let points = observed[observation.uuid] ?? []
    let before = known[observation.uuid]
    if before == nil { count += 1 }
    let flight = Throw(
      uuid: observation.uuid, points: points.map(inPicture),
      projectedPoints: observation.projectedPoints.map(inPicture),
      confidence: observation.confidence, movingAverageRadius: observation.movingAverageRadius,
      shownSince: before?.shownSince ?? time, lastSeen: time,
      correction: before?.correction ?? correction(of: observation, before: points[0]))
    known[observation.uuid] = flight
    // The newest throw is shown; one that goes on beside it is not.
    if before == nil || current?.uuid == observation.uuid { current = flight }
    return flight
  }

  /// The way back from the first detected point to where throws begin, on the curve that was fitted to the path.
  private func correction(of observation: VNTrajectoryObservation, before first: VNPoint) -> [VNPoint] {
    let curve = observation.equationCoefficients
    guard first.x > fixedRegionX else { return [] }
    return (0..<8).compactMap { step in
      let x = fixedRegionX + (first.x - fixedRegionX) * Double(step) / 8
      let y = (Double(curve.x) * x + Double(curve.y)) * x + Double(curve.z)
      // A throw that goes almost straight up comes from nowhere in the region.
      return (0...1).contains(y) ? inPicture(VNPoint(x: x, y: y)) : nil
    }
  }

  private func inPicture(_ point: VNPoint) -> VNPoint {
    VNPoint(location: VNImagePointForNormalizedPointUsingRegionOfInterest(point.location, 1, 1, regionOfInterest))
  }
}
