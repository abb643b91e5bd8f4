// The Swift code of the documentation of FlycatcherVision, for the compiler alone: nothing here is called.
import Dispatch
import Flycatcher
import FlycatcherVision
import Foundation

private enum VisionSamples {
  static func readme() throws {
    let request = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 8)
    let reader = try SampleBufferReader(pipeline: "v4l2src ! videoconvert ! appsink name=frames")
    while let sampleBuffer = try reader.nextSampleBuffer() {
      try VNImageRequestHandler(cmSampleBuffer: sampleBuffer).perform([request])
      for trajectory in request.results ?? [] { print(trajectory.uuid, trajectory.equationCoefficients) }
    }
  }

  static func reader(_ request: VNRequest) throws {
    let reader = try SampleBufferReader(pipeline: "v4l2src ! videoconvert ! appsink name=frames")
    while let sampleBuffer = try reader.nextSampleBuffer() {
      try VNImageRequestHandler(cmSampleBuffer: sampleBuffer).perform([request])
    }
  }

  static func pictures(_ request: VNRequest, _ sampleBuffer: CMSampleBuffer, _ pixelBuffer: CVPixelBuffer) throws {
    do {
      let handler = VNImageRequestHandler(cmSampleBuffer: sampleBuffer, orientation: .up)
      try handler.perform([request])
    }
    let handler = VNSequenceRequestHandler()
    try handler.perform([request], on: pixelBuffer)  // for each picture, in order of time
  }

  static func errors(_ handler: VNImageRequestHandler, _ request: VNRequest) throws {
    do {
      try handler.perform([request])
    } catch let error as VNError where error.code == .timeStampNotFound {
      // …
    }
  }

  static func processor(_ url: URL, _ request: VNRequest) throws {
    let processor = VNVideoProcessor(url: url)
    try processor.addRequest(request, processingOptions: VNVideoProcessor.RequestProcessingOptions())
    try processor.analyze(CMTimeRange(start: .zero, duration: .indefinite))
  }

  static func tracking(_ reader: SampleBufferReader) throws {
    let handler = VNSequenceRequestHandler()
    let box = CGRect(x: 0.41, y: 0.50, width: 0.05, height: 0.20)
    let request = VNTrackObjectRequest(detectedObjectObservation: VNDetectedObjectObservation(boundingBox: box))
    request.trackingLevel = .accurate
    while let sampleBuffer = try reader.nextSampleBuffer() {
      try handler.perform([request], on: sampleBuffer)
      if let object = request.results?.first { request.inputObservation = object }
    }
  }

  static func frame(_ frame: borrowing Frame, _ request: VNRequest) throws {
    try frame.withSampleBuffer { sampleBuffer in
      try VNImageRequestHandler(cmSampleBuffer: sampleBuffer).perform([request])
    }
  }

  static func awaited(_ reader: SampleBufferReader, _ url: URL, _ sampleBuffer: CMSampleBuffer) async throws {
    do {
      let request = DetectTrajectoriesRequest(trajectoryLength: 6)
      while let sampleBuffer = try reader.nextSampleBuffer() {
        for trajectory in try await request.perform(on: sampleBuffer) { print(trajectory.uuid) }
      }
    }
    do {
      let box = NormalizedRect(x: 0.4, y: 0.5, width: 0.05, height: 0.2)
      let request = TrackObjectRequest(detectedObject: DetectedObjectObservation(boundingBox: box))
      let object = try await request.perform(on: sampleBuffer)  // for each frame, in order of time
      print(object?.boundingBox ?? box)
    }
    let rectangles = try await DetectRectanglesRequest().perform(on: url)
    print(rectangles)
  }
}

private final class CameraSamples: AVCaptureVideoDataOutputSampleBufferDelegate {
  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {}

  func run(_ queue: DispatchQueue) throws {
    let output = AVCaptureVideoDataOutput()
    output.setSampleBufferDelegate(self, queue: queue)
    try output.run(SampleBufferReader(pipeline: "v4l2src ! videoconvert ! appsink name=frames"))
  }
}
