// `Evaluation fit`: fits the acceptance model of trajectories to logged tracks.
public import ArgumentParser
import Clips
public import Fitting
import Foundation
import Scenes
import Scoring

struct Fit: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Fit the acceptance model of trajectories to logged tracks.",
    discussion: """
      A log is JSON Lines, one a track:
        {"clip": "hoop-gym", "points": [[frame, x, y], …], "measurements": {"name": number, …}}
      with points in pixels from the outer corner of the first one. A track is right or false as the scores judge it; \
      what lies in ignored boxes is left out. The figures are given for the clips of the fit, and for each clip by a \
      model fitted to the others.
      """)

  @Option(help: ArgumentHelp("A log of tracks; may be repeated.", valueName: "file"), completion: .file())
  var log: [String]

  @Option(
    help: ArgumentHelp(
      "A folder of truths, NAME.json each; may be repeated. Those of kept scenes are known.", valueName: "folder"),
    completion: .directory)
  var truth = ["../shared/data/trajectories", "../shared/data/nofly"]

  @Option(
    help: ArgumentHelp("The folder of earlier runs with their scenes.", valueName: "folder"), completion: .directory)
  var runs = "Evaluation/.build/runs"

  @Option(help: ArgumentHelp("The measurements to use, separated by commas (default: all).", valueName: "name,…"))
  var measurements: String?

  @Option(
    help: ArgumentHelp(
      "Keep so many measurements: leave out one after the other that costs least on clips left out.", valueName: "count"
    ))
  var keep: Int?

  @Option(
    help: ArgumentHelp(
      "Products of two measurements to use, too, or squares of one, separated by commas.", valueName: "name*name,…"))
  var products: String?

  @Option(
    help: ArgumentHelp(
      "Take in so many products: one after the other that gains most on clips left out.", valueName: "count"))
  var selectProducts: Int?

  @Option(help: ArgumentHelp("Weight of the squared coefficients, in tracks; above 0.", valueName: "number"))
  var penalty = 1.0

  @Option(help: ArgumentHelp("The most tracks that one clip counts for (default: all).", valueName: "count"))
  var most: Double?

  @Option(
    help: ArgumentHelp(
      "What a track of a rendered scene counts for beside one of a film; above 0.", valueName: "number"))
  var sceneWeight = 1.0

  @Option(
    help: ArgumentHelp(
      "What a track of a film with flights drawn into it counts for beside one of a film; above 0.", valueName: "number"
    ))
  var drawnWeight = 1.0

  @Option(help: "Tracks on an arc that are too short, or the second on it; the figures always count them as false.")
  var pieces = PieceTreatment.leftOut

  @Option(
    help: ArgumentHelp("The Swift file to write; \"none\" writes nothing.", valueName: "file"), completion: .file())
  var output = "Sources/Flycatcher/Trajectories/Acceptance/FittedAcceptance.swift"

  @Option(
    help: ArgumentHelp("Number of tracks to name that the models of clips left out judge worst.", valueName: "count"))
  var worst = 0

  func validate() throws {
    guard most ?? 1 > 0 else { throw ValidationError("--most must be above 0.") }
    guard sceneWeight > 0, drawnWeight > 0 else { throw ValidationError("Weights must be above 0.") }
    guard keep ?? 1 > 0 else { throw ValidationError("--keep must be above 0.") }
    guard products == nil || selectProducts == nil else {
      throw ValidationError("--products and --select-products exclude each other.")
    }
    guard selectProducts ?? 1 > 0 else { throw ValidationError("--select-products must be above 0.") }
  }

  func run() throws {
    let clips = try load()
    var names =
      measurements?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      ?? AcceptanceFit.names(of: clips)
    if let keep { names = try select(names, keep, clips) }
    let terms = try selectProducts.map { try select($0, names, clips) } ?? quadraticTerms(names)
    let fit = try AcceptanceFit(
      clips, names: names, quadraticTerms: terms, penalty: penalty, pieces: pieces, most: most ?? .infinity)
    print("\(fit.exampleCount) tracks of \(clips.count) clips, \(fit.rightCount) of them right\n")
    print("weights of the standardized measurements")
    let labels = fit.names + terms.map { label($0, names) }
    let order = labels.indices.sorted { abs(fit.model.weights[$0]) > abs(fit.model.weights[$1]) }
    for index in order {
      print(
        "  \(labels[index].padding(toLength: 32, withPad: " ", startingAt: 0))\(decimal(fit.model.weights[index], 3))"
      )
    }
    print("  \("bias".padding(toLength: 32, withPad: " ", startingAt: 0))\(decimal(fit.model.bias, 3))\n")
    report("in sample", fit.worth(fit.inSample))
    report("clips left out", fit.worth(fit.leftOut))
    report("clips left out, films alone", fit.worth(fit.leftOut) { isFilm($0) })
    printWorst(fit, clips)
    guard output != "none" else { return }
    let file = URL(fileURLWithPath: output)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(fit.source(command: command, clipCount: clips.count).utf8).write(to: file)
    print("The coefficients: \(output)")
  }

  private func select(_ names: [String], _ count: Int, _ clips: [LoggedClip]) throws -> [String] {
    print("measurements left out, and the log loss on clips left out without them")
    let selection = try MeasurementSelection(
      clips, names: names, count: count, penalty: penalty, pieces: pieces, most: most ?? .infinity
    ) { step in
      let name = (step.removed ?? "none").padding(toLength: 32, withPad: " ", startingAt: 0)
      print("  \(name)\(decimal(step.logLoss, 5))")
    }
    print()
    return selection.names
  }

  private func select(_ count: Int, _ names: [String], _ clips: [LoggedClip]) throws -> [QuadraticTerm] {
    print("products taken in, and the log loss on clips left out with them")
    let selection = try TermSelection(
      clips, names: names, count: count, penalty: penalty, pieces: pieces, most: most ?? .infinity
    ) { step in
      let name = (step.added.map { label($0, names) } ?? "none").padding(toLength: 32, withPad: " ", startingAt: 0)
      print("  \(name)\(decimal(step.logLoss, 5))")
    }
    print()
    return selection.terms
  }

  /// The products of `--products`.
  private func quadraticTerms(_ names: [String]) throws -> [QuadraticTerm] {
    try (products ?? "").split(separator: ",").map { product in
      let factors = product.split(separator: "*").map { $0.trimmingCharacters(in: .whitespaces) }
      let indices = factors.compactMap { names.firstIndex(of: $0) }
      guard factors.count == 2, indices.count == 2 else {
        throw ValidationError(
          "\"\(product)\" is not the product of two of the measurements \(names.joined(separator: ", ")).")
      }
      return QuadraticTerm(indices[0], indices[1])
    }
  }

  private func label(_ term: QuadraticTerm, _ names: [String]) -> String {
    "\(names[term.first])*\(names[term.second])"
  }

  /// The logged clips that a truth is known of.
  private func load() throws -> [LoggedClip] {
    let logs = try StageLog(contentsOf: log.map { URL(fileURLWithPath: $0) })
    let scenes = SceneFiles.scenes(in: URL(fileURLWithPath: runs))
    let folders = truth.map { URL(fileURLWithPath: $0) } + [scenes]
    return try logs.tracks.keys.sorted().map { name in
      let files = folders.map { $0.appendingPathComponent(name + ".json") }
      guard let file = files.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
        throw EvaluationError("There is no truth \(name).json in \(truth.joined(separator: ", ")).")
      }
      let truth = try JSONDecoder().decode(TrajectoryTruth.self, from: Data(contentsOf: file))
      let (film, isKept) = (DrawnFlights.film(of: name), file.deletingLastPathComponent().path == scenes.path)
      return LoggedClip(
        truth, logs.tracks[name] ?? [], weight: film != nil ? drawnWeight : isKept ? sceneWeight : 1, film: film)
    }
  }

  private func report(_ title: String, _ worth: AcceptanceFit.Worth) {
    let diagram = ReliabilityDiagram(worth.forecasts)
    let believed = ReliabilityDiagram(worth.forecasts.filter { $0.confidence >= ConfidenceEvaluation.threshold })
    print("== \(title)")
    print(
      "area under the curve \(decimal(Discrimination.areaUnderCurve(worth.forecasts), 4))  "
        + "log loss \(decimal(Discrimination.logLoss(worth.forecasts), 4))  "
        + "expected calibration error \(decimal(diagram.expectedCalibrationError, 4)), "
        + "of those from 0.1 on \(decimal(believed.expectedCalibrationError, 4))")
    for sample in worth.curve.samples where sample.isTenth {
      print(row(sample, worth))
    }
    if let best = worth.curve.best { print("best: " + row(best, worth)) }
    print()
  }

  /// A film as it was taken.
  private func isFilm(_ clip: LoggedClip) -> Bool {
    clip.film == clip.scorer.truth.name && !Family.allCases.contains { clip.film.hasPrefix($0.rawValue + "-") }
  }

  /// Names the tracks whose outcome surprises a model that does not know their clip.
  private func printWorst(_ fit: AcceptanceFit, _ clips: [LoggedClip]) {
    guard worst > 0 else { return }
    var surprises: [(loss: Double, text: String)] = []
    for (clip, probabilities) in zip(clips, fit.leftOut) {
      let verdicts = clip.scorer.verdicts(clip.tracks.map(\.track), minimumConfidence: -.infinity)
      for (index, verdict) in verdicts.enumerated() where verdict != .ignored {
        let (points, probability) = (clip.tracks[index].track.points, probabilities[index])
        let isRight = !verdict.isFalse
        guard let first = points.first, let last = points.last else { continue }
        surprises.append(
          (
            abs((isRight ? 1 : 0) - probability),
            "  \(decimal(probability, 3))  \(isRight ? "right" : verdict == .false ? "false" : "piece")  "
              + "\(clip.scorer.truth.name), frames \(first.frame) to \(last.frame), \(points.count) points, "
              + "from \(number(first.place.x)),\(number(first.place.y)) to \(number(last.place.x)),\(number(last.place.y))"
          ))
      }
    }
    print("== judged worst, clips left out")
    for surprise in surprises.sorted(by: { $0.loss > $1.loss }).prefix(worst) { print(surprise.text) }
    print()
  }

  private func row(_ sample: PrecisionRecallCurve.Sample, _ worth: AcceptanceFit.Worth) -> String {
    "minimum confidence \(decimal(sample.minimumConfidence, 3))  precision \(decimal(sample.precision, 3))  "
      + "recall \(decimal(sample.recall, 3))  F1 \(decimal(sample.f1, 3))  "
      + "clip F1 \(decimal(worth.clipF1(sample.minimumConfidence), 3))"
  }

  /// The command as it can be given again from the project's folder; files elsewhere by their names alone.
  private var command: String {
    let here = FileManager.default.currentDirectoryPath + "/"
    let arguments = CommandLine.arguments.dropFirst().map { argument in
      if argument.hasPrefix(here) { return String(argument.dropFirst(here.count)) }
      let isElsewhere = argument.hasPrefix("/") || argument.hasPrefix("../")
      return isElsewhere ? URL(fileURLWithPath: argument).lastPathComponent : argument
    }
    return "swift run --package-path Evaluation -c release Evaluation " + arguments.joined(separator: " ")
  }
}

extension PieceTreatment: ExpressibleByArgument {}
