// Each of Vision's errors, raised by what a program can do wrong, with a description that helps. `outOfMemory` is raised
// in MemoryTests.swift of VisionStyleTests, in a process of its own.
import Flycatcher
import FlycatcherVision
import Foundation
import TestSupport
import Testing

@Suite struct ErrorTests {
  let folder: Folder
  init() throws { folder = try Folder() }

  private let request = VNDetectRectanglesRequest()

  private func handler(options: [VNImageOption: Any] = [:]) throws -> VNImageRequestHandler {
    VNImageRequestHandler(cmSampleBuffer: try sample(card(x: 60, y: 30), width: 240, height: 180), options: options)
  }

  /// Checks the code and that the description names what helps.
  private func expect(
    _ code: VNErrorCode, naming words: [String], _ location: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) {
    guard let error = failure(body, location) else { return }
    #expect(error.code == code, "\(error)", sourceLocation: location)
    for word in words {
      #expect(error.localizedDescription.contains(word), "\(error)", sourceLocation: location)
    }
    let general = error as any Error
    #expect(general.localizedDescription == error.localizedDescription, sourceLocation: location)
    let bridged = general as NSError
    #expect(bridged.domain == VNErrorDomain && bridged.code == code.rawValue, sourceLocation: location)
  }

  @Test func codesHaveVisionsNumbers() {
    let names: [VNErrorCode] = [
      .requestCancelled, .invalidFormat, .operationFailed, .outOfBoundsError, .invalidOption, .ioError, .missingOption,
      .notImplemented, .internalError, .outOfMemory, .unknownError, .invalidOperation, .invalidImage, .invalidArgument,
      .invalidModel, .unsupportedRevision, .dataUnavailable, .timeStampNotFound, .unsupportedRequest, .timeout,
    ]
    #expect(names.map(\.rawValue) == Array(1...20) && Set(names) == Set(VNErrorCode.allCases))
  }

  @Test func requestCancelled() throws {
    let handler = try handler()
    let second = VNDetectRectanglesRequest()
    let first = VNDetectRectanglesRequest { _, _ in second.cancel() }
    expect(.requestCancelled, naming: ["VNDetectRectanglesRequest", "canceled"]) {
      try handler.perform([first, second])
    }
    #expect(first.results != nil && second.results == nil)
    try handler.perform([second])
    #expect(second.results?.count == 1, "a canceled request can be performed again")

    let processor = VNVideoProcessor(url: try Clips.toss(in: folder))
    var count = 0
    try processor.addRequest(
      VNDetectRectanglesRequest { _, _ in
        count += 1
        processor.cancel()
      })
    expect(.requestCancelled, naming: ["toss clip"]) {
      try processor.analyze(CMTimeRange(start: .zero, duration: .indefinite))
    }
    #expect(count == 1)
  }

  @Test func invalidFormat() throws {
    expect(.invalidFormat, naming: ["BGRA", "420v"]) {
      _ = try CVPixelBuffer(width: 8, height: 8, pixelFormatType: kCVPixelFormatType_32BGRA)
    }
    try Data(repeating: 7, count: 5000).write(to: URL(fileURLWithPath: folder.path("noise.mp4")))
    let reader = try SampleBufferReader(url: URL(fileURLWithPath: folder.path("noise.mp4")))
    expect(.invalidFormat, naming: ["video"]) { _ = try reader.nextSampleBuffer() }
  }

  @Test func operationFailed() throws {
    let path = folder.path("damaged.avi")
    try Clips.shell(
      "gst-launch-1.0 -q videotestsrc num-buffers=30 ! video/x-raw,width=64,height=64 ! jpegenc ! avimux "
        + "! filesink location='\(path)'")
    var content = try Data(contentsOf: URL(fileURLWithPath: path))
    for index in content.count / 2..<content.count / 2 + 2000 { content[index] = content[index] &* 7 &+ 13 }
    try content.write(to: URL(fileURLWithPath: path))
    let reader = try SampleBufferReader(
      pipeline: "filesrc location=\(path) ! avidemux ! avdec_mjpeg max-errors=0 ! videoconvert ! appsink name=frames")
    var count = 0
    expect(.operationFailed, naming: ["damaged"]) { while try reader.nextSampleBuffer() != nil { count += 1 } }
    #expect(count > 5)
  }

  @Test func outOfBoundsError() throws {
    let outside = VNDetectedObjectObservation(boundingBox: CGRect(x: 1.2, y: 0.1, width: 0.1, height: 0.1))
    let picture = try #require(try sample(card(x: 60, y: 30), width: 240, height: 180).imageBuffer)
    expect(.outOfBoundsError, naming: ["box", "1.2"]) {
      try VNSequenceRequestHandler().perform([VNTrackObjectRequest(detectedObjectObservation: outside)], on: picture)
    }
    let processor = VNVideoProcessor(url: try Clips.toss(in: folder))
    expect(.outOfBoundsError, naming: ["7.0 s", "toss clip"]) {
      try processor.analyze(CMTimeRange(start: CMTime(value: 7, timescale: 1), duration: .indefinite))
    }
  }

  @Test func invalidOption() throws {
    expect(.invalidOption, naming: ["focus", "cameraIntrinsics"]) {
      try handler(options: [VNImageOption(rawValue: "focus"): 1]).perform([request])
    }
    expect(.invalidOption, naming: ["Data"]) { try handler(options: [.cameraIntrinsics: "none"]).perform([request]) }
    expect(.invalidOption, naming: ["dictionary"]) { try handler(options: [.properties: 3]).perform([request]) }
    try handler(options: [.properties: ["a": 1], .cameraIntrinsics: Data()]).perform([request])
    let options = VNVideoProcessor.RequestProcessingOptions()
    options.cadence = VNVideoProcessor.FrameRateCadence(0)
    expect(.invalidOption, naming: ["0 frames a second"]) {
      try VNVideoProcessor(url: URL(fileURLWithPath: "/x")).addRequest(request, processingOptions: options)
    }
    options.cadence = VNVideoProcessor.TimeIntervalCadence(.nan)
    expect(.invalidOption, naming: ["nan"]) {
      try VNVideoProcessor(url: URL(fileURLWithPath: "/x")).addRequest(request, processingOptions: options)
    }
  }

  @Test func ioError() throws {
    let missing = URL(fileURLWithPath: folder.path("missing.png"))
    expect(.ioError, naming: ["missing.png"]) { try VNImageRequestHandler(url: missing).perform([request]) }
    expect(.ioError, naming: ["folder"]) {
      try VNVideoProcessor(url: URL(fileURLWithPath: folder.root)).analyze(.zero)
    }
  }

  @Test func missingOption() throws {
    let options = VNVideoProcessor.RequestProcessingOptions()
    options.cadence = VNVideoProcessor.Cadence()
    expect(.missingOption, naming: ["FrameRateCadence", "TimeIntervalCadence"]) {
      try VNVideoProcessor(url: URL(fileURLWithPath: "/x")).addRequest(request, processingOptions: options)
    }
  }

  @Test func notImplemented() throws {
    let url = try #require(URL(string: "https://example.org/card.png"))
    expect(.notImplemented, naming: ["https", "file"]) { try VNImageRequestHandler(url: url).perform([request]) }
  }

  @Test func internalError() throws {
    let pixels = [UInt8](repeating: 80, count: 240 * 180)
    let picture = try #require(try sample(pixels, width: 240, height: 180).imageBuffer)
    let handler = VNSequenceRequestHandler()
    var requests: [VNTrackObjectRequest] = []
    for index in 0..<100 {
      let box = CGRect(x: Double(index % 10) / 11, y: Double(index / 10) / 11, width: 0.06, height: 0.06)
      requests.append(
        VNTrackObjectRequest(detectedObjectObservation: VNDetectedObjectObservation(boundingBox: box)))
    }
    try handler.perform(requests, on: picture)
    let another = VNTrackObjectRequest(
      detectedObjectObservation: VNDetectedObjectObservation(
        boundingBox: CGRect(x: 0.4, y: 0.4, width: 0.1, height: 0.1)))
    let number = unsafe another.supportedNumber(ofTrackersAndReturnError: nil)
    #expect(another.supportedNumberOfTrackers == 100 && number == 100)
    expect(.internalError, naming: ["100"]) { try handler.perform([another], on: picture) }
    // Rectangles are counted by themselves.
    let corners = [(0.2, 0.8), (0.2, 0.2), (0.8, 0.2), (0.8, 0.8)].map { CGPoint(x: $0.0, y: $0.1) }
    let rectangle = VNTrackRectangleRequest(
      rectangleObservation: VNRectangleObservation(
        topLeft: corners[0], bottomLeft: corners[1], bottomRight: corners[2], topRight: corners[3]))
    try handler.perform([rectangle], on: picture)
    // The last frame of one makes room.
    requests[0].inputObservation = try #require(requests[0].results?.first)
    requests[0].isLastFrame = true
    try handler.perform([requests[0], another], on: picture)
    #expect(another.results?.count == 1)

    expect(.internalError, naming: ["nosuchelement"]) {
      _ = try SampleBufferReader(pipeline: "nosuchelement ! appsink name=frames")
    }
  }

  @Test func unknownError() throws {
    let reader = try SampleBufferReader(
      pipeline:
        "videotestsrc ! video/x-raw,format=GRAY8,width=64,height=64 ! identity error-after=4 ! appsink name=frames")
    expect(.unknownError, naming: ["identity"]) { while try reader.nextSampleBuffer() != nil {} }
  }

  @Test func invalidOperation() throws {
    let tracking = VNTrackObjectRequest(
      detectedObjectObservation: VNDetectedObjectObservation(
        boundingBox: CGRect(x: 0.2, y: 0.2, width: 0.3, height: 0.3)))
    expect(.invalidOperation, naming: ["VNSequenceRequestHandler"]) { try handler().perform([tracking]) }
    let trajectories = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 5)
    let pixels = [UInt8](repeating: 80, count: 64)
    let later = try sample(pixels, width: 8, height: 8, at: CMTime(value: 2, timescale: 1))
    let earlier = try sample(pixels, width: 8, height: 8, at: CMTime(value: 1, timescale: 1))
    try VNImageRequestHandler(cmSampleBuffer: later).perform([trajectories])
    expect(.invalidOperation, naming: ["1.0 s", "2.0 s"]) {
      try VNImageRequestHandler(cmSampleBuffer: earlier).perform([trajectories])
    }
  }

  @Test func invalidImage() throws {
    expect(.invalidImage, naming: ["3 bytes"]) { try VNImageRequestHandler(data: Data("abc".utf8)).perform([request]) }
    expect(.invalidImage, naming: ["empty"]) { try VNImageRequestHandler(data: Data()).perform([request]) }
    let url = URL(fileURLWithPath: folder.path("text.png"))
    try Data("no picture at all".utf8).write(to: url)
    expect(.invalidImage, naming: ["text.png"]) { try VNSequenceRequestHandler().perform([request], onImageURL: url) }
  }

  @Test func invalidArgument() throws {
    let time = CMTime(value: 1, timescale: 1)
    let sample = try sample([UInt8](repeating: 80, count: 64), width: 8, height: 8, at: time)
    let handler = VNImageRequestHandler(cmSampleBuffer: sample)
    expect(.invalidArgument, naming: ["trajectoryLength", "4", "5"]) {
      try handler.perform([VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 4)])
    }
    let trajectories = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 5)
    let negative = CMTime(value: -1, timescale: 1)
    for spacing in [CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity, negative] {
      expect(.invalidArgument, naming: ["frameAnalysisSpacing"]) {
        try handler.perform([VNDetectTrajectoriesRequest(frameAnalysisSpacing: spacing, trajectoryLength: 5)])
      }
    }
    trajectories.objectMinimumNormalizedRadius = 0.3
    trajectories.objectMaximumNormalizedRadius = 0.2
    expect(.invalidArgument, naming: ["objectMinimumNormalizedRadius"]) { try handler.perform([trajectories]) }
    trajectories.objectMaximumNormalizedRadius = 1.5
    trajectories.regionOfInterest = CGRect(x: 0, y: 0, width: 0.5, height: 1)
    expect(.invalidArgument, naming: ["objectMaximumNormalizedRadius", "1.5"]) { try handler.perform([trajectories]) }
    for region in [
      CGRect(x: 0.5, y: 0.5, width: 0.6, height: 0.1), CGRect(x: 0.5, y: 0.5, width: 0, height: 0.1),
      CGRect(x: 0, y: 0, width: CGFloat.nan, height: 1),
    ] {
      request.regionOfInterest = region
      #expect(request.regionOfInterest.origin == region.origin, "accepted when set")
      expect(.invalidArgument, naming: ["regionOfInterest", "0 to 1"]) { try handler.perform([request]) }
    }
    expect(.invalidArgument, naming: ["width", "32768"]) {
      _ = try CVPixelBuffer(width: 0, height: 8, pixelFormatType: kCVPixelFormatType_OneComponent8)
    }
    expect(.invalidArgument, naming: ["appsink"]) { _ = try SampleBufferReader(pipeline: "videotestsrc ! fakesink") }
    expect(.invalidArgument, naming: ["time range"]) { try VNVideoProcessor(url: folder.url).analyze(.invalid) }
  }

  @Test func unsupportedRevision() throws {
    #expect(VNTrackObjectRequest.supportedRevisions == IndexSet(1...2) && VNTrackObjectRequest.defaultRevision == 2)
    request.revision = 9
    expect(.unsupportedRevision, naming: ["9", "1"]) { try handler().perform([request]) }
    request.revision = VNDetectRectanglesRequestRevision1
    try handler().perform([request])
  }

  @Test func dataUnavailable() throws {
    let empty = CMSampleBuffer(imageBuffer: nil, presentationTimeStamp: .zero)
    expect(.dataUnavailable, naming: ["no picture"]) {
      try VNImageRequestHandler(cmSampleBuffer: empty).perform([request])
    }
    let processor = VNVideoProcessor(url: try Clips.toss(in: folder))
    expect(.dataUnavailable, naming: ["0.51"]) {
      let start = CMTime(value: 51, timescale: 100)
      try processor.analyze(CMTimeRange(start: start, duration: CMTime(value: 1, timescale: 1000)))
    }
  }

  @Test func timeStampNotFound() throws {
    let trajectories = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 5)
    expect(.timeStampNotFound, naming: ["presentation time", "CMSampleBuffer"]) {
      try handler().perform([trajectories])
    }
  }

  @Test func unsupportedRequest() throws {
    expect(.unsupportedRequest, naming: ["VNRequest", "VNTrackObjectRequest"]) {
      try handler().perform([VNRequest(completionHandler: nil)])
    }
    expect(.unsupportedRequest, naming: ["VNStatefulRequest"]) {
      try handler().perform([VNStatefulRequest(frameAnalysisSpacing: .zero)])
    }
  }

  @Test func timeout() throws {
    let reader = try SampleBufferReader(
      pipeline: "appsrc ! video/x-raw,format=GRAY8 ! appsink name=frames", timeout: .milliseconds(300))
    expect(.timeout, naming: [" 0.3 s"]) { _ = try reader.nextSampleBuffer() }
  }
}

extension Folder {
  fileprivate var url: URL { URL(fileURLWithPath: root) }
}
