// Videos and pictures in files, read as programs for Apple's systems read them.
import Dispatch
import Flycatcher
import FlycatcherVision
import Foundation
import TestSupport
import Testing

@Suite struct ReaderTests {
  let folder: Folder
  init() throws { folder = try Folder() }

  @Test func everyPictureOfAFileComesWithItsTime() throws {
    let reader = try SampleBufferReader(url: Clips.toss(in: folder))
    var times: [CMTime] = []
    while let sample = try reader.nextSampleBuffer() {
      times.append(sample.presentationTimeStamp)
      #expect(sample.imageBuffer.map { CVPixelBufferGetWidth($0) } == 256)
    }
    #expect(times.count == 45 && times.first == .zero)
    #expect(abs(CMTimeGetSeconds(times[44]) - 44.0 / 30) < 0.001)
    #expect(reader.duration.map { abs($0.seconds - 1.5) < 0.05 } == true)
    #expect(try reader.nextSampleBuffer() == nil)
  }

  /// What a pipeline's parser would take for syntax, and the backslash at the end, which it would join to what follows.
  @Test(arguments: ["a b.mp4", #"it's "one" ! ${X}.mp4"#, #"c:\"#]) func fileMayHaveAnyName(name: String) throws {
    let url = URL(fileURLWithPath: folder.path(name))
    try FileManager.default.moveItem(at: Clips.toss(in: folder), to: url)
    #expect(try SampleBufferReader(url: url).nextSampleBuffer() != nil)
  }

  @Test func processorKeepsToItsRangeAndCadence() throws {
    let processor = VNVideoProcessor(url: try Clips.toss(in: folder))
    var (all, tenth, third) = (0, 0, 0)
    let every = VNDetectRectanglesRequest { _, _ in all += 1 }
    let rate = VNDetectRectanglesRequest { _, _ in tenth += 1 }
    let interval = VNDetectRectanglesRequest { _, _ in third += 1 }
    let (rateOptions, intervalOptions) = (
      VNVideoProcessor.RequestProcessingOptions(), VNVideoProcessor.RequestProcessingOptions()
    )
    rateOptions.cadence = VNVideoProcessor.FrameRateCadence(10)
    intervalOptions.cadence = VNVideoProcessor.TimeIntervalCadence(0.3)
    try processor.addRequest(every)
    try processor.addRequest(rate, processingOptions: rateOptions)
    try processor.addRequest(interval, processingOptions: intervalOptions)
    let range = CMTimeRange(start: CMTime(value: 1, timescale: 2), duration: CMTime(value: 1, timescale: 2))
    try processor.analyze(range)
    #expect(all == 15 && tenth == 5 && third == 2)
    try processor.removeRequest(rate)
    try processor.analyze(CMTimeRange(start: .zero, duration: .positiveInfinity))
    #expect(all == 15 + 45 && tenth == 5)
    #expect(failure { try processor.removeRequest(rate) }?.code == .invalidArgument)
    #expect(failure { try processor.addRequest(every) }?.code == .invalidArgument)
  }

  @Test func completionHandlersAddAndRemoveRequests() throws {
    let processor = VNVideoProcessor(url: try Clips.toss(in: folder))
    var counts = [0, 0, 0]
    let added = VNDetectRectanglesRequest { _, _ in counts[2] += 1 }
    let last = VNDetectRectanglesRequest { _, _ in counts[1] += 1 }
    let first = VNDetectRectanglesRequest { request, _ in
      counts[0] += 1
      try? processor.removeRequest(request)
      try? processor.removeRequest(last)
      try? processor.addRequest(added)
    }
    try processor.addRequest(first)
    try processor.addRequest(last)
    try processor.analyze(CMTimeRange(start: .zero, duration: .indefinite))
    #expect(counts == [1, 0, 44])
  }

  /// A pipe that nobody writes to is opened for as long as the reading of its rotation may take.
  @Test func processorIsCanceledWhileItOpensTheFile() throws {
    let path = folder.path("pipe.mp4")
    #expect(unsafe mkfifo(path, 0o600) == 0)
    nonisolated(unsafe) let processor = VNVideoProcessor(url: URL(fileURLWithPath: path))
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) { unsafe processor.cancel() }
    let error = failure { try unsafe processor.analyze(CMTimeRange(start: .zero, duration: .indefinite)) }
    #expect(error?.code == .requestCancelled)
    // Frees the thread that waits for a writer.
    close(unsafe open(path, O_RDWR | O_NONBLOCK))
  }

  @Test func processorAnalyzesTheSameAgain() throws {
    let processor = VNVideoProcessor(url: try Clips.toss(in: folder))
    var points: [[VNPoint]] = []
    let request = VNDetectTrajectoriesRequest(trajectoryLength: 6) { request, _ in
      for case let flight as VNTrajectoryObservation in request.results ?? [] { points.append(flight.detectedPoints) }
    }
    try processor.addRequest(request)
    try processor.analyze(CMTimeRange(start: .zero, duration: .indefinite))
    let first = points
    points = []
    try processor.analyze(CMTimeRange(start: .zero, duration: .indefinite))
    #expect(first.count > 5 && points == first)
  }

  @Test func processorTracksWhatARequestNames() throws {
    let processor = VNVideoProcessor(url: try Clips.toss(in: folder))
    let box = VNDetectedObjectObservation(boundingBox: CGRect(x: 0.3, y: 0.3, width: 0.3, height: 0.3))
    let request = VNTrackObjectRequest(detectedObjectObservation: box)
    try processor.addRequest(request)
    try processor.analyze(CMTimeRange(start: .zero, duration: .indefinite))
    #expect(request.results?.first?.uuid == box.uuid && request.results?.first?.timeRange.start.seconds ?? 0 > 1.4)
  }

  @Test func pictureInAFileAndItsContentAreTheSame() throws {
    let url = try Clips.card(in: folder)
    let (file, content, sequence) = (
      VNDetectRectanglesRequest(), VNDetectRectanglesRequest(), VNDetectRectanglesRequest()
    )
    try VNImageRequestHandler(url: url).perform([file])
    try VNImageRequestHandler(data: try Data(contentsOf: url), options: [:]).perform([content])
    try VNSequenceRequestHandler().perform([sequence], onImageURL: url)
    let found = try #require(file.results?.first)
    #expect(abs(found.topLeft.x - 0.25) < 0.01 && abs(found.topLeft.y - (1 - 30.0 / 180)) < 0.01)
    #expect(content.results?.first?.topLeft == found.topLeft && sequence.results?.first?.topLeft == found.topLeft)
    let turned = VNDetectRectanglesRequest()
    try VNImageRequestHandler(url: url, orientation: .down).perform([turned])
    #expect(abs((turned.results?.first?.boundingBox.maxX ?? 0) - 0.75) < 0.01)
  }

  private final class Counter: AVCaptureVideoDataOutputSampleBufferDelegate {
    var count = 0
    func captureOutput(
      _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) { count += 1 }
  }

  /// Returns the number of pictures that reach a delegate.
  private func pictures(
    on queue: DispatchQueue, around: (() throws -> Void) throws -> Void = { try $0() }
  ) throws -> Int {
    let (counter, output) = (Counter(), AVCaptureVideoDataOutput())
    output.setSampleBufferDelegate(counter, queue: queue)
    let source = "videotestsrc num-buffers=5 ! video/x-raw,format=GRAY8,width=64,height=64"
    try around { try output.run(SampleBufferReader(pipeline: "\(source) ! appsink name=frames")) }
    return counter.count
  }

  @Test func outputMayRunOnItsDelegatesQueue() throws {
    for queue in [DispatchQueue(label: "camera"), .global(), DispatchQueue(label: "cameras", attributes: .concurrent)] {
      #expect(try pictures(on: queue) == 5)
      #expect(try pictures(on: queue) { try queue.sync(execute: $0) } == 5)
    }
  }

  @MainActor @Test func outputMayRunOnTheMainThread() throws {
    #expect(try pictures(on: .main) == 5)
  }

  @Test func canceledReaderGivesNoMore() throws {
    let reader = try SampleBufferReader(
      pipeline: "videotestsrc ! video/x-raw,format=GRAY8,width=64,height=64,framerate=30/1 ! appsink name=frames")
    #expect(try reader.nextSampleBuffer() != nil)
    reader.cancel()
    #expect(try reader.nextSampleBuffer() == nil)
  }
}
