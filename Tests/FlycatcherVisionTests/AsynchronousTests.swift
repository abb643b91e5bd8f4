// The asynchronous requests on the frames of the others, with the others' results.
import DemoScene
import Flycatcher
import FlycatcherVision
import Foundation
import TestSupport
import Testing

@Suite struct AsynchronousTests {
  private func samples() throws -> [CMSampleBuffer] {
    let clip = try toss()
    return try (0..<clip.frameCount).map { index in
      let buffer = try CVPixelBuffer(
        width: clip.width, height: clip.height, pixelFormatType: kCVPixelFormatType_420YpCbCr8Planar)
      fill(buffer, with: clip.frame(index))
      return CMSampleBuffer(imageBuffer: buffer, presentationTimeStamp: CMTimeMake(value: Int64(index), timescale: 30))
    }
  }

  @Test func trajectoriesAreThoseOfTheOlderRequest() async throws {
    let request = DetectTrajectoriesRequest(trajectoryLength: 7)
    request.objectMaximumNormalizedRadius = 0.1
    let older = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 7)
    older.objectMaximumNormalizedRadius = 0.1
    var count = 0
    for sample in try samples() {
      let found = try await request.perform(on: sample)
      try VNImageRequestHandler(cmSampleBuffer: sample).perform([older])
      let expected = (older.results ?? []).map { FlycatcherVision.TrajectoryObservation($0) }
      #expect(found.map(\.detectedPoints) == expected.map(\.detectedPoints))
      #expect(found.map(\.equationCoefficients) == expected.map(\.equationCoefficients))
      count += found.count
    }
    #expect(count > 10)
  }

  @Test func objectIsTrackedWithoutGivingResultsBack() async throws {
    let box = NormalizedRect(x: 0.25, y: 1 - 120.0 / 180, width: 0.5, height: 0.5)
    let request = TrackObjectRequest(detectedObject: DetectedObjectObservation(boundingBox: box))
    request.trackingLevel = .accurate
    var last: DetectedObjectObservation?
    for index in 0..<10 {
      let sample = try sample(card(x: 60 + 2 * index, y: 30 + index), width: 240, height: 180)
      let found = try await request.perform(on: try #require(sample.imageBuffer), orientation: .up)
      #expect(last == nil || found?.uuid == last?.uuid)
      last = found
    }
    let object = try #require(last)
    #expect(abs(object.boundingBox.origin.x - 78.0 / 240) < 0.02 && object.confidence > 0.5)
  }

  @Test func rectangleIsDetectedAndTracked() async throws {
    let first = try sample(card(x: 60, y: 30), width: 240, height: 180)
    let detected = try #require(try await DetectRectanglesRequest().perform(on: first).first)
    let request = TrackRectangleRequest(detectedRectangle: detected)
    var last: FlycatcherVision.RectangleObservation?
    for index in 0..<6 {
      last = try await request.perform(on: sample(card(x: 60 + 2 * index, y: 30 + index), width: 240, height: 180))
    }
    let rectangle = try #require(last)
    #expect(rectangle.uuid == detected.uuid)
    #expect(abs(rectangle.topLeft.x - 70.0 / 240) < 0.01 && abs(rectangle.topLeft.y - (1 - 35.0 / 180)) < 0.01)
  }

  @Test func timeIsNilWhereThereIsNone() async throws {
    let pixels = card(x: 60, y: 30)
    let detect = DetectRectanglesRequest()
    let untimed = try await detect.perform(on: sample(pixels, width: 240, height: 180)).first
    #expect(untimed != nil && untimed?.timeRange == nil)
    let first = try await detect.perform(on: sample(pixels, width: 240, height: 180, at: .zero)).first
    #expect(first?.timeRange == .zero)
    let corner = NormalizedPoint.zero
    let own = FlycatcherVision.RectangleObservation(
      topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner)
    #expect(own.timeRange == nil && DetectedObjectObservation(boundingBox: .fullImage).timeRange == nil)
  }

  @Test func canceledTaskGetsRequestCancelled() async throws {
    let sample = try sample(card(x: 60, y: 30), width: 240, height: 180)
    let task = Task { () async -> VNErrorCode? in
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      do throws(VNError) {
        _ = try await DetectRectanglesRequest().perform(on: sample)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(await task.value == .requestCancelled)
  }

  @Test func errorsAreThoseOfTheOlderRequests() async throws {
    let sample = try sample(card(x: 60, y: 30), width: 240, height: 180)
    do throws(VNError) {
      _ = try await DetectTrajectoriesRequest().perform(on: sample)
      Issue.record("A picture without a time was taken.")
    } catch {
      #expect(error.code == .timeStampNotFound)
    }
    var rectangles = DetectRectanglesRequest()
    rectangles.minimumSize = 2
    do throws(VNError) {
      _ = try await rectangles.perform(on: sample)
      Issue.record("A size of 2 was taken.")
    } catch {
      #expect(error.code == .invalidArgument)
    }
    do throws(VNError) {
      _ = try await rectangles.perform(on: Data("abc".utf8))
      Issue.record("Text was taken for a picture.")
    } catch {
      #expect(error.code == .invalidImage)
    }
  }
}
