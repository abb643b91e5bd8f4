// What the requests promise beyond their types.
import DemoScene
import Flycatcher
import FlycatcherVision
import Foundation
import Testing

@Suite struct TrajectoryBehavior {
  /// Vision's own numbers, from the lower-left corner, and the curve that Vision fits to them.
  @Test func leastSquaresAreVisionsOwn() throws {
    let detected = [
      (0.027778, 0.801562), (0.073618, 0.749221), (0.101400, 0.752338), (0.113900, 0.766406), (0.119444, 0.767187),
      (0.122233, 0.774219), (0.130556, 0.789063), (0.136111, 0.789063), (0.144444, 0.801562), (0.159733, 0.837897),
    ]
    let points = detected.enumerated().map { index, place in
      Flycatcher.TrajectoryObservation.DetectedPoint(
        time: Timestamp(seconds: Double(index) / 30), location: Point(x: place.0, y: 1 - place.1), radius: 0.01)
    }
    let curve = Quadratic(fitting: points.map(\.location))
    let flight = Flycatcher.TrajectoryObservation(
      uuid: ObservationUUID(), state: .updated, time: Timestamp(seconds: 0.3), confidence: 0.9,
      timeRange: TimeRange(from: .zero, to: Timestamp(seconds: 0.3)), detectedPoints: points,
      projectedPoints: points.suffix(5).map { Point(x: $0.location.x, y: curve($0.location.x)) },
      equationCoefficients: curve, movingAverageRadius: 0.01)
    let observation = VNTrajectoryObservation(flight, .picture)
    let value = FlycatcherVision.TrajectoryObservation(observation)
    for coefficients in [observation.equationCoefficients, value.equationCoefficients] {
      #expect(abs(coefficients.x - 15.573865) < 2e-4 && abs(coefficients.y + 2.6386108) < 5e-5)
      #expect(abs(coefficients.z - 0.86183345) < 5e-6)
    }
    for (index, y) in [0.771996, 0.782801, 0.791214, 0.805637, 0.837722].enumerated() {
      #expect(abs(observation.projectedPoints[index].y - y) < 2e-6)
      #expect(observation.projectedPoints[index].x == observation.detectedPoints[5 + index].x)
      #expect(abs(value.projectedPoints[index].y - y) < 2e-6)
    }
    #expect(observation.timeRange.end == CMTimeMake(value: 3, timescale: 10))
  }

  /// Where only a part of the picture is looked at, the curve is still the fit to the points as they are told.
  @Test func leastSquaresHoldInARegion() throws {
    let points = (0..<12).map { index in
      let x = 0.3 + 0.025 * Double(index)
      let wobble = index % 3 == 0 ? 0.004 : -0.003
      return Flycatcher.TrajectoryObservation.DetectedPoint(
        time: Timestamp(seconds: Double(index) / 30),
        location: Point(x: x, y: 0.4 + 3 * (x - 0.42) * (x - 0.42) + wobble), radius: 0.01)
    }
    let curve = Quadratic(fitting: points.map(\.location))
    let flight = Flycatcher.TrajectoryObservation(
      uuid: ObservationUUID(), state: .updated, time: Timestamp(seconds: 0.4), confidence: 0.9,
      timeRange: TimeRange(from: .zero, to: Timestamp(seconds: 0.4)), detectedPoints: points,
      projectedPoints: points.suffix(5).map { Point(x: $0.location.x, y: curve($0.location.x)) },
      equationCoefficients: curve, movingAverageRadius: 0.01)
    let region = CGRect(x: 0.25, y: 0.3, width: 0.5, height: 0.4)
    let observation = VNTrajectoryObservation(flight, Coordinates(region))
    let fitted = Quadratic(fitting: observation.detectedPoints.map { Point(x: $0.x, y: $0.y) })
    let found = observation.equationCoefficients
    #expect(abs(found.x - Float(fitted.a)) < 1e-5 && abs(found.y - Float(fitted.b)) < 1e-5)
    #expect(abs(found.z - Float(fitted.c)) < 1e-5)
    for point in observation.projectedPoints { #expect(abs(point.y - fitted(point.x)) < 1e-9) }
    #expect(observation.projectedPoints.map(\.x) == observation.detectedPoints.suffix(5).map(\.x))
  }

  /// A window of exactly `trajectoryLength` points that slides, one uuid, and a range that ends at the newest point.
  @Test func windowSlidesAndTheRangeGrows() throws {
    let clip = try toss()
    let request = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 6)
    #expect(request.minimumLatencyFrameCount == 6)
    var seen: [VNTrajectoryObservation] = []
    var times: [CMTime] = []
    try show(clip) { frame in
      try perform(request, on: frame)
      if let flight = request.results?.first {
        seen.append(flight)
        times.append(CMTime(frame.timestamp))
      }
    }
    #expect(seen.count > 10 && Set(seen.map(\.uuid)).count == 1)
    #expect(seen.allSatisfy { $0.detectedPoints.count == 6 && $0.projectedPoints.count == 5 })
    for (before, after) in zip(seen, seen.dropFirst())
    where after.timeRange.end - before.timeRange.end < CMTime(value: 1, timescale: 25) {
      #expect(after.detectedPoints[0].distance(before.detectedPoints[1]) < 1e-6)
      #expect(after.timeRange.start == before.timeRange.start)
    }
    #expect(zip(seen, times).allSatisfy { $0.timeRange.end == $1 })
  }

  @Test func defaultsAreVisions() {
    let trajectories = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 5)
    #expect(trajectories.targetFrameTime == .indefinite && trajectories.objectMaximumNormalizedRadius == 1)
    #expect(
      trajectories.objectMinimumNormalizedRadius == 0 && trajectories.regionOfInterest == VNNormalizedIdentityRect)
    let rectangles = VNDetectRectanglesRequest()
    #expect(rectangles.minimumAspectRatio == 0.5 && rectangles.maximumAspectRatio == 1)
    #expect(rectangles.quadratureTolerance == 30 && rectangles.minimumSize == 0.2)
    #expect(rectangles.minimumConfidence == 0 && rectangles.maximumObservations == 1)
    let observation = VNDetectedObjectObservation(boundingBox: VNNormalizedIdentityRect)
    let tracking = VNTrackObjectRequest(detectedObjectObservation: observation)
    #expect(tracking.trackingLevel == .fast && !tracking.isLastFrame && observation.confidence == 1)
  }

  /// Number of flights found with settings.
  private func count(_ configure: (VNDetectTrajectoriesRequest) -> Void, spacing: CMTime = .zero) throws -> Int {
    let request = VNDetectTrajectoriesRequest(frameAnalysisSpacing: spacing, trajectoryLength: 6)
    configure(request)
    var found = 0
    try show(toss()) { frame in
      try perform(request, on: frame)
      found += request.results?.count ?? 0
    }
    return found
  }

  @Test func bothRadiiAreEnforced() throws {
    #expect(try count { _ in } > 10)
    #expect(try count { $0.objectMaximumNormalizedRadius = 0.005 } == 0)
    #expect(try count { $0.objectMinimumNormalizedRadius = 0.03 } == 0)
  }

  @Test func spacingIsJudgedOnTimestamps() throws {
    let all = try count { _ in }
    let half = try count({ _ in }, spacing: CMTimeMake(value: 1, timescale: 15))
    #expect(half > 2 && half <= all * 2 / 3)
  }
}

@Suite struct TrackBehavior {
  private func box(_ x: Double) -> VNDetectedObjectObservation {
    VNDetectedObjectObservation(boundingBox: CGRect(x: x, y: 1.0 / 3, width: 0.5, height: 0.5))
  }

  /// A foreign observation starts a track where it says, and a returned one goes on with it.
  @Test func returnedObservationContinuesAndForeignOneStarts() throws {
    let handler = VNSequenceRequestHandler()
    var input = box(0.25)
    for index in 0..<6 {
      let request = VNTrackObjectRequest(detectedObjectObservation: input)
      try frame(card(x: 60 + 3 * index, y: 30), index) { frame in try handler.perform([request], on: frame) }
      input = try #require(request.results?.first)
    }
    #expect(abs(input.boundingBox.minX - 75.0 / 240) < 0.02)
    let foreign = VNTrackObjectRequest(detectedObjectObservation: box(0.1))
    try frame(card(x: 75, y: 30), 6) { frame in try handler.perform([foreign], on: frame) }
    let started = try #require(foreign.results?.first)
    #expect(started.uuid != input.uuid && abs(started.boundingBox.minX - 0.1) < 1e-6)
  }

  /// The last result names a box in which nothing is: a track that began there would be false, and certain of itself.
  @Test func endedTrackStaysEnded() throws {
    let (handler, request) = (VNSequenceRequestHandler(), VNTrackObjectRequest(detectedObjectObservation: box(0.25)))
    func show(_ pixels: [UInt8], at seconds: Int) throws {
      let time = CMTime(value: Int64(seconds), timescale: 1)
      try handler.perform([request], on: sample(pixels, width: 240, height: 180, at: time))
      if let result = request.results?.first { request.inputObservation = result }
    }
    for second in 0..<4 { try show(card(x: 60, y: 30), at: second) }
    #expect(request.results?.first?.confidence ?? 0 > 0.5)
    let empty = [UInt8](repeating: 40, count: 240 * 180)
    var second = 4
    while request.results?.isEmpty == false, second < 200 {
      try show(empty, at: second)
      second += 1
    }
    #expect(request.results?.isEmpty == true)
    for _ in 0..<3 {
      try show(empty, at: second)
      #expect(request.results?.isEmpty == true)
      second += 1
    }
    // Put elsewhere, it is tracked anew.
    request.inputObservation = VNDetectedObjectObservation(
      uuid: request.inputObservation.uuid, confidence: 1, timeRange: .zero, boundingBox: box(0.2).boundingBox)
    try show(card(x: 48, y: 30), at: second)
    #expect(request.results?.count == 1)
  }

  /// Pixel buffers have no time: they count as 1/30 s apart.
  @Test func picturesWithoutTimesAreTracked() throws {
    let (handler, first) = (VNSequenceRequestHandler(), box(0.25))
    var input = first
    let other = VNTrackObjectRequest(detectedObjectObservation: box(0.3))
    for index in 0..<5 {
      let request = VNTrackObjectRequest(detectedObjectObservation: input)
      let sample = try sample(card(x: 60 + 2 * index, y: 30), width: 240, height: 180)
      try handler.perform([request, other], on: try #require(sample.imageBuffer))
      #expect(other.results?.first?.timeRange == request.results?.first?.timeRange)
      input = try #require(request.results?.first)
    }
    #expect(input.uuid == first.uuid && abs(input.timeRange.start.seconds - 4.0 / 30) < 1e-6)
  }
}
