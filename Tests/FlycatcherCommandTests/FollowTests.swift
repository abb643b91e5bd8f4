import Flycatcher
import Foundation
import TestSupport
import Testing

/// Rectangles and objects through the command.
@Suite struct FollowTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  private func analyzeClip(_ options: String...) throws -> Outcome {
    let input = "\(try CardClip.source(in: folder)) ! appsink name=frames"
    let outcome = try Running(command, ["analyze", "-"] + options, input: input).outcome()
    #expect(outcome.code == 0, "\(outcome.errors)")
    return outcome
  }

  /// Largest distance of a corner from its true place, in pixels.
  private func error(_ line: [String: Any], _ frame: Int) throws -> Double {
    let corners = try #require(line["corners"] as? [String: [String: Double]])
    let names = ["topLeft", "topRight", "bottomRight", "bottomLeft"]
    return try zip(names, CardClip.corners(frame)).map { name, truth in
      let corner = try #require(corners[name])
      let (x, y) = (try #require(corner["x"]), try #require(corner["y"]))
      return hypot(x * Double(CardClip.width) - truth.x, y * Double(CardClip.height) - truth.y)
    }.max() ?? .infinity
  }

  @Test(arguments: ["pngenc", "jpegenc"])
  func everyRectangleOfAPhotoIsTold(_ encoder: String) throws {
    let photo = try CardClip.photo(in: folder, encoder)
    let outcome = try flycatcher("analyze", photo, "--rectangles", "--maximum-observations", "0", "--json", "-")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let lines = try outcome.jsonLines()
    let found = lines.filter { $0["type"] as? String == "rectangle" }
    let best = try #require(found.max { ($0["confidence"] as? Double ?? 0) < ($1["confidence"] as? Double ?? 0) })
    #expect(try error(best, 0) < 2)
    #expect(try #require(best["confidence"] as? Double) > 0.5)
    #expect(lines.last?["frames"] as? Int == 1)
  }

  /// The orientation tag as a camera writes it, in either order of bytes.
  @Test(arguments: Orientation.allCases, [true, false])
  func aPhotoIsTurnedUprightByItsTag(_ orientation: Orientation, _ isLittleEndian: Bool) throws {
    let photo = try CardClip.photo(in: folder, "jpegenc")
    var data = try Data(contentsOf: URL(fileURLWithPath: photo))
    let (tag, value) = ([1, 0x12] as [UInt8], [0, UInt8(orientation.rawValue)] as [UInt8])
    func number(_ bytes: [UInt8]) -> [UInt8] { isLittleEndian ? bytes.reversed() : bytes }
    let header = Array((isLittleEndian ? "II" : "MM").utf8) + number([0, 42]) + number([0, 0, 0, 8]) + number([0, 1])
    let entry = number(tag) + number([0, 3]) + number([0, 0, 0, 1]) + number(value) + [0, 0] + [0, 0, 0, 0]
    let content = Array("Exif\0\0".utf8) + header + entry
    data.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(content.count + 2)] + content, at: 2)
    try data.write(to: URL(fileURLWithPath: photo))
    let arguments = ["analyze", photo, "--rectangles", "--json", "-"]
    let lines = try Running(command, arguments).outcome().jsonLines()
    let size = orientation.swapsAxes ? [CardClip.height, CardClip.width] : [CardClip.width, CardClip.height]
    #expect(lines.first?["width"] as? Int == size[0] && lines.first?["height"] as? Int == size[1])
    let corners = try #require(
      lines.first { $0["type"] as? String == "rectangle" }?["corners"] as? [String: [String: Double]])
    for truth in CardClip.corners(0) {
      let place = orientation.upright(
        Point(x: truth.x / Double(CardClip.width), y: truth.y / Double(CardClip.height)))
      let nearest = corners.values.map { corner in
        hypot((corner["x"] ?? 9) - place.x, (corner["y"] ?? 9) - place.y)
      }.min()
      #expect(try #require(nearest) < 0.01)
    }
    let piped = try shell("'\(command)' analyze - --rectangles --json - < '\(photo)'").jsonLines()
    #expect(piped.first?["width"] as? Int == size[0])
    // A half of the photo is turned, too; another turn that is asked for takes the place of the tag.
    try data.prefix(data.count * 2 / 3).write(to: URL(fileURLWithPath: photo))
    let half = try Running(command, arguments).outcome()
    #expect(try half.jsonLines().first?["width"] as? Int == size[0], "\(half.errors)")
    let asStored = try Running(command, arguments + ["--orientation", "up"]).outcome().jsonLines()
    #expect(asStored.first?["width"] as? Int == CardClip.width)
  }

  @Test func theSettingsOfTheDetectionAreHeeded() throws {
    let photo = try CardClip.photo(in: folder)
    for options in [
      ["--rectangle-minimum-confidence", "1"], ["--minimum-size", "0.9"], ["--maximum-aspect-ratio", "0.5"],
    ] {
      let outcome = try Running(command, ["analyze", photo, "--rectangles", "--json", "-"] + options).outcome()
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(try outcome.jsonLines().count == 2, "\(options)")
    }
  }

  @Test(arguments: [true, false])
  func aRectangleIsFollowedUnderOneIdentity(_ isNominated: Bool) throws {
    let outcome =
      try isNominated
      ? analyzeClip("--rectangle", CardClip.option(0), "--json", "-") : analyzeClip("--rectangles", "--json", "-")
    let lines = try outcome.jsonLines().filter { $0["type"] as? String == "rectangle" }
    #expect(lines.count == CardClip.frameCount)
    #expect(Set(lines.compactMap { $0["uuid"] as? String }).count == 1)
    for line in lines { #expect(try error(line, try #require(line["frame"] as? Int)) < 2) }
  }

  @Test func objectsAndRectanglesAreFollowedTogether() throws {
    let box = CardClip.box(0).map { "\($0)" }.joined(separator: ",")
    let outcome = try analyzeClip(
      "--object", box + "=the card", "--tracking-level", "fast", "--rectangle", CardClip.option(0), "--json", "-")
    let lines = try outcome.jsonLines()
    #expect(Set(lines.compactMap { $0["type"] as? String }) == ["stream", "object", "rectangle", "summary"])
    let objects = lines.filter { $0["type"] as? String == "object" && $0["state"] as? String != "ended" }
    #expect(objects.count == CardClip.frameCount)
    #expect(objects.allSatisfy { $0["label"] as? String == "the card" })
    let last = try #require(objects.last?["boundingBox"] as? [String: Double])
    let truth = CardClip.box(CardClip.frameCount - 1)
    #expect(abs(try #require(last["x"]) - truth[0]) < 0.03)
    #expect(abs(try #require(last["y"]) - truth[1]) < 0.03)
  }

  @Test func theSummaryHasALineForEachThatIsFollowed() throws {
    let box = CardClip.box(0).map { "\($0)" }.joined(separator: ",")
    let outcome = try analyzeClip("--object", box + "=the card", "--rectangles")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.contains { $0.contains("the card") })
    #expect(lines.contains { $0.contains("#1") && $0.contains(" \(CardClip.frameCount) ") })
    #expect(!outcome.output.contains("flight"))
    let all = try analyzeClip("--trajectories", "--object", box)
    #expect(all.output.contains("flight"))
  }

  // MARK: Unwarped

  /// The pixels of a picture, RGB.
  private func decode(_ path: String) throws -> (size: [Int], pixels: Data) {
    let raw = folder.path("raw")
    let outcome = try shell(
      """
      gst-launch-1.0 -v filesrc location='\(path)' ! decodebin ! videoconvert ! video/x-raw,format=RGB \
      ! identity name=end ! filesink location='\(raw)'
      """)
    let caps = try #require(outcome.output.split(separator: "\n").last { $0.contains("end.GstPad:src") })
    let size = try ["width", "height"].map { name -> Int in
      let match = try #require(caps.range(of: name + #"=\(int\)"#, options: .regularExpression))
      return try #require(Int(caps[match.upperBound...].prefix { $0.isNumber }))
    }
    return (size, try Data(contentsOf: URL(fileURLWithPath: raw)))
  }

  @Test(arguments: ["page.png", "page.jpg"])
  func theRectangleIsUnwarped(_ name: String) throws {
    let outcome = try flycatcher(
      "analyze", try CardClip.photo(in: folder), "--rectangles", "--unwarp", folder.path(name))
    #expect(outcome.code == 0, "\(outcome.errors)")
    let (size, pixels) = try decode(folder.path(name))
    // The sides are 131 and 97 pixels long.
    #expect((129...133).contains(size[0]) && (95...99).contains(size[1]), "\(size)")
    let stride = (size[0] * 3 + 3) / 4 * 4
    var wrong = 0
    for row in 1..<20 {
      for column in 1..<20 {
        let (u, v) = (Double(column) / 20, Double(row) / 20)
        let place = Int(v * Double(size[1])) * stride + Int(u * Double(size[0])) * 3
        let green = pixels[place + 1]
        // On an edge of the drawing either is right.
        let near = [(-0.03, 0.0), (0.03, 0.0), (0.0, -0.03), (0.0, 0.03)].map { CardClip.isDark(u + $0.0, v + $0.1) }
        guard Set(near).count == 1 else { continue }
        if near[0] != (green < 120) { wrong += 1 }
      }
    }
    #expect(wrong == 0, "the drawing on the card lies as on the card itself")
    func redness(_ u: Double, _ v: Double) -> Int {
      let place = Int(v * Double(size[1])) * stride + Int(u * Double(size[0])) * 3
      return Int(pixels[place]) - Int(pixels[place + 1])
    }
    #expect(redness(0.8, 0.2) > 60)
    #expect(abs(redness(0.4, 0.3)) < 12)
    #expect(abs(redness(0.9, 0.8)) < 12)
  }

  @Test(arguments: ["page.mkv", "page.mp4"])
  func aClipIsUnwarpedToAVideo(_ name: String) throws {
    _ = try analyzeClip("--rectangle", CardClip.option(0), "--unwarp", folder.path(name), "--json", folder.path("json"))
    #expect(try framesPlayed(folder.path(name)) == CardClip.frameCount)
  }

  @Test func whereThereIsNoRectangleNoneIsWritten() throws {
    let output = folder.path("page.png")
    let source = "videotestsrc num-buffers=2 pattern=black ! video/x-raw,width=160,height=96 ! appsink name=frames"
    let outcome = try Running(
      command, ["analyze", "-", "--rectangles", "--unwarp", output, "--json", "-"], input: source
    ).outcome()
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("No rectangle"))
    #expect(try outcome.jsonLines().last?["type"] as? String == "summary")
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  // MARK: Bad values

  @Test(arguments: [
    (["--rectangle", "0.1,0.2"], "x1,y1"), (["--rectangle", "nan,0.1,0.5,0.1,0.5,0.5,0.1,0.5"], "finite"),
    (["--rectangle", "0.1,0.1,0.5,0.5,0.5,0.1,0.1,0.5"], "order"), (["--rectangle", "2,2,3,2,3,3,2,3"], "picture"),
    (["--object", "0,0,0,0"], "above 0"), (["--object", "0.1,0.1,0.1"], "x,y,w,h"),
    (["--object", "2,2,1,1"], "picture"),
    (["--object", "0.1,0.1,0.2,0.2", "--tracking-level", "quick"], "accurate"),
    (["--object", "0.1,0.1,0.2,0.2", "--maximum-objects", "0"], "--maximum-objects"),
    (
      ["--object", "0.1,0.1,0.2,0.2", "--object", "0.6,0.6,0.2,0.2", "--maximum-objects", "1"],
      "--maximum-objects, which is 1"
    ),
    (["--object", "0.1,0.1,0.2,0.2", "--object-maximum-lost-duration", "inf"], "3600"),
    (["--rectangles", "--minimum-aspect-ratio", "2"], "--minimum-aspect-ratio"),
    (["--rectangles", "--minimum-confidence", "0.9"], "--rectangle-minimum-confidence"),
    (["--rectangles", "--rectangle-minimum-confidence", "8"], "--rectangle-minimum-confidence"),
    (["--rectangles", "--maximum-observations=-1"], "--maximum-observations"),
    (["--rectangles", "--maximum-observations", "-1"], "0 or more"),
    (["--rectangles", "--minimum-size", "-0.5"], "from 0 to 1"),
    (["--rectangles", "--detection-interval", "nan"], "--detection-interval"),
    (["--maximum-observations", "0"], "--rectangles"), (["--tracking-level", "fast"], "--object"),
    (["--rectangles", "--picture", "flights.png"], "--trajectories"), (["--unwarp", "page.png"], "--rectangles"),
    (["--rectangles", "--unwarp", "page.gif"], ".png"),
  ])
  func aWrongValueIsRefused(_ options: [String], _ word: String) throws {
    let outcome = try Running(command, ["analyze", try Clips.toss()] + options, directory: folder.root).outcome()
    #expect(outcome.code == 2, "\(outcome.errors)")
    #expect(outcome.errors.contains(word), "\(word) in \(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count { $0.hasPrefix("flycatcher: ") } == 1)
    #expect(outcome.output.isEmpty)
  }
}
