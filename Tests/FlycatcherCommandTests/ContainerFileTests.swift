import FlycatcherPipeline
import Foundation
import TestSupport
import Testing

/// Files of MP4 whose writing was cut off.
@Suite struct ContainerFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Two seconds in fragments of half a second, as recordings are made.
  private func film() throws -> Data {
    let path = folder.path("film.mp4")
    try shell(
      "gst-launch-1.0 -q videotestsrc num-buffers=60 pattern=ball ! video/x-raw,width=64,height=48,framerate=30/1 "
        + "! x264enc speed-preset=ultrafast key-int-max=15 ! h264parse ! mp4mux fragment-duration=500 ! filesink location='\(path)'"
    )
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// The boxes of a file that is whole: their kinds and where they begin.
  private func boxes(_ film: Data) -> [(kind: String, start: Int)] {
    var boxes: [(String, Int)] = []
    var start = 0
    while start < film.count {
      boxes.append((String(decoding: film[start + 4..<start + 8], as: UTF8.self), start))
      start += film[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return boxes
  }

  private func framesPlayed(_ path: String) throws -> Int {
    let arguments = [
      "-v", "quiet", "-count_frames", "-select_streams", "v", "-show_entries", "stream=nb_read_frames", "-of",
      "csv=p=0", path,
    ]
    return Int(try Running("/usr/bin/ffprobe", arguments).outcome().output.prefix { $0.isNumber }) ?? 0
  }

  @Test func aCutIndexIsRemoved() throws {
    let film = try film()
    let index = try #require(boxes(film).last { $0.kind == "moof" }).start
    let length = film[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
    let path = folder.path("cut.mp4")
    for kept in [1, 7, 8, 100, length - 1] {
      try film.prefix(index + kept).write(to: URL(fileURLWithPath: path))
      ContainerFile.removeCutIndex(of: path)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == film.prefix(index), "\(kept)")
      #expect(try framesPlayed(path) >= 30, "\(kept)")
    }
  }

  @Test func whatCanBePlayedStays() throws {
    let film = try film()
    let (path, last) = (folder.path("film.mp4"), try #require(boxes(film).last { $0.kind == "mdat" }).start)
    for kept in [film.count, film.count - 10, last + 8, last] {
      try film.prefix(kept).write(to: URL(fileURLWithPath: path))
      ContainerFile.removeCutIndex(of: path)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == kept)
    }
  }

  @Test func otherFilesStay() throws {
    let path = folder.path("other")
    for text in ["", "moof", "a line\n", "\u{0}\u{0}\u{0}\u{20}moof", "\u{0}\u{0}\u{0}\u{0}ftypmoof"] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      ContainerFile.removeCutIndex(of: path)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(text.utf8))
    }
    ContainerFile.removeCutIndex(of: folder.path("none"))
    ContainerFile.removeCutIndex(of: folder.path("."))
    ContainerFile.removeCutIndex(of: "/dev/null")
  }
}
