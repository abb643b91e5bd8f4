// The JSON Lines: keys, escapes, numbers; as a file and as a stream of the pipeline.
import Flycatcher
import FlycatcherPipeline
import Foundation
import GStreamerSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct MetadataTests {
  static let source = "videotestsrc num-buffers=10 ! video/x-raw,format=I420,width=64,height=48,framerate=25/1"

  private func objects(_ path: String) throws -> [[String: Any]] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasSuffix("\n"))
    return try text.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func metadataStreamBeginsWithTheStreamAndEndsWithTheSummary() throws {
    let folder = try Folder()
    let path = folder.path("out.jsonl")
    var options = SessionOptions()
    options.source = "a \"quoted\"\\name\u{1}\u{7F}é\n"
    try run(
      "\(Self.source) ! appsink name=frames appsrc name=metadata ! filesink location=\(path)",
      [NotingTracker(notebook: Notebook(), reportsBoxes: true, reportsAtEnd: true)], options: options)
    let lines = try objects(path)
    #expect(lines.map { $0["type"] as? String } == ["stream"] + Array(repeating: "object", count: 11) + ["summary"])
    #expect(lines[0]["source"] as? String == options.source)
    #expect(lines[0]["version"] as? Int == 1)
    #expect(lines[0]["width"] as? Int == 64 && lines[0]["height"] as? Int == 48)
    #expect(lines[0]["framerate"] as? String == "25/1")
    #expect(lines[4]["label"] as? String == "the \"box\"\n")
    #expect(lines[4]["time"] as? Double == 0.12 && lines[4]["frame"] as? Int == 3)
    #expect((lines[4]["boundingBox"] as? [String: Double]) == ["x": 0.25, "y": 0.25, "width": 0.5, "height": 0.5])
    #expect(lines[12]["frames"] as? Int == 10 && lines[12]["analyzed"] as? Int == 10)
    #expect(lines[12]["skipped"] as? Int == 0 && lines[12]["elapsed"] is Double)
  }

  @Test(arguments: [true, false])
  func muxerTakesTheMetadataHoweverRareItIs(_ reportsBoxes: Bool) throws {
    let folder = try Folder()
    let (movie, path) = (folder.path("out.mkv"), folder.path("out.jsonl"))
    try run(
      "videotestsrc num-buffers=300 ! video/x-raw,format=I420,width=64,height=48,framerate=25/1 ! appsink name=frames "
        + "appsrc name=annotated ! videoconvert ! vp8enc deadline=1 ! matroskamux name=mux ! filesink location=\(movie) "
        + "appsrc name=metadata ! queue ! mux.",
      [NotingTracker(notebook: Notebook(), reportsBoxes: reportsBoxes)])
    try run(
      "filesrc location=\(movie) ! matroskademux name=d d.subtitle_0 ! queue ! filesink location=\(path) "
        + "d.video_0 ! queue ! vp8dec ! appsink name=frames")
    // The demuxer hands text out as markup.
    let markup = try String(contentsOfFile: path, encoding: .utf8)
    let text = markup.replacingOccurrences(of: "&quot;", with: "\"")
    #expect(text.contains("\"stream\"") && text.contains("\"summary\""))
    #expect(text.components(separatedBy: "\"boundingBox\"").count - 1 == (reportsBoxes ? 300 : 0))
  }

  /// Says something about few frames only, late in the stream.
  private struct RareTracker: Tracker {
    var count = 0

    mutating func track(_ frame: borrowing Frame) throws(FlycatcherError) -> [Observation] {
      count += 1
      guard (160..<164).contains(count) else { return [] }
      let box = ObjectObservation(
        uuid: ObservationUUID(), label: "box \(count)", state: .tracked, time: frame.timestamp, confidence: 0.9,
        boundingBox: Rectangle(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
      return [.object(box), .object(box)]
    }

    mutating func finish() -> [Observation] { [] }
    mutating func reset() {}
  }

  /// A muxer that waits for the text, while the text's source waits until the video has been taken, waits for ever.
  @Test(arguments: ["matroskamux", "mp4mux", "qtmux"], ["queue ! ", ""])
  func rareMetadataDoesNotStarveAMuxer(_ muxer: String, _ queue: String) throws {
    try expectRareMetadata(in: muxer, queue: queue, text: queue)
  }

  /// matroskamux ends its file with the video, and the last line is on its way then.
  @Test func slowMetadataIsWaitedFor() throws {
    try expectRareMetadata(in: "matroskamux", queue: "queue ! ", text: "queue ! identity sleep-time=400000 ! ")
  }

  private func expectRareMetadata(in muxer: String, queue: String, text: String) throws {
    let folder = try Folder()
    let movie = folder.path("out.\(muxer)")
    try run(
      "videotestsrc num-buffers=200 ! video/x-raw,format=I420,width=64,height=48,framerate=100/1 ! appsink name=frames "
        + "appsrc name=annotated ! videoconvert ! x264enc ! \(queue)\(muxer) name=mux ! filesink location=\(movie) "
        + "appsrc name=metadata ! \(text)mux.", [RareTracker()])
    let stored = try Data(contentsOf: URL(filePath: movie))
    for text in ["\"stream\"", "\"box 160\"", "\"box 163\"", "\"summary\""] {
      #expect(stored.range(of: Data(text.utf8)) != nil, "\(text)")
    }
  }

  @Test func everyKindOfObservationIsWritten() throws {
    let folder = try Folder()
    let path = folder.path("out.jsonl")
    let uuid = ObservationUUID()
    let time = Timestamp(nanoseconds: 1_233_333_333)
    let flight = TrajectoryObservation(
      uuid: uuid, state: .began, time: time, confidence: 0.97,
      timeRange: TimeRange(from: Timestamp(nanoseconds: 1_100_000_000), to: time),
      detectedPoints: [.init(time: time, location: Point(x: 0.1, y: 1.0 / 3), radius: 0.006)],
      projectedPoints: [Point(x: 0.12, y: .nan)], equationCoefficients: Quadratic(a: 15.57, b: -2.64, c: 1e-7),
      movingAverageRadius: 0.0061)
    let corners = Quad(
      topLeft: Point(x: 0, y: 0), topRight: Point(x: 1, y: 0), bottomRight: Point(x: 1, y: 1),
      bottomLeft: Point(x: 0, y: 1))
    let rectangle = RectangleObservation(uuid: uuid, state: .lost, time: .zero, confidence: 1, corners: corners)
    do {
      let lines = try JSONLines(path: path)
      try lines.write(StreamDescription(source: "toss.mp4", width: 1920, height: 1080, framerate: "60/1"))
      try lines.write(FrameReport(frame: 74, time: time, observations: [.trajectory(flight), .rectangle(rectangle)]))
      try lines.write(SessionStatistics())
    }
    let lines = try objects(path)
    #expect(lines.count == 4)
    #expect(lines[1]["uuid"] as? String == uuid.description && lines[1]["state"] as? String == "began")
    #expect(lines[1]["time"] as? Double == 1.233333333 && lines[1]["frame"] as? Int == 74)
    #expect((lines[1]["timeRange"] as? [String: Double]) == ["start": 1.1, "duration": 0.133333333])
    #expect((lines[1]["equationCoefficients"] as? [Double]) == [15.57, -2.64, 1e-7])
    #expect((lines[1]["projectedPoints"] as? [[String: Any]])?.first?["y"] is NSNull)
    #expect((lines[1]["detectedPoints"] as? [[String: Double]])?.first?["y"] == 1.0 / 3)
    #expect((lines[2]["corners"] as? [String: [String: Double]])?["topRight"] == ["x": 1, "y": 0])
    #expect(lines[2]["state"] as? String == "lost")
  }

  @Test func linesThatCannotBeWrittenSaySo() throws {
    let full = try JSONLines(path: "/dev/full")
    let error = #expect(throws: PipelineError.self) { try full.write(StreamDescription(source: "")) }
    #expect(error?.code == .diskFull)
    #expect(throws: PipelineError.self) { try full.write(SessionStatistics()) }
    let missing = #expect(throws: PipelineError.self) { try JSONLines(path: "/nonexistent/out.jsonl") }
    #expect(missing?.code == .cannotWrite)
  }

  @Test func closedPipeIsAnErrorAndNoDeath() throws {
    let pipe = Pipe()
    let lines = JSONLines(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    try pipe.fileHandleForReading.close()
    let error = #expect(throws: PipelineError.self) { try lines.write(StreamDescription(source: "")) }
    #expect(error?.code == .cannotWrite)
  }
}
