import DemoScene
import Flycatcher
import Foundation
import TestSupport
import Testing

/// The report, as a file and in a real browser.
@Suite struct ReportTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  static let hasBrowser: Bool = {
    let needed = ["/usr/bin/chromium", "/usr/bin/chromedriver", "/usr/lib/python3/dist-packages/selenium"]
    let isThere = needed.allSatisfy { FileManager.default.fileExists(atPath: $0) }
    if !isThere { print("The report is not opened: there is no chromium, chromium-driver or python3-selenium.") }
    return isThere
  }()

  @Test func thePageIsOneFileThatNeedsNoNetwork() throws {
    let page = folder.path("page.html")
    let outcome = try flycatcher("analyze", try Clips.toss(), "--report", page)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let text = try contents(page)
    // The one address in it is that of the video; the other is the name of a kind of drawing.
    let addresses = text.matches(of: /https?:\/\/[^'"\s]*/).map { String($0.0) }
    #expect(Set(addresses).isSubset(of: ["http://www.w3.org/2000/svg"]))
    #expect(text.contains("data:image/jpeg;base64,"))
    #expect(size(page) < 1_500_000)
  }

  @Test func aNameCannotEndTheScript() throws {
    let name = "a<!--<script>\"'&#%?.mp4"
    try FileManager.default.copyItem(atPath: try Clips.toss(), toPath: folder.path(name))
    let outcome = try flycatcher("analyze", "./" + name, "--report", "page.html", directory: folder.root)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let text = try contents(folder.path("page.html"))
    #expect(text.components(separatedBy: "<script").count == 3, "one for the data, one for the program")
    #expect(text.contains(#""video":"a%3C%21--%3Cscript%3E%22%27%26%23%25%3F.mp4""#))
  }

  @Test func aReportThatCannotBeWritten() throws {
    expect(
      try flycatcher("analyze", try Clips.toss(), "--report", "/nowhere/page.html"), code: 1, saying: "--report")
    expect(
      try flycatcher("analyze", try Clips.toss(), "--rectangles", "--report", folder.path("p.html")), code: 2,
      saying: "--trajectories")
    expect(
      try flycatcher("analyze", try Clips.toss(), "--orientation", "down", "--report", folder.path("p.html")), code: 2,
      saying: "--orientation")
  }

  @Test(.enabled(if: hasBrowser)) func theBrowserShowsEachFlightOnItsBall() throws {
    let page = folder.path("page.html")
    try FileManager.default.copyItem(atPath: try Clips.toss(), toPath: folder.path("toss.mp4"))
    let lines = folder.path("lines.jsonl")
    let outcome = try flycatcher("analyze", folder.path("toss.mp4"), "--report", page, "--json", lines)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let ended = try jsonLines(contents(lines)).filter { $0["state"] as? String == "ended" }
    let flights = ended.map { flight in
      (flight["detectedPoints"] as? [[String: Any]] ?? []).map { point in
        [Double(point["frame"] as? Int ?? -1), (point["x"] as? Double ?? 0) * 320, (point["y"] as? Double ?? 0) * 176]
      }
    }
    let truth: [String: Any] = ["width": 320, "height": 176, "framesPerSecond": 60, "flights": flights]
    try JSONSerialization.data(withJSONObject: truth).write(to: URL(fileURLWithPath: folder.path("truth.json")))
    let picture = ProcessInfo.processInfo.environment["FLYCATCHER_SCREENSHOT"] ?? folder.path("page.png")
    let program = package + "/Tests/FlycatcherCommandTests/Programs/report.py"
    let court = folder.path("court.html")
    let measured = try flycatcher(
      "analyze", folder.path("toss.mp4"), "--report", court, "--json", lines, "--focal-length", "0.8",
      "--court", "0.3,0.6,0.7,0.6,0.9,0.95,0.1,0.95=6x8m")
    #expect(measured.code == 0, "\(measured.errors)")
    let first = try jsonLines(contents(lines)).first { $0["state"] as? String == "ended" }
    let meters = (first?["measures"] as? [String: Any])?["meters"] as? [String: [String: Double]]
    let (height, apexTime) = (
      try #require(meters?["height"]?["value"]), try #require(meters?["apexTime"]?["value"])
    )
    let result = try Running("/usr/bin/python3", [program, page, folder.path("truth.json"), picture, court])
      .outcome(within: 180)
    #expect(result.code == 0, "\(result.errors)")
    let told = try #require(try jsonLines(result.output).last)
    print("report: \(told)")
    #expect((told["worst"] as? Double ?? 99) <= 2, "pixels from the drawn point to the ball")
    #expect((told["seen"] as? Int ?? 0) >= 8)
    #expect((told["opened"] as? Double ?? 9999) < 1000, "milliseconds")
    #expect((told["left"] as? Int) == 1)
    #expect((told["overflow"] as? Int ?? 99) <= 0, "a phone need not scroll sideways")
    #expect(told["plots"] as? [String] == ["Height above the first point, m", "Speed, m/s"])
    // The first point that fits the flight may not be the first one: the ball has risen before it.
    let rest = apexTime - (told["first"] as? Double ?? 99)
    let (rise, expected) = (told["rise"] as? Double ?? 0, 9.80665 / 2 * rest * rest)
    #expect(rest > 0.9 * apexTime && expected <= 1.01 * height)
    #expect(abs(rise - expected) < 0.1 * expected, "\(rise) m drawn, \(expected) m of \(height) m measured")
    #expect((told["errors"] as? [Any])?.isEmpty == true, "\(told["errors"] ?? "")")
  }
}
