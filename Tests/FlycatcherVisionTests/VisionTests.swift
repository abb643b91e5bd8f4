// The requests on rendered frames, as code that was written for Vision uses them.
import DemoScene
import Flycatcher
import FlycatcherVision
import Foundation
import Testing

/// Calls `body` with each frame of a clip.
func show(_ clip: DemoScene, _ body: (borrowing Frame) throws -> Void) throws {
  for index in 0..<clip.frameCount {
    let pixels = clip.frame(index)
    let (width, height) = (clip.width, clip.height)
    let luma = Plane(pixels.span.extracting(0..<width * height), width: width, height: height, rowStride: width)
    guard let luma else { continue }
    try body(Frame(luma: luma, timestamp: clip.timestamp(index)))
  }
}

/// Performs a request on one frame, as a handler of one picture does.
func perform(_ request: VNRequest, on frame: borrowing Frame) throws {
  try frame.withSampleBuffer { try VNImageRequestHandler(cmSampleBuffer: $0).perform([request]) }
}

/// Returns the error with which something fails; records an issue where it does not.
func failure(_ body: () throws -> Void, _ location: SourceLocation = #_sourceLocation) -> VNError? {
  do {
    try body()
    Issue.record("Nothing failed.", sourceLocation: location)
  } catch {
    if let error = error as? VNError { return error }
    Issue.record("\(error) is no VNError.", sourceLocation: location)
  }
  return nil
}

/// A ball thrown across a small picture.
func toss() throws -> DemoScene {
  try DemoScene(
    Scene(balls: [
      .thrown(
        from: Point(x: 0.1, y: 0.7), to: Point(x: 0.9, y: 0.75), start: 0.3, duration: 1.1, radius: 0.012,
        color: Color(0xF2E640), gravity: 2.4)
    ]), width: 256, height: 144, framesPerSecond: 30, duration: 1.5)
}

@Suite struct TrajectoryRequestTests {
  @Test func identityIsTheSameInBothWorlds() {
    let uuid = ObservationUUID()
    #expect(UUID(uuid).uuidString.lowercased() == uuid.description)
  }

  @Test func flightIsReportedInVisionsCoordinates() throws {
    let clip = try toss()
    var last: VNTrajectoryObservation?
    var uuids: Set<UUID> = []
    let request = VNDetectTrajectoriesRequest(trajectoryLength: 8) { request, error in
      #expect(error == nil)
      for flight in request.results as? [VNTrajectoryObservation] ?? [] {
        uuids.insert(flight.uuid)
        last = flight
      }
    }
    try show(clip) { frame in try perform(request, on: frame) }
    let flight = try #require(last)
    #expect(uuids.count == 1)
    #expect(flight.detectedPoints.count == 8 && flight.projectedPoints.count == 5)
    // Thrown upward: in coordinates whose y points upward the arc opens downward.
    #expect(flight.equationCoefficients.x < 0)
    let truth = try #require(clip.truth.first)
    let end = try #require(truth.centers.last).location
    let newest = try #require(flight.detectedPoints.last)
    #expect(abs(newest.x - end.x) < 0.03 && abs(newest.y - (1 - end.y)) < 0.05)
    #expect(flight.timeRange.end.seconds > flight.timeRange.start.seconds + 0.8)
    #expect(abs(flight.movingAverageRadius - 0.012) < 0.004)
  }

  @Test func pointsAreRelativeToTheRegion() throws {
    let clip = try toss()
    let request = VNDetectTrajectoriesRequest(trajectoryLength: 6)
    // The right half of the picture.
    request.regionOfInterest = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
    var points: [VNPoint] = []
    try show(clip) { frame in
      try VNSequenceRequestHandler().perform([request], on: frame)
      points += request.results?.flatMap(\.detectedPoints) ?? []
    }
    #expect(!points.isEmpty)
    #expect(points.contains { $0.x > 0.7 } && points.allSatisfy { $0.x > -0.05 && $0.x < 1 })
  }

  @Test func lengthOutOfRangeIsAnInvalidArgument() throws {
    let request = VNDetectTrajectoriesRequest(trajectoryLength: 4)
    let pixels = [UInt8](repeating: 0, count: 64)
    let plane = Plane(pixels.span, width: 8, height: 8, rowStride: 8)
    guard let plane else { return }
    let frame = Frame(luma: plane, timestamp: .zero)
    let error = try #require(failure { try perform(request, on: frame) })
    #expect(error.code == .invalidArgument)
    #expect(error.localizedDescription.contains("trajectoryLength") && error.localizedDescription.contains("5"))
    #expect(request.results == nil)
  }

  @Test func repeatedFrameIsRefused() throws {
    let request = VNDetectTrajectoriesRequest(trajectoryLength: 5)
    let pixels = [UInt8](repeating: 0, count: 64)
    guard let plane = Plane(pixels.span, width: 8, height: 8, rowStride: 8) else { return }
    let frame = Frame(luma: plane, timestamp: Timestamp(seconds: 1))
    try perform(request, on: frame)
    #expect(failure { try perform(request, on: frame) }?.code == .invalidOperation)
  }
}

/// A bright card before a dark wall, its upper left corner at (x, y).
func card(x: Int, y: Int) -> [UInt8] {
  var pixels = [UInt8](repeating: 40, count: 240 * 180)
  for row in y..<y + 90 {
    for column in x..<x + 120 {
      let isMarked = (column - x) % 40 > 30 && (row - y) % 30 > 10
      pixels[row * 240 + column] = isMarked ? 120 : 220
    }
  }
  return pixels
}

func frame(_ pixels: borrowing [UInt8], _ index: Int, _ body: (borrowing Frame) throws -> Void) throws {
  guard let plane = Plane(pixels.span, width: 240, height: 180, rowStride: 240) else { return }
  try body(Frame(luma: plane, timestamp: Timestamp(seconds: Double(index) / 30)))
}

@Suite struct RectangleRequestTests {
  @Test func cornersAreWhereVisionPutsThem() throws {
    let request = VNDetectRectanglesRequest()
    try frame(card(x: 60, y: 30), 0) { frame in try perform(request, on: frame) }
    let found = try #require(request.results?.first)
    let expected = [(found.topLeft, 60.0, 30.0), (found.bottomRight, 180, 120)]
    for (corner, x, y) in expected {
      #expect(abs(corner.x - x / 240) < 0.01 && abs(corner.y - (1 - y / 180)) < 0.01)
    }
    #expect(abs(found.boundingBox.origin.y - (1 - 120.0 / 180)) < 0.01)
  }

  @Test func detectedRectangleIsFollowed() throws {
    let detection = VNDetectRectanglesRequest()
    try frame(card(x: 60, y: 30), 0) { frame in try perform(detection, on: frame) }
    let first = try #require(detection.results?.first)
    let request = VNTrackRectangleRequest(rectangleObservation: first)
    let handler = VNSequenceRequestHandler()
    for index in 0..<10 {
      try frame(card(x: 60 + 2 * index, y: 30 + index), index) { frame in try handler.perform([request], on: frame) }
      request.inputObservation = try #require(request.results?.first)
      #expect(request.inputObservation.uuid == first.uuid)
    }
    let last = try #require(request.inputObservation as? VNRectangleObservation)
    #expect(abs(last.topLeft.x - 78.0 / 240) < 0.01 && abs(last.topLeft.y - (1 - 39.0 / 180)) < 0.01)
  }
}

@Suite struct TrackObjectRequestTests {
  private static func box(_ index: Int) -> CGRect {
    CGRect(x: Double(60 + 2 * index) / 240, y: 1 - Double(30 + index + 90) / 180, width: 0.5, height: 0.5)
  }

  @Test(arguments: [VNRequestTrackingLevel.fast, .accurate])
  func objectIsFollowedUnderItsUUID(level: VNRequestTrackingLevel) throws {
    let first = VNDetectedObjectObservation(boundingBox: Self.box(0))
    let handler = VNSequenceRequestHandler()
    var input = first
    for index in 0..<10 {
      // A new request each frame, as Apple's samples have it.
      let request = VNTrackObjectRequest(detectedObjectObservation: input)
      request.trackingLevel = level
      try frame(card(x: 60 + 2 * index, y: 30 + index), index) { frame in try handler.perform([request], on: frame) }
      input = try #require(request.results?.first)
      #expect(input.uuid == first.uuid)
    }
    let truth = Self.box(9)
    #expect(abs(input.boundingBox.midX - truth.midX) < 0.02 && abs(input.boundingBox.midY - truth.midY) < 0.02)
    #expect(input.confidence > 0.5)
  }

  @Test func changedBoxIsACorrection() throws {
    let request = VNTrackObjectRequest(detectedObjectObservation: VNDetectedObjectObservation(boundingBox: Self.box(0)))
    let handler = VNSequenceRequestHandler()
    try frame(card(x: 60, y: 30), 0) { frame in try handler.perform([request], on: frame) }
    let other = VNDetectedObjectObservation(boundingBox: CGRect(x: 0.3, y: 0.4, width: 0.2, height: 0.2))
    request.inputObservation = other
    try frame(card(x: 60, y: 30), 1) { frame in try handler.perform([request], on: frame) }
    let box = try #require(request.results?.first).boundingBox
    #expect(abs(box.midX - 0.4) < 1e-6 && abs(box.width - 0.2) < 1e-6)
  }

  @Test func lastFrameFreesTheTrack() throws {
    let first = VNDetectedObjectObservation(boundingBox: Self.box(0))
    let handler = VNSequenceRequestHandler()
    let request = VNTrackObjectRequest(detectedObjectObservation: first)
    request.isLastFrame = true
    // It begins anew with each frame, in the same box.
    for index in 0..<3 {
      try frame(card(x: 60 + 20 * index, y: 30), index) { frame in try handler.perform([request], on: frame) }
      #expect(abs((request.results?.first?.boundingBox.midX ?? 0) - first.boundingBox.midX) < 1e-6)
    }
  }

  @Test func oneOffHandlerCannotFollow() throws {
    let request = VNTrackObjectRequest(detectedObjectObservation: VNDetectedObjectObservation(boundingBox: Self.box(0)))
    try frame(card(x: 60, y: 30), 0) { frame in
      #expect(failure { try perform(request, on: frame) }?.code == .invalidOperation)
    }
  }

  @Test func boxOutsideIsRefused() throws {
    let outside = VNDetectedObjectObservation(boundingBox: CGRect(x: 1.2, y: 0.1, width: 0.1, height: 0.1))
    let request = VNTrackObjectRequest(detectedObjectObservation: outside)
    try frame(card(x: 60, y: 30), 0) { frame in
      #expect(failure { try VNSequenceRequestHandler().perform([request], on: frame) }?.code == .outOfBoundsError)
    }
  }
}
