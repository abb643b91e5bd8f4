// The Swift code of the README: compiled here, so that it stays true.
import Flycatcher
import FlycatcherLines
import FlycatcherPipeline
import FlycatcherVision
import Foundation
import Testing

@Suite struct ReadmeTests {
  /// Each line of Swift in the README stands in this file, where the compiler sees it.
  @Test func itsCodeCompiles() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let readme = try String(
      contentsOf: folder.appendingPathComponent("../../README.md").standardizedFileURL, encoding: .utf8)
    let lines = try String(contentsOfFile: #filePath, encoding: .utf8).components(separatedBy: "\n").map(trimmed)
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(blocks.count == 4)
    for line in blocks.joined(separator: "\n").components(separatedBy: "\n").map(trimmed) where !line.isEmpty {
      #expect(lines.contains(line))
    }
  }

  private func trimmed(_ line: String) -> String { line.trimmingCharacters(in: .whitespaces) }

  /// Never called.
  private func session() async throws {
    let session = try Session(
      pipeline: "filesrc location=toss.mp4 ! decodebin ! videoconvert ! appsink name=frames",
      trackers: [TrajectoryDetector(trajectoryLength: 8)])
    for try await report in session.reports {
      for case .trajectory(let flight) in report.observations where flight.state == .ended {
        print(flight.timeRange.start.seconds, flight.confidence, flight.equationCoefficients)
      }
    }
  }

  /// Never called.
  private func lines(_ url: URL) async throws {
    for try await case .observation(.trajectory(let flight), _) in ObservationLines(url) where flight.state == .ended {
      print(flight.timeRange.start.seconds, flight.equationCoefficients)
    }
  }

  /// Never called.
  private func detector(_ frames: [[UInt8]], _ width: Int, _ height: Int) throws {
    var detector = try TrajectoryDetector(trajectoryLength: 8)
    for (index, pixels) in frames.enumerated() {  // each width × height bytes of luma
      guard let luma = Plane(pixels.span, width: width, height: height, rowStride: width) else { continue }
      let frame = Frame(luma: luma, timestamp: Timestamp(seconds: Double(index) / 60))
      print(try detector.track(frame))
    }
    print(detector.finish())
  }

  /// Never called.
  private func vision(_ frame: borrowing Frame) throws {
    let request = VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 8)
    try VNImageRequestHandler(frame).perform([request])
    for flight in request.results ?? [] { print(flight.uuid, flight.equationCoefficients) }
  }
}
