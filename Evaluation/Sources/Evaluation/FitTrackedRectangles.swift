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
      """)

  @Option(help: ArgumentHelp("The folder of the data.", valueName: "folder"), completion: .directory)
  var data = "../shared/data"

  @Option(help: ArgumentHelp("Weight of the squared coefficients, in frames; above 0.", valueName: "number"))
  var penalty = 5.0

  @Option(help: ArgumentHelp("Number of films made of each rectangle.", valueName: "count"))
  var films = 3

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
    guard (1...100).contains(films) else { throw ValidationError("--films is \(films); it must be 1 to 100.") }
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs is \(jobs); it must be 1 to 64.") }
  }

  /// A film whose rectangle was followed.
  private struct Followed {
    var place: String
    /// What happens in it.
    var event: String
    var samples: [RectangleSample]

    /// The frames in which a place is said.
    var said: [RectangleSample] { samples.filter { $0.state != .lost } }
  }

  func run() throws {
    let followed = try ofPhotos() + ofClips()
    let places = followed.map { film in
      LoggedPlace(
        place: film.place,
        examples: film.said.map { Example($0.measurements, isRight: $0.overlap >= TrackedRectangleFit.overlap) })
    }
    let fit = try TrackedRectangleFit(places, penalty: penalty)
    report(followed, fit)
    try Data(fit.source(command: "make fit-rectangles", filmCount: followed.count).utf8).write(
      to: URL(fileURLWithPath: output))
    try Data(Chart.file([("tracked, places left out", ReliabilityDiagram(fit.leftOut))]).utf8).write(
      to: URL(fileURLWithPath: diagram))
    print("The coefficients: \(output)\nThe reliability: \(diagram)")
  }

  private func ofPhotos() throws -> [Followed] {
    let folder = URL(fileURLWithPath: data)
    let (documents, screens) = (try KnownPhoto.documents(in: folder), try KnownPhoto.screens(in: folder))
    guard !documents.isEmpty, !screens.isEmpty else { throw EvaluationError("\(data) holds no photos.") }
    let photos = documents + screens
    let grays = try concurrently(photos, jobs: jobs) { photo in Result { try Self.gray(photo) } }.map { try $0.get() }
    let takes = photos.indices.flatMap { index in
      photos[index].quads.flatMap { quad in (0..<films).map { _ in (index, quad) } }
    }
    return try concurrently(Array(takes.enumerated()), jobs: jobs) { seed, take in
      Result {
        let (index, quad) = take
        let (photo, factor) = grays[index]
        // What comes instead of a document is a hall, and the other way around.
        let other =
          index < documents.count ? documents.count + index % screens.count : index % documents.count
        let film = PhotoFilm(
          photo, quad: Scoring.Quad(quad.map { Place($0[0] / factor, $0[1] / factor) }), other: grays[other].photo,
          seed: UInt64(seed))
        return Followed(
          place: photos[index].place, event: film.event.rawValue,
          samples: try RectangleSample.follow(
            width: PhotoFilm.width, height: PhotoFilm.height, frames: PhotoFilm.frames, rate: PhotoFilm.rate,
            corners: film.corners, levels: film.frame))
      }
    }.map { try $0.get() }
  }

  /// A photo in gray, reduced to about the size of a film, and by how much.
  private static func gray(_ photo: KnownPhoto) throws -> (photo: GrayPhoto, factor: Double) {
    let (bytes, layout) = try photo.pixels()
    let gray = GrayPhoto(bytes, layout)
    return gray.width > 800 ? (gray.halved, 2) : (gray, 1)
  }

  private func ofClips() throws -> [Followed] {
    let clips = try Clip.all(in: URL(fileURLWithPath: data).appendingPathComponent("quads"))
    return try concurrently(clips, jobs: jobs) { clip in
      Result {
        let truth = try clip.load(QuadTruth.self)
        let layout = I420Layout(width: Int(truth.width), height: Int(truth.height))
        var frames: [GrayPhoto] = []
        try Film.decode(clip.video, layout) { frames.append(GrayPhoto($0, layout)) }
        return Followed(
          place: clip.name, event: "clip",
          samples: try RectangleSample.follow(
            width: layout.width, height: layout.height, frames: min(frames.count, truth.quads.count),
            rate: truth.fps ?? 25, corners: { truth.quads[$0].flatMap(Scoring.Quad.init)?.corners },
            levels: { frames[$0].levels }))
      }
    }.map { try $0.get() }
  }

  private func report(_ followed: [Followed], _ fit: TrackedRectangleFit) {
    print("\(followed.count) films\n\nweights of the standardized measurements")
    let names = RectangleTracker.Trace.measurementNames
    for (name, weight) in zip(names, fit.model.weights) {
      print("  \(name.padding(toLength: 24, withPad: " ", startingAt: 0))\(decimal(weight, 3))")
    }
    print("\nevent: frames said to be tracked, share of them right")
    for (event, films) in Dictionary(grouping: followed, by: \.event).sorted(by: { $0.key < $1.key }) {
      let tracked = films.flatMap(\.said).filter { $0.state == .tracked }
      let right = tracked.count { $0.overlap >= TrackedRectangleFit.overlap }
      print("  \(event): \(tracked.count), \(decimal(Double(right) / Double(max(tracked.count, 1)), 3))")
    }
    let diagram = ReliabilityDiagram(fit.leftOut)
    print(
      "\nplaces left out: area under the curve \(decimal(Discrimination.areaUnderCurve(fit.leftOut), 4)), log loss "
        + "\(decimal(Discrimination.logLoss(fit.leftOut), 4)), expected calibration error "
        + decimal(diagram.expectedCalibrationError, 4))
    for bin in diagram.bins.compactMap({ $0 }) {
      print("  \(decimal(bin.meanConfidence, 2)): \(decimal(bin.shareRight, 2)) of \(bin.count)")
    }
  }
}
