// The other encodings of the metadata stream, each in the hands of a reader that is not this project's.
import Flycatcher
import FlycatcherPipeline
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct MetadataFormatTests {
  private static let source = "videotestsrc num-buffers=10 ! video/x-raw,format=I420,width=64,height=48,framerate=25/1"

  /// What a program says, as lines of JSON.
  private func lines(_ program: String, _ arguments: [String]) throws -> [[String: Any]] {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try String(decoding: data, as: UTF8.self).split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func klvGoesThroughATransportStream() throws {
    let folder = try Folder()
    let (movie, packets) = (folder.path("out.ts"), folder.path("out.klv"))
    let before = Date().timeIntervalSince1970
    try run(
      "\(Self.source) ! appsink name=frames appsrc name=annotated ! videoconvert ! x264enc ! mpegtsmux name=mux "
        + "! filesink location=\(movie) appsrc name=metadata ! meta/x-klv,parsed=true ! queue ! mux.",
      [NotingTracker(notebook: Notebook(), reportsBoxes: true)])
    _ = try lines("/usr/bin/ffmpeg", ["-v", "error", "-i", movie, "-map", "0:d", "-c", "copy", "-f", "data", packets])
    let program =
      #filePath.replacing("FlycatcherPipelineTests/MetadataFormatTests.swift", with: "")
      + "FlycatcherCommandTests/Programs/read_klv.py"
    let frames = try lines("/usr/bin/python3", [program, packets])
    try #require(frames.count >= 10)
    let times = frames.prefix(10).compactMap { $0["time"] as? Int }
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 40_000 }, "\(times)")
    #expect(abs(Double(times[0]) / 1e6 - before) < 60)
    let (first, last) = (frames[0], frames[9])
    #expect(first["width"] as? Int == 64 && first["height"] as? Int == 48 && first["detected"] as? Int == 1)
    let target = try #require((first["targets"] as? [[String: Any]])?.first)
    // A box from (0.25, 0.25) to (0.75, 0.75): rows 13 to 36 and columns 17 to 48, the middle one pixel after the half.
    #expect(target["topLeft"] as? Int == 17 + 12 * 64 && target["bottomRight"] as? Int == 48 + 35 * 64)
    #expect(target["row"] as? Int == 25 && target["column"] as? Int == 33 && target["centroid"] as? Int == 33 + 24 * 64)
    #expect(target["confidence"] as? Int == 90)
    // One thing keeps its number and its uuid.
    let later = try #require((last["targets"] as? [[String: Any]])?.first)
    #expect(later["id"] as? Int == target["id"] as? Int && later["track"] as? String == target["track"] as? String)
  }

  @Test func onvifIsValidXMLWhateverALabelHolds() throws {
    let folder = try Folder()
    let path = folder.path("out.xml")
    try run(
      "videotestsrc num-buffers=1 ! video/x-raw,format=I420,width=64,height=48 ! appsink name=frames "
        + "appsrc name=metadata ! application/x-onvif-metadata,parsed=true ! multifilesink location=\(path).%d",
      [NotingTracker(notebook: Notebook(), reportsBoxes: true)])
    let script = """
      import json, sys, xml.etree.ElementTree as E
      n = {'tt': 'http://www.onvif.org/ver10/schema'}
      o = E.parse(sys.argv[1]).find('tt:VideoAnalytics/tt:Frame/tt:Object', n)
      print(json.dumps({'label': o.find('.//tt:Type', n).text, 'box': o.find('.//tt:BoundingBox', n).attrib}))
      """
    let object = try #require(try lines("/usr/bin/python3", ["-c", script, path + ".0"]).first)
    #expect(object["label"] as? String == "the \"box\" ")
    #expect(
      object["box"] as? [String: String]
        == ["left": "-0.500000", "top": "0.500000", "right": "0.500000", "bottom": "-0.500000"])
  }

  @Test func webVTTHoldsACueAFrame() throws {
    let folder = try Folder()
    let (path, back) = (folder.path("out.vtt"), folder.path("out.srt"))
    try run(
      "\(Self.source) ! appsink name=frames appsrc name=metadata ! application/x-subtitle-vtt ! filesink location=\(path)",
      [NotingTracker(notebook: Notebook(), reportsBoxes: true)])
    _ = try lines("/usr/bin/ffmpeg", ["-v", "error", "-i", path, back])
    let text = try String(contentsOfFile: back, encoding: .utf8)
    #expect(text.contains("00:00:00,120 --> 00:00:00,160"), "\(text)")
    #expect(text.components(separatedBy: "boundingBox").count == 11)
  }
}
