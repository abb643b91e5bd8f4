// The overlay: drawn where it must be, and never into memory that someone else sees.
import Flycatcher
import FlycatcherPipeline
import Foundation
import GStreamerSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct SessionOverlayTests {
  static let size = 160 * 120 * 3 / 2
  static let source = "videotestsrc pattern=black num-buffers=20 ! video/x-raw,format=I420,width=160,height=120"

  @Test func overlayIsBlendedAndTheTeeBranchIsUnchanged() throws {
    let folder = try Folder()
    let (direct, through, alone) = (folder.path("direct"), folder.path("through"), folder.path("alone"))
    try run(
      "\(Self.source) ! tee name=t ! queue ! filesink location=\(direct) t. ! queue ! appsink name=frames "
        + "appsrc name=annotated ! filesink location=\(through)",
      [NotingTracker(notebook: Notebook(), reportsBoxes: true)])
    try run("\(Self.source) ! filesink location=\(alone) videotestsrc num-buffers=1 ! appsink name=frames")
    let (plain, drawn) = try (Data(contentsOf: URL(filePath: direct)), Data(contentsOf: URL(filePath: through)))
    #expect(plain.count == 20 * Self.size && drawn.count == plain.count)
    #expect(try plain == Data(contentsOf: URL(filePath: alone)))
    #expect(changedFrames(plain, drawn) == 20)
  }

  @Test func decodedReferenceFramesAreUnchanged() throws {
    // A box drawn into a frame that the decoder still predicts from would spread into frames without any box.
    let folder = try Folder()
    let (movie, direct, through) = (folder.path("in.mkv"), folder.path("direct"), folder.path("through"))
    try run(
      "videotestsrc pattern=ball num-buffers=40 ! video/x-raw,format=I420,width=160,height=120 ! tee name=t ! queue "
        + "! x264enc bframes=2 key-int-max=100 ! h264parse ! matroskamux ! filesink location=\(movie) "
        + "t. ! queue ! appsink name=frames")
    let decoded = "filesrc location=\(movie) ! matroskademux ! h264parse ! avdec_h264 ! "
    try run(
      "\(decoded) videoconvert ! video/x-raw,format=I420 ! appsink name=frames appsrc name=annotated "
        + "! videoconvert ! filesink location=\(direct)")
    let boxes = BoxEveryTenth()
    try run(
      "\(decoded) appsink name=frames appsrc name=annotated ! videoconvert ! filesink location=\(through)", [boxes],
      options: unfaded)
    let (plain, drawn) = try (Data(contentsOf: URL(filePath: direct)), Data(contentsOf: URL(filePath: through)))
    #expect(plain.count == 40 * Self.size && drawn.count == plain.count)
    let changed = changedFrames(plain, drawn)
    #expect(changed >= 4 && changed < 40)
    #expect(frame(0, of: plain) != frame(0, of: drawn))
    #expect(frame(39, of: plain) == frame(39, of: drawn))
  }

  @Test func overlayTravelsAlongWhereTheNextElementDrawsIt() throws {
    let folder = try Folder()
    let path = folder.path("out")
    // The caps filter names the feature; dropping it afterwards (capssetter) lets the pixels be compared: they must be untouched.
    let text =
      "\(Self.source) ! appsink name=frames appsrc name=annotated "
      + "! video/x-raw(memory:SystemMemory,meta:GstVideoOverlayComposition) ! filesink location=\(path)"
    try run(text, [NotingTracker(notebook: Notebook(), reportsBoxes: true)])
    let written = try Data(contentsOf: URL(filePath: path))
    #expect(written.count == 20 * Self.size)
    #expect(Set(written.prefix(160 * 120)).count == 1, "black, without a box in the pixels")
  }

  /// As with videoconvert before glimagesink, which draws overlays, and does not take 10 bits.
  @Test func framesThatMustBeConvertedAreDrawnOn() throws {
    let folder = try Folder()
    let path = folder.path("out")
    let sink =
      "capsfilter caps=\"video/x-raw(memory:SystemMemory,meta:GstVideoOverlayComposition),format=I420;video/x-raw,format=I420\""
    try run(
      "videotestsrc pattern=black num-buffers=20 ! video/x-raw,format=I420_10LE,width=160,height=120 "
        + "! appsink name=frames appsrc name=annotated ! videoconvert ! \(sink) ! filesink location=\(path)",
      [NotingTracker(notebook: Notebook(), reportsBoxes: true)])
    let written = try Data(contentsOf: URL(filePath: path))
    #expect(written.count == 20 * Self.size)
    #expect(Set(written.prefix(160 * 120)).count > 1, "with a box in the pixels")
  }

  @Test func withoutAStyleNothingIsDrawn() throws {
    let folder = try Folder()
    let path = folder.path("out")
    var options = SessionOptions()
    options.overlay = nil
    try run(
      "\(Self.source) ! appsink name=frames appsrc name=annotated ! filesink location=\(path)",
      [NotingTracker(notebook: Notebook(), reportsBoxes: true)], options: options)
    #expect(try Set(Data(contentsOf: URL(filePath: path)).prefix(160 * 120)).count == 1)
  }

  private var unfaded: SessionOptions {
    var options = SessionOptions()
    options.overlay?.linger = .zero
    options.overlay?.fadeOut = .milliseconds(1)
    return options
  }

  private func frame(_ index: Int, of data: Data) -> Data { data[index * Self.size..<(index + 1) * Self.size] }

  private func changedFrames(_ left: Data, _ right: Data) -> Int {
    (0..<min(left.count, right.count) / Self.size).count { frame($0, of: left) != frame($0, of: right) }
  }
}

/// An object that is seen in every tenth frame, and gone in the next.
struct BoxEveryTenth: Tracker {
  private var number = 0
  private var uuid = ObservationUUID()

  mutating func track(_ frame: borrowing Frame) throws(FlycatcherError) -> [Observation] {
    defer { number += 1 }
    if number % 10 == 0 { uuid = ObservationUUID() }
    guard number % 10 < 2 else { return [] }
    return [
      .object(
        ObjectObservation(
          uuid: uuid, state: number % 10 == 0 ? .tracked : .ended, time: frame.timestamp, confidence: 0.9,
          boundingBox: Rectangle(x: 0.2, y: 0.2, width: 0.6, height: 0.6)))
    ]
  }

  mutating func finish() -> [Observation] { [] }
  mutating func reset() {}
}
