// The code in Apple's style at work on rendered frames.
import DemoScene
import Flycatcher
import FlycatcherVision
import Foundation
import TestSupport
import Testing

/// A ball thrown across a small picture from left to right.
private func toss() throws -> DemoScene {
  try DemoScene(
    Scene(balls: [
      .thrown(
        from: Point(x: 0.1, y: 0.7), to: Point(x: 0.9, y: 0.75), start: 0.3, duration: 1.1, radius: 0.012,
        color: Color(0xF2E640), gravity: 2.4)
    ]), width: 320, height: 176, framesPerSecond: 30, duration: 1.6)
}

/// Encodes the toss into a file.
private func video(in folder: Folder) throws -> URL {
  let clip = try toss()
  var pixels = Data()
  for index in 0..<clip.frameCount { pixels += clip.frame(index) }
  try pixels.write(to: URL(fileURLWithPath: folder.path("toss.i420")))
  let encoder = Process()
  encoder.executableURL = URL(fileURLWithPath: "/bin/sh")
  encoder.arguments = [
    "-c",
    """
    gst-launch-1.0 -q filesrc location='\(folder.path("toss.i420"))' \
    ! rawvideoparse format=i420 width=320 height=176 framerate=30/1 \
    ! x264enc speed-preset=ultrafast quantizer=16 pass=quant ! h264parse ! mp4mux ! filesink location='\(folder.path("toss.mp4"))'
    """,
  ]
  try encoder.run()
  encoder.waitUntilExit()
  return URL(fileURLWithPath: folder.path("toss.mp4"))
}

/// A marked card that moves over a dark wall.
private final class CardReader: FrameReading {
  let orientation = CGImagePropertyOrientation.up
  private let count: Int
  private var index = 0
  init(count: Int) { self.count = count }

  static func box(_ index: Int) -> CGRect {
    CGRect(x: Double(60 + 2 * index) / 240, y: 1 - Double(30 + index + 90) / 180, width: 0.5, height: 0.5)
  }

  func nextFrame() -> CVPixelBuffer? {
    guard index < count else { return nil }
    defer { index += 1 }
    guard
      let buffer = try? CVPixelBuffer(width: 240, height: 180, pixelFormatType: kCVPixelFormatType_OneComponent8)
    else { return nil }
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    guard let start = CVPixelBufferGetBaseAddress(buffer) else { return nil }
    let stride = CVPixelBufferGetBytesPerRow(buffer)
    for row in 0..<180 {
      for column in 0..<240 {
        let (x, y) = (column - 60 - 2 * index, row - 30 - index)
        let isCard = x >= 0 && x < 120 && y >= 0 && y < 90
        let isMarked = x % 40 > 30 && y % 30 > 10
        start.storeBytes(of: isCard ? (isMarked ? 120 : 220) : 40, toByteOffset: row * stride + column, as: UInt8.self)
      }
    }
    return buffer
  }
}

private final class Screen: TrackingDelegate {
  var boxes = [[UUID: CGRect]]()
  var styles = [UUID: Bool]()
  var counter = 0
  var hasFinished = false
  func displayFrame(_ frame: CVPixelBuffer?, boxes: [UUID: CGRect], styles: [UUID: Bool]) {
    self.boxes.append(boxes)
    self.styles = styles
  }
  func displayFrameCounter(_ frame: Int) { counter = frame }
  func didFinishTracking() { hasFinished = true }
}

@Suite struct CodeInAppleStyle {
  @Test func captureCallbackFindsTheThrow() throws {
    let folder = try Folder()
    let (camera, output) = (TrajectoryCamera(), AVCaptureVideoDataOutput())
    camera.start(output: output)
    try output.run(SampleBufferReader(url: video(in: folder)))
    #expect(camera.handledFrames == 48 && camera.callbackErrors.isEmpty)
    #expect(camera.trajectories.count == 1)
    let points = try #require(camera.trajectories.values.first)
    #expect(points.count >= 8)
    #expect(zip(points, points.dropFirst()).allSatisfy { $0.x < $1.x })
    // From the lower left, a throw opens downward.
    #expect(try #require(camera.equations.values.first).x < 0)
  }

  @Test func videoProcessorFindsTheThrow() throws {
    let folder = try Folder()
    let analyzer = VideoAnalyzer(url: try video(in: folder))
    try analyzer.analyze(duration: CMTimeMakeWithSeconds(10, preferredTimescale: 600))
    #expect(Set(analyzer.observations.map(\.uuid)).count == 1)
  }

  @Test(arguments: [VNRequestTrackingLevel.fast, .accurate]) func objectIsTracked(level: VNRequestTrackingLevel) throws
  {
    let (tracking, screen) = (VisionTracking(reader: CardReader(count: 12)), Screen())
    tracking.delegate = screen
    tracking.trackingLevel = level
    tracking.objectsToTrack = [CardReader.box(1)]
    try tracking.readFirstFrame(performRectanglesDetection: false)
    try tracking.performTracking(type: .object)
    #expect(screen.hasFinished && screen.counter == 11)
    #expect(Set(screen.boxes.flatMap(\.keys)).count == 1)
    let box = try #require(screen.boxes.last?.values.first)
    let truth = CardReader.box(11)
    #expect(abs(box.midX - truth.midX) < 0.02 && abs(box.midY - truth.midY) < 0.02)
    #expect(screen.styles.values.allSatisfy { $0 })
  }

  @Test func rectangleIsDetectedAndTracked() throws {
    let (tracking, screen) = (VisionTracking(reader: CardReader(count: 12)), Screen())
    tracking.delegate = screen
    try tracking.readFirstFrame(performRectanglesDetection: true)
    try tracking.performTracking(type: .rectangle)
    let boxes = try #require(screen.boxes.last?.values)
    let truth = CardReader.box(11)
    // The marks on the card make other rectangles with its border.
    #expect(boxes.contains { abs($0.minX - truth.minX) < 0.01 && abs($0.maxY - truth.maxY) < 0.01 }, "\(boxes)")
  }

  @Test func trackersRunOut() throws {
    let tracking = VisionTracking(reader: CardReader(count: 3))
    tracking.trackingLevel = .fast
    tracking.objectsToTrack = (0..<101).map { index in
      CGRect(x: Double(index % 10) / 12, y: Double(index / 10) / 12, width: 0.05, height: 0.05)
    }
    #expect(throws: TrackingError.outOfTrackers) { try tracking.performTracking(type: .object) }
  }

  @Test func errorsAreToldApartByTheirCodes() throws {
    let picture = try #require(CardReader(count: 1).nextFrame())
    #expect(message(for: VNDetectRectanglesRequest(), on: picture) == "performed")
    let trajectories = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 6)
    #expect(message(for: trajectories, on: picture) == "no time")
    trajectories.regionOfInterest = CGRect(x: 0.5, y: 0.5, width: 1, height: 1)
    #expect(message(for: trajectories, on: picture) == "wrong setting")
    let observation = VNDetectedObjectObservation(boundingBox: CardReader.box(0))
    let tracking = VNTrackObjectRequest(detectedObjectObservation: observation)
    #expect(message(for: tracking, on: picture) == "wrong handler")
  }
}
