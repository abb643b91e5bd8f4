// Frames of 10 bits, and of high dynamic range: read as they come, shown in the range of any screen.
import Flycatcher
import FlycatcherPipeline
import Foundation
import GStreamerSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct HighDynamicRangeTests {
  private let folder: Folder
  private static let (width, height, frames) = (64, 48, 5)

  init() throws { folder = try Folder() }

  @Test(arguments: ["I420_10LE", "P010_10LE", "I422_10LE", "Y444_10LE"])
  func tenBitsAreReadAsEightAndGoOnAsTheyAre(_ format: String) throws {
    let (direct, through) = (folder.path("direct"), folder.path("through"))
    let (plain, deep) = (Notebook(), Notebook())
    let source = "videotestsrc num-buffers=5 pattern=smpte ! video/x-raw,width=64,height=48,format="
    try run("\(source)I420 ! appsink name=frames", [NotingTracker(notebook: plain)])
    try run(
      "\(source)\(format) ! tee name=t ! queue ! appsink name=frames t. ! queue ! filesink location=\(direct) "
        + "appsrc name=annotated ! video/x-raw,format=\(format) ! filesink location=\(through)",
      [NotingTracker(notebook: deep)])
    #expect(deep.entries.count == 5)
    for (one, other) in zip(plain.entries, deep.entries) {
      #expect(zip(one.mean, other.mean).allSatisfy { abs($0 - $1) < 1.5 }, "\(one) \(other)")
    }
    #expect(try Data(contentsOf: URL(filePath: direct)) == Data(contentsOf: URL(filePath: through)))
  }

  /// White paper, gray paper, black, and pure red, as codes of 10 bits: luma, blue and red difference.
  private static let hybridLogGamma = [(721, 512, 512), (397, 512, 512), (64, 512, 512), (237, 418, 848)]
  private static let perceptual = [(573, 512, 512), (397, 512, 512), (64, 512, 512), (198, 439, 772)]
  /// The luma that becomes of the three grays.
  private static let luma = [212.0, 124.0, 16.0]

  /// Writes frames of four bands.
  private func write(_ bands: [(Int, Int, Int)]) throws -> String {
    let path = folder.path("bands")
    var words: [UInt16] = []
    for (pick, factor) in [(0, 1), (1, 2), (2, 2)] {
      for _ in 0..<Self.height / factor {
        for x in 0..<Self.width / factor {
          let band = bands[x * 4 * factor / Self.width]
          words.append(UInt16([band.0, band.1, band.2][pick]).littleEndian)
        }
      }
    }
    let picture = words.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    try Data((0..<Self.frames).flatMap { _ in picture }).write(to: URL(filePath: path))
    return "filesrc location=\(path) ! rawvideoparse format=i420-10le width=\(Self.width) height=\(Self.height)"
  }

  /// The mean of luma and of the color differences over each band of I420.
  private func bands(_ picture: ArraySlice<UInt8>) -> [[Double]] {
    let pixels = Array(picture)
    return (0..<4).map { band in
      var (offset, means) = (0, [Double]())
      for factor in [1, 2, 2] {
        let (columns, rows) = (Self.width / factor, Self.height / factor)
        // Away from the borders of the band.
        let inner = (band * columns / 4 + 2)..<((band + 1) * columns / 4 - 2)
        let sum = (0..<rows).reduce(0) { sum, y in sum + inner.reduce(0) { $0 + Int(pixels[offset + y * columns + $1]) }
        }
        means.append(Double(sum) / Double(rows * inner.count))
        offset += columns * rows
      }
      return means
    }
  }

  private final class Watcher: FrameObserver {
    let means = Monitor<[Double]>([])
    func observe(_ frame: borrowing Frame, _ report: FrameReport) {
      let first = Double(frame.luma.row(0)[0])
      means.read { $0.append(first) }
    }
  }

  @Test(arguments: [("bt2100-hlg", false), ("bt2100-hlg", true), ("bt2100-pq", false), ("bt2100-pq", true)])
  func whatIsShownIsInTheStandardRange(_ colorimetry: String, _ isInterleaved: Bool) throws {
    let codes = colorimetry == "bt2100-hlg" ? Self.hybridLogGamma : Self.perceptual
    let (path, notebook, watcher) = (folder.path("out"), Notebook(), Watcher())
    let source = try write(codes)
    let session = try Session(
      pipeline: "\(source) ! capssetter caps=video/x-raw,colorimetry=\(colorimetry) "
        + (isInterleaved ? "! videoconvert ! video/x-raw,format=P010_10LE " : "") + "! appsink name=frames "
        + "appsrc name=annotated ! video/x-raw,format=I420,colorimetry=bt601 ! filesink location=\(path)",
      trackers: [NotingTracker(notebook: notebook)], observers: [watcher])
    try session.run()
    let written = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let size = Self.width * Self.height * 3 / 2
    try #require(written.count == Self.frames * size)
    let bands = bands(written[(written.count - size)...])
    for (band, luma) in zip(bands, Self.luma) {
      #expect(abs(band[0] - luma) < 2 && abs(band[1] - 128) < 2 && abs(band[2] - 128) < 2, "\(bands)")
    }
    // Red stays red: of BT.709 a shade beyond, which is cut off.
    #expect(bands[3][2] > 190 && bands[3][1] < 115, "\(bands)")
    // Who watches sees the same, the trackers see what came.
    #expect(watcher.means.read { $0.allSatisfy { abs($0 - Self.luma[0]) < 2 } })
    let means = notebook.entries.map { $0.mean[0] }
    let stored = Double(codes.reduce(0) { $0 + $1.0 }) / 16
    #expect(means.count == Self.frames && means.allSatisfy { abs($0 - stored) < 2 }, "\(means) \(stored)")
  }

  @Test func framesThatNobodyDrawsOnKeepTheirRange() throws {
    let path = folder.path("out")
    let source = try write(Self.perceptual)
    var options = SessionOptions()
    options.overlay = nil
    try run(
      "\(source) ! capssetter caps=video/x-raw,colorimetry=bt2100-pq ! appsink name=frames "
        + "appsrc name=annotated ! video/x-raw,format=I420_10LE,colorimetry=bt2100-pq ! filesink location=\(path)",
      options: options)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(contentsOf: URL(filePath: folder.path("bands"))))
  }

  @Test func theBoxOfAnObjectIsSeen() throws {
    let (path, source) = (folder.path("out"), try write(Self.hybridLogGamma))
    let text =
      "\(source) ! capssetter caps=video/x-raw,colorimetry=bt2100-hlg ! appsink name=frames "
      + "appsrc name=annotated ! filesink location=\(path)"
    try run(text)
    let plain = try Data(contentsOf: URL(filePath: path))
    try run(text, [NotingTracker(notebook: Notebook(), reportsBoxes: true)])
    #expect(try Data(contentsOf: URL(filePath: path)) != plain)
  }
}
