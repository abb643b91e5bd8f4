import Foundation
import TestSupport
import Testing

/// The tables, read as RFC 4180 says.
@Suite struct TableTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  /// Reads a table with Python's reader, and gives rows as objects.
  private func rows(_ path: String) throws -> [[String: String]] {
    let program =
      "import csv, json, sys; print(json.dumps(list(csv.DictReader(open(sys.argv[1], newline='', encoding='utf-8'), strict=True))))"
    let outcome = try Running("/usr/bin/python3", ["-c", program, path]).outcome()
    #expect(outcome.code == 0, "\(outcome.errors)")
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return try #require(value as? [[String: String]])
  }

  @Test func aRowForEachFlightAndOneForEachPoint() throws {
    let (table, points, json) = (folder.path("t.csv"), folder.path("p.csv"), folder.path("o.jsonl"))
    let outcome = try flycatcher(
      "analyze", try Clips.toss(), "--csv", table, "--points-csv", points, "--json", json)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let ended = try jsonLines(contents(json)).filter { $0["state"] as? String == "ended" }
    let flights = try rows(table)
    #expect(flights.count == 2)
    #expect(Set(flights.compactMap { $0["uuid"] }) == Set(ended.compactMap { $0["uuid"] as? String }))
    for flight in flights {
      #expect(flight["kind"] == "trajectory")
      #expect(Double(flight["launchSpeed (m/s)"] ?? "") ?? 0 > 0)
      #expect(Double(flight["standard deviation of launchSpeed (m/s)"] ?? "") ?? 0 > 0)
      #expect(Double(flight["y2 (px/s²)"] ?? "") ?? 0 > 0, "it falls")
    }
    let places = try rows(points)
    let detected = ended.flatMap { $0["detectedPoints"] as? [[String: Any]] ?? [] }
    #expect(places.count == detected.count)
    #expect(places.first?["frame"] == (detected.first?["frame"] as? Int).map { "\($0)" })
    #expect(Double(places.first?["radius (px)"] ?? "") ?? 0 > 1)
    let x = try #require(detected.first?["x"] as? Double)
    #expect(abs((Double(places.first?["x (px)"] ?? "") ?? 0) - x * 320) < 1e-6)
  }

  @Test func namesWithQuotesCommasAndLineBreaks() throws {
    let points = folder.path("p.csv")
    let (table, label) = (folder.path("t.csv"), "a \"b\", c\nd")
    let outcome = try flycatcher(
      "analyze", try Clips.toss(), "--object", "0.1,0.5,0.1,0.2=\(label)", "--rectangle",
      "0.1,0.1,0.9,0.1,0.9,0.9,0.1,0.9", "--csv", table, "--points-csv", points)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let tracks = try rows(table)
    #expect(tracks.map { $0["kind"] } == ["object", "rectangle"])
    #expect(tracks.first?["label"] == label)
    #expect(try rows(points).first { $0["kind"] == "object" }?["label"] == label)
    #expect(try contents(table).contains("\r\n"))
  }

  @Test func otherUnits() throws {
    let (metric, imperial) = (folder.path("m.csv"), folder.path("i.csv"))
    for (path, unit) in [(metric, "m/s"), (imperial, "mph")] {
      let outcome = try flycatcher("analyze", try Clips.toss(), "--csv", path, "--speed-unit", unit)
      #expect(outcome.code == 0 && outcome.output.contains("speed (\(unit))"), "\(outcome.errors)")
    }
    let meters = try #require(Double(try rows(metric)[0]["launchSpeed (m/s)"] ?? ""))
    let miles = try #require(Double(try rows(imperial)[0]["launchSpeed (mph)"] ?? ""))
    #expect(abs(miles / meters - 2.236936) < 1e-4)
    #expect(try rows(imperial)[0]["range (ft)"] != nil)
  }

  @Test func theLegendOfThePictureTakesTheUnit() throws {
    let pictures = try ["m/s", "mph", "m/s"].map { unit in
      let path = folder.path("flights.svg")
      let outcome = try flycatcher("analyze", try Clips.toss(), "--picture", path, "--speed-unit", unit)
      #expect(outcome.code == 0, "\(outcome.errors)")
      return try contents(path)
    }
    #expect(pictures[0] == pictures[2])
    #expect(pictures[0] != pictures[1])
  }

  @Test func aTableThatCannotBeWritten() throws {
    expect(
      try flycatcher("analyze", try Clips.toss(), "--csv", "/nowhere/t.csv"), code: 1, saying: "--csv", "no folder")
    let full = folder.path("full.csv")
    try FileManager.default.createSymbolicLink(atPath: full, withDestinationPath: "/dev/full")
    expect(try flycatcher("analyze", try Clips.toss(), "--csv", full), code: 1, saying: "disk is full")
    let same = folder.path("same.csv")
    expect(
      try flycatcher("analyze", try Clips.toss(), "--csv", same, "--points-csv", same), code: 2, saying: "same file")
  }
}
