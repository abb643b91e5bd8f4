// `Evaluation fit-tracked-rectangles`: fits the confidence of tracked rectangles to films in which it is known where they are.
import ArgumentParser
import Clips
import Detection
import Fitting
@_spi(Evaluation) import Flycatcher
import Foundation
import Scenes
import Scoring

struct FitTrackedRectangles: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit-tracked-rectangles",
    abstract: "Fit the confidence of tracked rectangles to films in which it is known where they are.",
    discussion: """
      DATA holds rectangles/ and screens/, photos with their truth.json, and quads/, clips. Of each rectangle on a photo films \
      are made, in which it moves and is covered, leaves the picture, changes, goes, or lies in another light; it is followed \
      from the first frame to the last, as that of each clip is. The corners are right where they have nine tenths in common \
      with the true ones. Films of one place (a lecture hall, a clip) are left out together.

      What the tracker believes decides what it follows, and so what there is to measure. Therefore each film is followed several \
      times, from the second time on with the models fitted to what was logged of the other places, and the models are fitted to all \
      of it. They are made right on average on what was logged the last time (Platt's line, for each texture). The figures are of \
      the last time: of places left out.
      """)

  @Option(help: ArgumentHelp("The folder of the data.", valueName: "folder"), completion: .directory)
  var data = "../shared/data"

  @Option(help: ArgumentHelp("Weight of the squared coefficients, in frames; above 0.", valueName: "number"))
  var penalty = 5.0

  @Option(help: ArgumentHelp("How often each film is followed.", valueName: "count"))
  var rounds = 3

  @Option(help: ArgumentHelp("Number of films that are followed at once.", valueName: "count"))
  var jobs = 2

  @Option(help: ArgumentHelp("The Swift file to write.", valueName: "file"), completion: .file())
  var output = "Sources/Flycatcher/Rectangles/Tracking/FittedTrackedRectangles.swift"

  @Option(
    help: ArgumentHelp("The reliability diagram (SVG) of places left out to write.", valueName: "file"),
    completion: .file())
  var diagram = "docs/reliability-tracked-rectangles.svg"

  func validate() throws {
    guard penalty > 0 else { throw ValidationError("--penalty must be above 0.") }
    guard (1...20).contains(rounds) else { throw ValidationError("--rounds is \(rounds); it must be 1 to 20.") }
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs is \(jobs); it must be 1 to 64.") }
  }

  /// A film to follow the rectangle of.
  private struct Scene: Sendable {
    var place: String
    /// What happens in it.
    var event: String
    var size: (width: Int, height: Int)
    var frames: Int
    var rate: Double
    var corners: @Sendable (Int) -> [Place]?
    var levels: @Sendable (Int) -> [UInt8]

    /// - Parameter models: The models to judge by, where they are not the tracker's own.
    func follow(_ models: [String: LogisticModel]) throws -> Followed {
      let samples = try RectangleSample.follow(
        width: size.width, height: size.height, frames: frames, rate: rate, corners: corners, levels: levels
      ) { tracker in
        for (texture, model) in models {
          tracker.judge(
            texture: texture, mean: model.mean, scale: model.scale, weights: model.weights, bias: model.bias)
        }
      }
      return Followed(place: place, event: event, samples: samples)
    }
  }

  /// A film whose rectangle was followed.
  private struct Followed {
    var place: String
    /// What happens in it.
    var event: String
    var samples: [RectangleSample]

    /// The frames in which a place is said.
    var said: [RectangleSample] { samples.filter { $0.state != .lost } }

    var logged: [LoggedRectangle] {
      said.map { sample in
        LoggedRectangle(
          place: place, texture: sample.texture,
          example: Example(sample.measurements, isRight: FitTrackedRectangles.isRight(sample)))
      }
    }
  }

  func run() throws {
    let films = try ofPhotos() + ofClips()
    var (followed, logged, leftOut) = ([Followed](), [LoggedRectangle](), [Forecast]())
    var fit: TrackedRectangleFit?
    for round in 1...rounds {
      let models = fit?.modelsWithout ?? [:]
      followed = try concurrently(films, jobs: jobs) { film in
        Result { try film.follow(models[film.place] ?? [:]) }
      }.map { try $0.get() }
      let newest = followed.flatMap(\.logged)
      logged += newest
      let next = try TrackedRectangleFit(logged, newest: newest, penalty: penalty, limit: StateProbabilities.limit)
      leftOut = next.leftOut(newest)
      fit = next
      print("\(round): expected calibration error \(decimal(ReliabilityDiagram(leftOut).expectedCalibrationError, 4))")
    }
    guard let fit else { return }
    report(followed, fit, leftOut)
    let text = fit.source(command: "make fit-rectangles", filmCount: followed.count, leftOut: leftOut)
    try Data(text.utf8).write(to: URL(fileURLWithPath: output))
    try Data(Chart.file([("tracked, places left out", ReliabilityDiagram(leftOut))]).utf8).write(
      to: URL(fileURLWithPath: diagram))
    print("The coefficients: \(output)\nThe reliability: \(diagram)")
  }

  fileprivate static func isRight(_ sample: RectangleSample) -> Bool { sample.overlap >= TrackedRectangleFit.overlap }

  private func ofPhotos() throws -> [Scene] {
    let folder = URL(fileURLWithPath: data)
    let (documents, screens) = (try KnownPhoto.documents(in: folder), try KnownPhoto.screens(in: folder))
    guard !documents.isEmpty, !screens.isEmpty else { throw EvaluationError("\(data) holds no photos.") }
    let photos = documents + screens
    let grays = try concurrently(photos, jobs: jobs) { photo in Result { try Self.gray(photo) } }.map { try $0.get() }
    let takes = photos.indices.flatMap { index in
      photos[index].quads.flatMap { quad in PhotoFilm.Face.allCases.map { (index, quad, $0) } }
    }
    return takes.enumerated().map { seed, take in
      let (index, quad, face) = take
      let (photo, factor) = grays[index]
      // What comes instead of a document is a hall, and the other way around.
      let other = index < documents.count ? documents.count + index % screens.count : index % documents.count
      let corners = quad.map { Place($0[0] / factor, $0[1] / factor) }
      let film = PhotoFilm(
        photo, quad: Scoring.Quad(corners), face: face, other: grays[other].photo, seed: UInt64(seed))
      return Scene(
        place: photos[index].place, event: "\(face), \(film.event)", size: (PhotoFilm.width, PhotoFilm.height),
        frames: PhotoFilm.frames, rate: PhotoFilm.rate, corners: { film.corners($0) }, levels: { film.frame($0) })
    }
  }

  /// A photo in gray, reduced to about the size of a film, and by how much.
  private static func gray(_ photo: KnownPhoto) throws -> (photo: GrayPhoto, factor: Double) {
    let (bytes, layout) = try photo.pixels()
    let gray = GrayPhoto(bytes, layout)
    return gray.width > 800 ? (gray.halved, 2) : (gray, 1)
  }

  private func ofClips() throws -> [Scene] {
    try Clip.all(in: URL(fileURLWithPath: data).appendingPathComponent("quads")).map { clip in
      let truth = try clip.load(QuadTruth.self)
      let layout = I420Layout(width: Int(truth.width), height: Int(truth.height))
      var frames: [GrayPhoto] = []
      try Film.decode(clip.video, layout) { frames.append(GrayPhoto($0, layout)) }
      let decoded = frames
      return Scene(
        place: clip.name, event: "clip", size: (layout.width, layout.height),
        frames: min(decoded.count, truth.quads.count), rate: truth.fps ?? 25,
        corners: { truth.quads[$0].flatMap(Scoring.Quad.init)?.corners }, levels: { decoded[$0].levels })
    }
  }

  private func report(_ followed: [Followed], _ fit: TrackedRectangleFit, _ leftOut: [Forecast]) {
    print("\(followed.count) films\n\nweights of the standardized measurements")
    let names = RectangleTracker.Trace.measurementNames
    let models = fit.models.sorted { $0.key < $1.key }
    print("  measurement             " + models.map(\.key).joined(separator: "  "))
    for (index, name) in names.enumerated() {
      let weights = models.map { decimal($0.value.weights[index], 3) }.joined(separator: "  ")
      print("  \(name.padding(toLength: 24, withPad: " ", startingAt: 0))\(weights)")
    }
    print("\nevent: frames said to be tracked, share of them right")
    for (event, films) in Dictionary(grouping: followed, by: \.event).sorted(by: { $0.key < $1.key }) {
      let tracked = films.flatMap(\.said).filter { $0.state == .tracked }
      let right = tracked.count(where: Self.isRight)
      print("  \(event): \(tracked.count), \(decimal(Double(right) / Double(max(tracked.count, 1)), 3))")
    }
    let diagram = ReliabilityDiagram(leftOut)
    print(
      "\nplaces left out: area under the curve \(decimal(Discrimination.areaUnderCurve(leftOut), 4)), log loss "
        + "\(decimal(Discrimination.logLoss(leftOut), 4)), expected calibration error "
        + decimal(diagram.expectedCalibrationError, 4))
    for bin in diagram.bins.compactMap({ $0 }) {
      print("  \(decimal(bin.meanConfidence, 2)): \(decimal(bin.shareRight, 2)) of \(bin.count)")
    }
  }
}
