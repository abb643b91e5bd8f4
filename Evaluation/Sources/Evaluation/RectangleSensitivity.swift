// `Evaluation sensitivity-rectangles`: moves each tuned number of the rectangle detector and the rectangle tracker, and writes down what
// that does to the figures.
import ArgumentParser
import Clips
import Detection
@_spi(Evaluation) import Flycatcher
import Foundation
import Scenes
import Scoring

struct RectangleSensitivity: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sensitivity-rectangles",
    abstract: "Move each tuned number of the rectangle detector and tracker, and see what that does to the figures.",
    discussion: """
      Each number is made smaller and larger by a share, the others as they are. Those of detection are tried on photos of \
      screens, those of tracking on clips whose rectangle is nominated in the first frame; DATA holds screens/ and quads/. \
      The table marks what moves the share found, or within five pixels, by more than 0.02.
      """)

  @Option(help: ArgumentHelp("The folder of the data.", valueName: "folder"), completion: .directory)
  var data = "../shared/data"

  @OptionGroup
  var options: SensitivityOptions

  @Option(help: ArgumentHelp("The table to write, in Markdown.", valueName: "file"), completion: .file())
  var output = "Evaluation/sensitivity-rectangles.md"

  /// What a number may move a share by without a word about it.
  private static let mostChange = 0.02

  func run() throws {
    let (ofDetection, ofTracking) = (try RectangleDetector().tunedNumbers, try RectangleTracker().tunedNumbers)
    let standard = ofDetection.merging(ofTracking) { first, _ in first }
    let names = try options.wanted(standard.keys.sorted())
    let (detection, tracking) = (names.filter { ofDetection[$0] != nil }, names.filter { ofTracking[$0] != nil })
    func variants(_ names: [String]) -> [[String: Double]] {
      [[:]] + names.flatMap { name in options.moved(standard[name] ?? 0).map { [name: $0] } }
    }
    var text = """
      # What each tuned number of rectangles does

      Written by `make sensitivity`. Each number is made smaller and larger by \(options.percent) %, the others as they are.

      """
    if !detection.isEmpty { text += self.table(detection, standard, try photos(variants(detection))) }
    if !tracking.isEmpty { text += self.table(tracking, standard, try clips(variants(tracking))) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: output))
    print(text)
  }

  // MARK: Detection

  private func photos(_ variants: [[String: Double]]) throws -> [PhotoFigures] {
    let folder = URL(fileURLWithPath: data).appendingPathComponent("screens")
    let file = folder.appendingPathComponent("truth.json")
    let truth = try JSONDecoder().decode([String: ScreenTruth].self, from: Data(contentsOf: file))
    let results = concurrently(truth.sorted { $0.key < $1.key }, jobs: options.jobs) { name, photo in
      Result { try Self.detections(folder.appendingPathComponent(name), photo, variants) }
    }
    var totals = variants.map { _ in PhotoFigures() }
    for result in results {
      let (candidates, quads) = try result.get()
      for (index, candidates) in candidates.enumerated() { totals[index].add(candidates, quads: quads) }
    }
    return totals
  }

  /// What each variant detects in a photo, and what is in it.
  private static func detections(
    _ file: URL, _ photo: ScreenTruth, _ variants: [[String: Double]]
  ) throws -> (candidates: [[PhotoFigures.Candidate]], quads: [Scoring.Quad]) {
    let size = try JPEGSize(contentsOf: file)
    let layout = I420Layout(width: size.width, height: size.height)
    var pictures: [[UInt8]] = []
    try Film.decode(file, layout) { pictures.append($0) }
    guard let picture = pictures.first else { throw EvaluationError("\(file.path) holds no picture.") }
    let luma = Plane(
      picture.span.extracting(layout.planes.luma), width: layout.width, height: layout.height,
      rowStride: layout.lumaStride)
    guard let luma else { throw EvaluationError("\(file.path) does not hold its pixels.") }
    let frame = Frame(luma: luma, timestamp: .zero)
    var settings = RectangleDetector.Settings()
    settings.maximumObservations = 0
    let factor = (x: photo.size.first ?? Double(layout.width), y: photo.size.last ?? Double(layout.height))
    var candidates: [[PhotoFigures.Candidate]] = []
    for numbers in variants {
      var detector = try RectangleDetector(settings)
      detector.tunedNumbers = numbers
      candidates.append(
        detector.detect(in: frame).map { detection in
          PhotoFigures.Candidate(
            confidence: detection.confidence,
            quad: Scoring.Quad(detection.corners.corners.map { Place($0.x * factor.x, $0.y * factor.y) }))
        })
    }
    return (candidates, photo.quads.compactMap { Scoring.Quad($0) })
  }

  private func table(_ names: [String], _ standard: [String: Double], _ figures: [PhotoFigures]) -> String {
    var text = """

      ## Detection

      As they are: \(decimal(figures[0].found(0.9), 3)) of \(figures[0].count) screens are among the candidates at an overlap of 0.9, \
      \(decimal(figures[0].first(0.9), 3)) among the most confident; \(decimal(figures[0].candidates, 1)) candidates a photo.

      | number | value | among the candidates, −\(options.percent) % | +\(options.percent) % | among the most confident, −\(options.percent) % | +\(options.percent) % | candidates, −\(options.percent) % | +\(options.percent) % | |
      |---|---|---|---|---|---|---|---|---|

      """
    var sensitive = 0
    for (index, name) in names.enumerated() {
      let moved = [figures[2 * index + 1], figures[2 * index + 2]]
      let found = moved.map { $0.found(0.9) - figures[0].found(0.9) }
      let first = moved.map { $0.first(0.9) - figures[0].first(0.9) }
      let isSensitive = (found + first).contains { abs($0) > Self.mostChange }
      if isSensitive { sensitive += 1 }
      let row =
        [name, number(standard[name])] + (found + first).map { String(format: "%+.3f", $0) }
        + moved.map { decimal($0.candidates, 1) }
      text += "| \(row.joined(separator: " | ")) | \(isSensitive ? "moves much" : "") |\n"
    }
    return text + "\n\(names.count) numbers; \(sensitive) of them move a share by more than \(Self.mostChange).\n"
  }

  // MARK: Tracking

  private func clips(_ variants: [[String: Double]]) throws -> [QuadFigures] {
    let clips = try Clip.all(in: URL(fileURLWithPath: data).appendingPathComponent("quads"))
    guard !clips.isEmpty else { throw EvaluationError("\(data) holds no clips in quads/.") }
    let results = concurrently(clips, jobs: options.jobs) { clip in
      let result = Result { try Self.followed(clip, variants) }
      complain("  \(clip.name)")
      return result
    }
    let all = try results.map { try $0.get() }
    return variants.indices.map { index in QuadFigures.mean(all.map { $0[index] }) }
  }

  /// The figures of each variant for a clip.
  private static func followed(_ clip: Clip, _ variants: [[String: Double]]) throws -> [QuadFigures] {
    let truth = try clip.load(QuadTruth.self)
    let layout = I420Layout(width: Int(truth.width), height: Int(truth.height))
    guard let first = truth.quads.first ?? nil, first.count == 4, first.allSatisfy({ $0.count == 2 }) else {
      throw EvaluationError("\(clip.name) has no rectangle in its first frame.")
    }
    let corners = first.map { Point(x: $0[0] / truth.width, y: $0[1] / truth.height) }
    let nominated = Flycatcher.Quad(
      topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
    var trackers: [RectangleTracker] = []
    for numbers in variants {
      var tracker = try RectangleTracker()
      tracker.tunedNumbers = numbers
      _ = try tracker.nominate(nominated)
      trackers.append(tracker)
    }
    var claimed = variants.map { _ in [Int: Scoring.Quad]() }
    var frame = 0
    try Film.decode(clip.video, layout) { bytes in
      for index in trackers.indices {
        let time = Timestamp(seconds: Double(frame) / (truth.fps ?? 25))
        for case .rectangle(let seen) in try trackers[index].track(bytes, layout, at: time)
        where seen.state != .lost && seen.state != .ended {
          claimed[index][frame] = Scoring.Quad(
            seen.corners.corners.map { Place($0.x * truth.width, $0.y * truth.height) })
        }
      }
      frame += 1
    }
    return claimed.map { truth.score($0) }
  }

  private func table(_ names: [String], _ standard: [String: Double], _ figures: [QuadFigures]) -> String {
    var text = """

      ## Tracking

      As they are: the corners lie within 5 px in \(decimal(figures[0].within5, 3)) of the frames, by \(decimal(figures[0].corner, 2)) px in the mean; \
      mean overlap \(decimal(figures[0].overlap, 3)).

      | number | value | within 5 px, −\(options.percent) % | +\(options.percent) % | mean distance, −\(options.percent) % | +\(options.percent) % | overlap, −\(options.percent) % | +\(options.percent) % | |
      |---|---|---|---|---|---|---|---|---|

      """
    var sensitive = 0
    for (index, name) in names.enumerated() {
      let moved = [figures[2 * index + 1], figures[2 * index + 2]]
      let within = moved.map { $0.within5 - figures[0].within5 }
      let isSensitive = within.contains { abs($0) > Self.mostChange }
      if isSensitive { sensitive += 1 }
      var row = [name, number(standard[name])] + within.map { String(format: "%+.3f", $0) }
      row +=
        moved.map { decimal($0.corner, 2) } + moved.map { String(format: "%+.3f", $0.overlap - figures[0].overlap) }
      text += "| \(row.joined(separator: " | ")) | \(isSensitive ? "moves much" : "") |\n"
    }
    return text + "\n\(names.count) numbers; \(sensitive) of them move that share by more than \(Self.mostChange).\n"
  }

  private func number(_ value: Double?) -> String { "\(Float(value ?? .nan))" }
}
