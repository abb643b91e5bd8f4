// Rectangles in photos.
import Foundation
import Scoring

struct PhotoEvaluation {
  private let runner: Runner

  init(_ runner: Runner) { self.runner = runner }

  /// Photos with one rectangle each, whose size the stream of observations says.
  func rectangles() throws -> KindResult {
    let truth = try load([String: [[Double]]].self, .rectangles)
    return try evaluate(.rectangles, truth.mapValues { ScreenTruth(size: [], quads: [$0]) })
  }

  func screens() throws -> KindResult { try evaluate(.screens, try load([String: ScreenTruth].self, .screens)) }

  private func load<Truth: Decodable>(_ type: Truth.Type, _ kind: Kind) throws -> Truth {
    let file = runner.data.appendingPathComponent(kind.folder).appendingPathComponent("truth.json")
    return try JSONDecoder().decode(type, from: Data(contentsOf: file))
  }

  private func evaluate(_ kind: Kind, _ truth: [String: ScreenTruth]) throws -> KindResult {
    let photos = truth.sorted { $0.key < $1.key }
    let folder = runner.data.appendingPathComponent(kind.folder)
    let jobs = photos.map { name, _ in
      let photo = folder.appendingPathComponent(name)
      return Job(
        input: photo, name: "\(kind.rawValue)-\(photo.deletingPathExtension().lastPathComponent)",
        options: ["--rectangles", "--maximum-observations", "0"])
    }
    var figures = PhotoFigures()
    for ((_, photo), outcome) in zip(photos, runner.run(jobs)) {
      let lines = try outcome.lines()
      let stream = lines.first { $0.type == "stream" }
      let width = photo.size.first ?? stream?.width ?? 0
      let height = photo.size.last ?? stream?.height ?? 0
      figures.add(lines, quads: photo.quads.compactMap { Quad($0) }, width: width, height: height)
    }
    var result = KindResult(kind: kind.rawValue, title: "rectangles in photos: \(kind.rawValue)")
    result.head = ["photos", "rectangles", "found 0.9", "0.8", "first 0.9", "0.8", "candidates"]
    result.figures = [
      ("found90", figures.found(0.9)), ("found80", figures.found(0.8)), ("first90", figures.first(0.9)),
      ("first80", figures.first(0.8)), ("candidates", figures.candidates), ("corner", figures.corner),
      ("corner95", figures.corner95), ("within5", figures.within5),
    ]
    result.rows = [["\(figures.photos)", "\(figures.count)"] + result.figures[..<5].map { decimal($0.value, 3) }]
    return result
  }
}
