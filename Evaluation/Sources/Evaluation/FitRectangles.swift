// `Evaluation fit-rectangles`: fits the models of the rectangle detector to pictures with known rectangles.
import ArgumentParser
import Clips
import Detection
import Fitting
@_spi(Evaluation) import Flycatcher
import Foundation
import Scenes
import Scoring

struct FitRectangles: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit-rectangles",
    abstract: "Fit the models of the rectangle detector to pictures with known rectangles.",
    discussion: """
      DATA holds rectangles/ and screens/, photos with their truth.json, and quads/, clips of which every twentieth \
      frame is taken. Pictures of one place (a lecture hall, a clip) are left out together.
      """)

  @Option(help: ArgumentHelp("The folder of the data.", valueName: "folder"), completion: .directory)
  var data = "../shared/data"

  @Option(help: ArgumentHelp("Weight of the squared coefficients, in candidates; above 0.", valueName: "number"))
  var penalty = 5.0

  @Option(help: ArgumentHelp("The most quads that one picture counts for.", valueName: "count"))
  var most = 100.0

  @Option(help: ArgumentHelp("The Swift file to write.", valueName: "file"), completion: .file())
  var output = "Sources/Flycatcher/Rectangles/Detection/FittedRectangles.swift"

  @Option(
    help: ArgumentHelp("The reliability diagram (SVG) of places left out to write.", valueName: "file"),
    completion: .file())
  var diagram = "docs/reliability-rectangles.svg"

  func run() throws {
    let folder = URL(fileURLWithPath: data)
    let photos = try KnownPhoto.documents(in: folder) + KnownPhoto.screens(in: folder)
    let pictures =
      try photos.map { photo in
        let (bytes, layout) = try photo.pixels()
        return try log(bytes, layout, place: photo.place, photo.quads)
      } + frames(in: folder)
    let fit = try RectangleFit(
      pictures, linesIndex: RectangleDetector.Trace.linesIndex, penalty: penalty, most: most)
    let names = RectangleDetector.Trace.measurementNames
    print("\(pictures.count) pictures\n\nweights of the standardized measurements")
    for index in names.indices.sorted(by: { abs(fit.sides.weights[$0]) > abs(fit.sides.weights[$1]) }) {
      print(
        "  \(names[index].padding(toLength: 24, withPad: " ", startingAt: 0))\(decimal(fit.sides.weights[index], 3))")
    }
    for (title, forecasts) in [("in sample", fit.inSample), ("places left out", fit.leftOut)] {
      print(
        "\(title): area under the curve \(decimal(Discrimination.areaUnderCurve(forecasts), 4)), log loss "
          + "\(decimal(Discrimination.logLoss(forecasts), 4)), expected calibration error "
          + decimal(ReliabilityDiagram(forecasts).expectedCalibrationError, 4))
    }
    let command = "make fit-rectangles"
    try Data(fit.source(command: command, pictureCount: pictures.count).utf8).write(to: URL(fileURLWithPath: output))
    try Data(Chart.file([("places left out", ReliabilityDiagram(fit.leftOut))]).utf8).write(
      to: URL(fileURLWithPath: diagram))
    print("The coefficients: \(output)\nThe reliability: \(diagram)")
  }

  private func frames(in folder: URL) throws -> [LoggedPicture] {
    var pictures: [LoggedPicture] = []
    for clip in try Clip.all(in: folder.appendingPathComponent("quads")) {
      let truth = try clip.load(QuadTruth.self)
      let layout = I420Layout(width: Int(truth.width), height: Int(truth.height))
      var index = 0
      try Film.decode(clip.video, layout) { bytes in
        if index % 20 == 5, truth.quads.indices.contains(index), let quad = truth.quads[index] {
          pictures.append(try log(bytes, layout, place: clip.name, [quad]))
        }
        index += 1
      }
    }
    return pictures
  }

  private func log(
    _ bytes: [UInt8], _ layout: I420Layout, place: String, _ quads: [[[Double]]]
  ) throws -> LoggedPicture {
    let span = bytes.span
    guard
      let luma = Plane(
        span.extracting(layout.planes.luma), width: layout.width, height: layout.height, rowStride: layout.lumaStride)
    else { throw EvaluationError("A picture of \(layout.width) × \(layout.height) does not hold its pixels.") }
    var settings = RectangleDetector.Settings()
    settings.maximumObservations = 0
    var detector = try RectangleDetector(settings)
    let trace = detector.trace(of: Frame(luma: luma, timestamp: .zero))
    let truth = quads.compactMap { Scoring.Quad($0) }
    func overlap(_ corners: [(x: Double, y: Double)]) -> Double {
      let quad = Scoring.Quad(corners.map { Place($0.x, $0.y) })
      return truth.map { quad.overlap($0) }.max() ?? 0
    }
    return LoggedPicture(
      place: place,
      hypotheses: trace.hypotheses.map { .init(overlap: overlap($0.corners), terms: $0.terms, measurements: []) },
      candidates: trace.candidates.map {
        .init(overlap: overlap($0.corners), terms: $0.terms, measurements: $0.measurements)
      })
  }
}
