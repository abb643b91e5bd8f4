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

  @Test func aPadThatIsNotLinkedHoldsNothingUp() throws {
    let result = try Program.gst(
      "filesrc location=\(clip) ! decodebin ! trajectorydetect ! trackpublish name=p ! fakesink p.metadata ! fakesink"
    ).run()
    #expect(result.status == 0, "\(result.output)")
  }
}
