// Code as programs for Apple's systems have it, for trajectories. Nothing but the imports is other than there.
import Dispatch
import FlycatcherVision
import Foundation

final class TrajectoryCamera: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
  private(set) var trajectories = [UUID: [VNPoint]]()
  private(set) var equations = [UUID: simd_float3]()
  private(set) var callbackErrors = [Error]()
  private(set) var handledFrames = 0

  // Created when the first frame comes, and kept: the request gathers evidence over the frames.
  private lazy var detectTrajectoryRequest: VNDetectTrajectoriesRequest = {
    let request = VNDetectTrajectoriesRequest(
      frameAnalysisSpacing: CMTimeMake(value: 10, timescale: 600), trajectoryLength: 6,
      completionHandler: completionHandler)
    request.objectMinimumNormalizedRadius = 2.0 / Float(320)
    request.objectMaximumNormalizedRadius = 16.0 / Float(320)
    request.targetFrameTime = CMTimeMake(value: 1, timescale: 60)
    request.regionOfInterest = CGRect(x: 0, y: 0, width: 1, height: 1)
    return request
  }()

  func start(output: AVCaptureVideoDataOutput) {
    let queue = DispatchQueue(label: "frames", qos: .userInitiated, attributes: [], autoreleaseFrequency: .workItem)
    output.setSampleBufferDelegate(self, queue: queue)
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    handledFrames += 1
    do {
      let requestHandler = VNImageRequestHandler(cmSampleBuffer: sampleBuffer, orientation: .up, options: [:])
      try requestHandler.perform([detectTrajectoryRequest])
    } catch {
      callbackErrors.append(error)
    }
  }

  private func completionHandler(request: VNRequest, error: Error?) {
    if let error = error {
      callbackErrors.append(error)
      return
    }
    guard let results = request.results as? [VNTrajectoryObservation] else { return }
    for path in results where path.confidence > 0.5 {
      let end = CMTimeGetSeconds(CMTimeRangeGetEnd(path.timeRange))
      guard end > path.timeRange.start.seconds else { continue }
      for point in path.detectedPoints.suffix(1) where point.location.x >= 0 {
        trajectories[path.uuid, default: []].append(point)
      }
      equations[path.uuid] = path.equationCoefficients
    }
  }
}

final class VideoAnalyzer {
  let processor: VNVideoProcessor
  private(set) var observations = [VNTrajectoryObservation]()

  init(url: URL) {
    processor = VNVideoProcessor(url: url)
  }

  func analyze(duration: CMTime) throws {
    let request = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 6) {
      [weak self] request, error in
      guard error == nil, let observations = request.results as? [VNTrajectoryObservation] else { return }
      self?.observations += observations
    }
    let options = VNVideoProcessor.RequestProcessingOptions()
    options.cadence = VNVideoProcessor.FrameRateCadence(60)
    try processor.addRequest(request, processingOptions: options)
    try processor.analyze(CMTimeRange(start: .zero, duration: duration))
    try processor.removeRequest(request)
  }
}
