// The `metadata` pad of trackpublish before muxers: what a muxer needs from a text stream beside video that an encoder holds back.
import Foundation
import TestSupport
import Testing

struct MetadataPadTests {
  private let folder: Folder
  private let clip: String

  init() throws {
    folder = try Folder()
    clip = try FlightClip.make(URL(fileURLWithPath: folder.root))
  }

  /// The line of the documentation, and without any queue. x264enc holds more frames than a queue of a second does.
  @Test(arguments: ["matroskamux", "mp4mux", "qtmux"], ["queue ! ", ""])
  func metadataOfFlightsGoesIntoAMuxer(_ muxer: String, _ queue: String) throws {
    let (movie, lines) = (folder.path("output.\(muxer)"), folder.path("output.jsonl"))
    let result = try Program.gst(
      "filesrc location=\(clip) ! decodebin ! trajectorydetect ! trackpublish name=p location=\(lines) "
        + "! \(queue)x264enc ! \(queue)mux. p.metadata ! \(queue)mux. \(muxer) name=mux ! filesink location=\(movie)"
    ).run()
    #expect(result.status == 0, "\(result.output)")
    try expectWholeStreams(in: movie, lines, muxer)
  }

  /// Asked for at rest it has no thread, and asked for while the stream goes on it begins with the first line.
  @Test(.timeLimit(.minutes(2))) func aPadMayBeAskedForAtAnyTime() throws {
    let result = try Program(compiled: "late_pad", []).run()
    #expect(result.status == 0, "\(result.output)")
  }

  /// Played again, stopped before or only ready, the elements begin anew, and no second probe comes to the muxer's pad.
  @Test(arguments: ["matroskamux", "mp4mux"])
  func aPipelineThatIsPlayedAgainWritesEverythingAgain(_ muxer: String) throws {
    // decodebin in a description is linked once: read what the clip was made of.
    let played = try Program(
      compiled: "restart",
      [
        "filesrc location=\(folder.path("flights.i420")) ! rawvideoparse format=i420 width=320 height=176 framerate=30/1 "
          + "! trajectorydetect ! trackpublish name=p ! queue ! x264enc ! queue ! mux. p.metadata ! queue ! mux. "
          + "\(muxer) name=mux ! filesink name=out", folder.root,
      ]
    ).run()
    #expect(played.status == 0 && played.output == "probes: 1\nprobes: 1\nprobes: 1\n", "\(played.output)")
    for run in 1...3 { try expectWholeStreams(in: folder.path("\(run).movie"), folder.path("\(run).jsonl"), muxer) }
  }

  /// Checks that a movie holds every picture of the clip and every line that was written beside it.
  private func expectWholeStreams(in movie: String, _ lines: String, _ muxer: String) throws {
    let written = try String(contentsOfFile: lines, encoding: .utf8).split(separator: "\n")
    #expect(written.count { $0.contains("\"ended\"") } == 2)
    let stored = try Data(contentsOf: URL(fileURLWithPath: movie))
    for line in written { #expect(stored.range(of: Data(line.utf8)) != nil, "\(line)") }
    let pictures = try Program.gst(
      "filesrc location=\(movie) ! \(muxer == "matroskamux" ? "matroskademux" : "qtdemux") name=d d.video_0 "
        + "! fakesink silent=false sync=false -v", quiet: false
    ).run()
    #expect(pictures.output.split(separator: "\n").count { $0.contains("last-message = chain") } == FlightClip.frames)
  }

  /// A player must show each line when it is about: one frame may have several.
  @Test func linesInMP4StandAtTheirTimes() throws {
    let movie = folder.path("output.mp4")
    let result = try Program.gst(
      "filesrc location=\(clip) ! decodebin ! trajectorydetect ! trackpublish name=p ! queue ! jpegenc ! queue ! mux. "
        + "p.metadata ! queue ! mux. qtmux name=mux ! filesink location=\(movie)"
    ).run()
    #expect(result.status == 0, "\(result.output)")
    let played = try Program.gst(
      "filesrc location=\(movie) ! qtdemux name=d d.subtitle_0 ! fakesink silent=false sync=false -v", quiet: false
    ).run().output
    let last = played.split(separator: "\n").last { $0.contains("last-message = chain") }
    // The last flight is over half a second before the end, where its last line stands.
    let pattern = /pts: 0:00:0(\d\.\d+)/
    let time = try #require(last?.firstMatch(of: pattern).flatMap { Double($0.1) }, "\(played)")
    #expect(time > 3.9 && time < 5.1)
  }

  /// What is said only at the end of the stream stands after the last frame, which has a buffer already.
  @Test func linesOfTheEndAreReadBackFromMP4() throws {
    let (raw, movie, lines, text) = (
      folder.path("cut.i420"), folder.path("cut.mp4"), folder.path("cut.jsonl"), folder.path("cut.txt")
    )
    let (frames, frameSize) = (30, 320 * 176 * 3 / 2)
    let pictures = try Data(contentsOf: URL(fileURLWithPath: folder.path("flights.i420"))).prefix(frames * frameSize)
    try pictures.write(to: URL(fileURLWithPath: raw))
    let result = try Program.gst(
      "filesrc location=\(raw) ! rawvideoparse format=i420 width=320 height=176 framerate=30/1 ! trajectorydetect "
        + "! trackpublish name=p location=\(lines) ! queue ! jpegenc ! queue ! mux. p.metadata ! queue ! mux. "
        + "qtmux name=mux ! filesink location=\(movie)"
    ).run()
    #expect(result.status == 0, "\(result.output)")
    let read = try Program.gst("filesrc location=\(movie) ! qtdemux name=d d.subtitle_0 ! filesink location=\(text)")
      .run()
    #expect(read.status == 0, "\(read.output)")
    let written = try String(contentsOfFile: lines, encoding: .utf8).split(separator: "\n")
    let stored = try String(contentsOfFile: text, encoding: .utf8)
    // The ball is still flying: its flight ends with the stream.
    #expect(written.suffix(2).map { $0.contains("\"ended\"") || $0.contains("\"summary\"") } == [true, true])
    for line in written { #expect(stored.contains(line), "\(line)") }
  }

  @Test func aPadThatIsNotLinkedHoldsNothingUp() throws {
    let result = try Program.gst(
      "filesrc location=\(clip) ! decodebin ! trajectorydetect ! trackpublish name=p ! fakesink p.metadata ! fakesink"
    ).run()
    #expect(result.status == 0, "\(result.output)")
  }

  /// The clock of a transport stream stands anywhere when it begins.
  @Test func timesInATransportStreamAreThoseOfTheFile() throws {
    let stream = folder.path("flights.ts")
    let made = try Program.gst(
      "filesrc location=\(clip) ! qtdemux ! h264parse ! mpegtsmux ! filesink location=\(stream)"
    ).run()
    try #require(made.status == 0, "\(made.output)")
    var starts: [[Double]] = []
    for input in [clip, stream] {
      let lines = folder.path("times.jsonl")
      let result = try Program.gst(
        "filesrc location=\(input) ! decodebin ! trajectorydetect ! trackpublish location=\(lines) ! fakesink"
      ).run()
      #expect(result.status == 0, "\(result.output)")
      starts.append(
        try String(contentsOfFile: lines, encoding: .utf8).split(separator: "\n").filter { $0.contains("\"ended\"") }
          .compactMap { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return (object?["timeRange"] as? [String: Double])?["start"]
          })
    }
    #expect(starts[0].count == 2 && starts[1].count == 2)
    for (one, other) in zip(starts[0], starts[1]) { #expect(abs(one - other) < 0.002, "\(starts)") }
  }

  @Test(arguments: ["trajectorydetect", "objecttrack", "rectangletrack", "trackoverlay", "trackpublish"])
  func debuggingOutputIsWritten(_ element: String) throws {
    let result = try Program.gst("videotestsrc num-buffers=3 ! \(element) ! fakesink").run(["GST_DEBUG": "\(element):6"]
    )
    #expect(result.output.split(separator: "\n").count { $0.contains(" \(element) ") } >= 1, "\(result.output)")
  }
}
