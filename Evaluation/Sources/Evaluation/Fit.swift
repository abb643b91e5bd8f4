// `Evaluation fit`: fits the acceptance model of trajectories to the tracks of clips with known flights.
public import ArgumentParser
import Clips
import Detection
public import Fitting
@_spi(Evaluation) import Flycatcher
import Foundation
import Scenes
import Scoring

struct Fit: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Fit the acceptance model of trajectories to the tracks of clips with known flights.",
    discussion: """
      A track is right or false as the scores judge it; what lies in ignored boxes is left out. Each film is analyzed once \
      more with flights drawn into it, every second one with what moves otherwise, each as a held camera would have taken it \
      where that is asked for, and so are rendered scenes.

      What the detector believes decides how it divides tracks and what it knows of a film, and so what there is to measure. \
      Therefore each clip is analyzed several times, from the second time on with the model fitted to what was found in the \
      other films, and the model is fitted to all of it. Every second time it is mirrored, and other things are drawn into \
      it. The figures of films left out are those of the last two times together: of what the detector reports, in the film \
      and in its mirror, with models that have not seen the film.
      """)

  @Option(
    help: ArgumentHelp("A folder of clips with truth; may be repeated.", valueName: "folder"), completion: .directory)
  var clips = ["../shared/data/trajectories", "../shared/data/nofly"]

  @Option(help: ArgumentHelp("Number of rendered scenes of each family.", valueName: "count"))
  var seeds = 2

  @Option(help: ArgumentHelp("How often each clip is analyzed.", valueName: "count"))
  var rounds = 4

  @Option(help: ArgumentHelp("Number of clips that are analyzed at once.", valueName: "count"))
  var jobs = 2

  @Option(
    help: ArgumentHelp("The folder where rendered scenes are kept.", valueName: "folder"), completion: .directory)
  var keepScenes = "Evaluation/.build/runs"

  @Option(help: ArgumentHelp("The measurements to use, separated by commas (default: all).", valueName: "name,…"))
  var measurements: String?

  @Option(
    help: ArgumentHelp(
      "Keep so many measurements: leave out one after the other that costs least on films left out.", valueName: "count"
    ))
  var keep: Int?

  @Option(
    help: ArgumentHelp(
      "Products of two measurements to use, too, or squares of one, separated by commas.", valueName: "name*name,…"))
  var products: String?

  @Option(
    help: ArgumentHelp(
      "Take in so many products: one after the other that gains most on films left out.", valueName: "count"))
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
      "What a track of a film with things drawn into it counts for beside one of a film; above 0.", valueName: "number"
    ))
  var drawnWeight = 1.0

  @Flag(
    help: """
      Give the figures of the films as they might as well have come, too: coded with few bits, darker, noisier, smaller, \
      with frames left out or repeated; nothing is fitted to them.
      """
  )
  var changed = false

  @Option(
    help: ArgumentHelp(
      """
      What a track of a film counts for as a camera held in a hand would have taken it; at 0 such films have figures, but \
      nothing is fitted to them (default: there are none).
      """, valueName: "number"))
  var heldWeight: Double?

  @Option(help: "Tracks on an arc that are too short, or the second on it; the figures always count them as false.")
  var pieces = PieceTreatment.leftOut

  @Option(
    help: ArgumentHelp("The Swift file to write; \"none\" writes nothing.", valueName: "file"), completion: .file())
  var output = "Sources/Flycatcher/Trajectories/Acceptance/FittedAcceptance.swift"

  @Option(
    help: ArgumentHelp(
      "The reliability diagram (SVG) of tracks of films left out to write with it.", valueName: "file"),
    completion: .file())
  var diagram = "docs/reliability-trajectories.svg"

  @Option(
    help: ArgumentHelp("A table of all tracks of the last time to write, too.", valueName: "file"), completion: .file())
  var table: String?

  @Option(
    help: ArgumentHelp("Number of tracks to name that the models of films left out judge worst.", valueName: "count"))
  var worst = 0

  func validate() throws {
    guard most ?? 1 > 0 else { throw ValidationError("--most must be above 0.") }
    guard sceneWeight > 0, drawnWeight > 0, heldWeight ?? 0 >= 0 else {
      throw ValidationError("Weights must be above 0, --held-weight 0 or more.")
    }
    guard keep ?? 1 > 0 else { throw ValidationError("--keep must be above 0.") }
    guard products == nil || selectProducts == nil else {
      throw ValidationError("--products and --select-products exclude each other.")
    }
    guard selectProducts ?? 1 > 0 else { throw ValidationError("--select-products must be above 0.") }
    guard seeds >= 0 else { throw ValidationError("--seeds must be 0 or more.") }
    guard rounds > 0 else { throw ValidationError("--rounds must be above 0.") }
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs is \(jobs); it must be 1 to 64.") }
  }

  func run() throws {
    let files = try SceneFiles(in: URL(fileURLWithPath: keepScenes), jobs: jobs)
    var names = measurements?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    var terms: [QuadraticTerm] = []
    var logged: [LoggedClip] = []
    var last: AcceptanceFit?
    var reported: [[Reported]] = []
    for round in 0..<rounds {
      let clips = try clips(files, round: round)
      let films = try detect(clips, last)
      if round > 0 {
        reported.append(films.map { Reported($0.film, $0.detected) })
        report(
          round == rounds - 1 ? reported.suffix(2).flatMap(\.self) : reported[round - 1], isLast: round == rounds - 1)
      }
      let tracks = films.compactMap { film, detected in
        weight(film).map {
          LoggedClip(detected.truth, detected.ended.map(LoggedTrack.init), weight: $0, film: film.name)
        }
      }
      logged += tracks
      if round == 0 {
        var chosen = names ?? AcceptanceFit.names(of: logged)
        if let keep { chosen = try select(chosen, keep, logged) }
        terms = try selectProducts.map { try select($0, chosen, logged) } ?? quadraticTerms(chosen)
        names = chosen
      }
      // Each round counts for a share: the penalty stays what it is.
      let fit = try AcceptanceFit(
        logged, names: names, quadraticTerms: terms, penalty: penalty * Double(round + 1), pieces: pieces,
        most: most ?? .infinity)
      print(
        "== round \(round + 1): \(fit.exampleCount) tracks of \(logged.count / (round + 1)) clips, \(fit.rightCount) of them right"
      )
      printWeights(fit, terms)
      last = fit
    }
    guard let fit = last else { return }
    report("in sample", fit.worth(fit.inSample))
    report("films left out", fit.worth(fit.leftOut))
    report("films left out, as they were taken", fit.worth(fit.leftOut) { isFilm($0) })
    printWorst(fit, logged)
    if let table { try Data(rows(fit, logged).utf8).write(to: URL(fileURLWithPath: table)) }
    guard output != "none" else { return }
    let file = URL(fileURLWithPath: output)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(fit.source(command: command, clipCount: logged.count / rounds, rounds: rounds).utf8).write(to: file)
    let plain = fit.worth(fit.leftOut) { isFilm($0) }
    let charts = [("all films, left out", fit.worth(fit.leftOut)), ("films as they were taken, left out", plain)]
    try Data(Chart.file(charts.map { ($0, ReliabilityDiagram($1.forecasts)) }).utf8).write(
      to: URL(fileURLWithPath: diagram))
    print("The coefficients: \(output)\nThe reliability: \(diagram)")
  }

  /// A clip to analyze, in several versions.
  private struct AnalyzedClip: Sendable {
    var clip: Clip
    var isMirrored: Bool
    var isScene = false
    var versions: [FilmVersion] = [.plain]
  }

  /// One version of a clip.
  fileprivate struct AnalyzedFilm: Sendable {
    /// What it was made of: the versions of one film are left out together.
    var name: String
    var isMirrored: Bool
    var isScene: Bool
    var version: FilmVersion

    /// Whether it is a film as it was taken.
    var isPlain: Bool {
      if case .plain = version { !isScene } else { false }
    }
    var isChanged: Bool {
      if case .changed = version { true } else { false }
    }
    var isHeld: Bool {
      if case .held = version { true } else { false }
    }
    var drawn: DrawnThings.Kind? {
      if case .drawn(let things) = version { things.kind } else { nil }
    }
  }

  /// The clips of a round: as they are, with flights or what moves otherwise drawn in, changed or as a camera held in a hand takes them where that is
  /// asked for, and the rendered scenes.
  private func clips(_ files: SceneFiles, round: Int) throws -> [AnalyzedClip] {
    let isMirrored = !round.isMultiple(of: 2)
    var list: [AnalyzedClip] = []
    for (index, clip) in try Clip.all(in: clips).enumerated() {
      let taken = try clip.load(TrajectoryTruth.self)
      let truth = isMirrored ? taken.mirrored : taken
      let seed = UInt64(2 * index + 1 + 1000 * round)
      var one = AnalyzedClip(clip: clip, isMirrored: isMirrored)
      let change = FilmChange.allCases[(index + round) % FilmChange.allCases.count]
      if changed, change.suits(truth) { one.versions.append(.changed(change)) }
      one.versions.append(.drawn(.flights(over: truth, seed: seed)))
      // Every second film, the others in the next round.
      if (index + round).isMultiple(of: 2) { one.versions.append(.drawn(.motions(over: truth, seed: seed))) }
      if heldWeight != nil { one.versions.append(.held(HeldCamera(over: truth, seed: seed))) }
      list.append(one)
    }
    for clip in seeds > 0 ? try files.clips(Family.allCases, seeds: 0..<seeds) : [] {
      list.append(AnalyzedClip(clip: clip, isMirrored: isMirrored, isScene: true))
    }
    return list
  }

  /// What the tracks of a film count for; `nil` where nothing is fitted to them.
  private func weight(_ film: AnalyzedFilm) -> Double? {
    switch film.version {
    case .plain: film.isScene ? sceneWeight : 1
    case .changed: nil
    case .drawn: drawnWeight
    case .held: heldWeight.flatMap { $0 > 0 ? $0 : nil }
    }
  }

  /// Analyzes each clip, with the model of the other films where there is one.
  private func detect(
    _ clips: [AnalyzedClip], _ fit: AcceptanceFit?
  ) throws -> [(film: AnalyzedFilm, detected: DetectedClip)] {
    try concurrently(clips, jobs: jobs) { one in
      Result {
        var detector = try TrajectoryDetector()
        if let fit, let model = fit.modelsWithout[one.clip.name] {
          guard let acceptance = AcceptanceModel(model, names: fit.names) else {
            throw EvaluationError("The detector measures not all of \(fit.names.joined(separator: ", ")).")
          }
          detector.acceptance = acceptance
        }
        let detected = try DetectedClip.all(
          one.clip, isMirrored: one.isMirrored, one.versions.map { ($0, detector) }, keepsEnded: true)
        let films = one.versions.map {
          AnalyzedFilm(name: one.clip.name, isMirrored: one.isMirrored, isScene: one.isScene, version: $0)
        }
        return Array(zip(films, detected))
      }
    }.flatMap { try $0.get() }
  }

  /// The confidence from which on a trajectory counts, as the command has it.
  static let minimumConfidence = 0.5

  /// What the detector reported of a film with a model of the others.
  private struct Reported {
    var film: AnalyzedFilm
    var figures: TrajectoryFigures

    init(_ film: AnalyzedFilm, _ detected: DetectedClip) {
      self.film = film
      figures = detected.figures(minimumConfidence: Fit.minimumConfidence)
    }
  }

  private func report(_ reported: [Reported], isLast: Bool) {
    print("== reported, films left out")
    if isLast {
      for one in reported where one.film.isPlain {
        let figures = one.figures
        print(
          "  \(one.film.name)\(one.film.isMirrored ? ", mirrored" : ""): \(figures.found) of \(figures.arcs) arcs, "
            + "\(figures.falseReports) false, F1 \(decimal(figures.f1, 3))")
      }
    }
    func row(_ title: String, _ isWanted: (Reported) -> Bool) {
      var total = TrajectoryFigures()
      for one in reported where isWanted(one) { total += one.figures }
      guard !total.clips.isEmpty else { return }
      print("\(title): \(total.clips.count) clips, \(total.arcs) arcs: \(total.rates)")
    }
    row("flights") { $0.film.isPlain && $0.figures.arcs > 0 }
    row("no flights") { $0.film.isPlain && $0.figures.arcs == 0 }
    row("flights, changed films") { $0.film.isChanged && $0.figures.arcs > 0 }
    row("no flights, changed films") { $0.film.isChanged && $0.figures.arcs == 0 }
    row("flights, held camera") { $0.film.isHeld && $0.figures.arcs > 0 }
    row("no flights, held camera") { $0.film.isHeld && $0.figures.arcs == 0 }
    row("drawn flights") { $0.film.drawn == .flights }
    row("drawn motions") { $0.film.drawn == .motions }
    row("rendered scenes") { $0.film.isScene }
    print()
  }

  private func printWeights(_ fit: AcceptanceFit, _ terms: [QuadraticTerm]) {
    let labels = fit.names + terms.map { label($0, fit.names) }
    let order = labels.indices.sorted { abs(fit.model.weights[$0]) > abs(fit.model.weights[$1]) }
    let weights = order.map { "\(labels[$0]) \(decimal(fit.model.weights[$0], 2))" }
    print(
      "weights of the standardized measurements: \(weights.joined(separator: ", ")); bias \(decimal(fit.model.bias, 2))\n"
    )
  }

  private func select(_ names: [String], _ count: Int, _ clips: [LoggedClip]) throws -> [String] {
    print("measurements left out, and the log loss on films left out without them")
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
    print("products taken in, and the log loss on films left out with them")
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
    for (clip, probabilities) in zip(clips, fit.leftOut).suffix(clips.count / rounds) {
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
    print("== judged worst, films left out")
    for surprise in surprises.sorted(by: { $0.loss > $1.loss }).prefix(worst) { print(surprise.text) }
    print()
  }

  /// The tracks of the last time with what the models of films left out make of them.
  private func rows(_ fit: AcceptanceFit, _ clips: [LoggedClip]) -> String {
    let names = TrajectoryTrace.measurementNames
    var text = "clip,film,track,verdict,first,last,points,probability,beginning," + names.joined(separator: ",") + "\n"
    for (clip, probabilities) in zip(clips, fit.leftOut).suffix(clips.count / rounds) {
      let verdicts = clip.scorer.verdicts(clip.tracks.map(\.track), minimumConfidence: -.infinity)
      for (index, verdict) in verdicts.enumerated() {
        let (track, points) = (clip.tracks[index], clip.tracks[index].track.points)
        let word =
          switch verdict {
          case .right: "right"
          case .piece: "piece"
          case .false: "false"
          case .ignored, .belowMinimum: "ignored"
          }
        let fields = [
          clip.scorer.truth.name, clip.film, "\(index)", word, "\(points.first?.frame ?? 0)",
          "\(points.last?.frame ?? 0)",
          "\(points.count)", "\(Float(probabilities[index]))",
        ]
        for (number, measured) in (track.beginnings + [track.measurements]).enumerated() {
          let isBeginning = number < track.beginnings.count
          let values = names.map { "\(Float(measured[$0] ?? .nan))" }
          text += (fields + [isBeginning ? "1" : "0"] + values).joined(separator: ",") + "\n"
        }
      }
    }
    return text
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

extension LoggedTrack {
  fileprivate init(_ ended: DetectedClip.EndedTrack) {
    func named(_ values: [Double]) -> [String: Double] {
      Dictionary(zip(TrajectoryTrace.measurementNames, values), uniquingKeysWith: { $1 })
    }
    self.init(ended.track, named(ended.measurements), beginnings: ended.beginnings.map(named))
  }
}

extension AcceptanceModel {
  fileprivate init?(_ model: LogisticModel, names: [String]) {
    self.init(
      names: names, mean: model.mean, scale: model.scale, weights: Array(model.weights.prefix(names.count)),
      quadraticTerms: zip(model.quadraticTerms, model.weights.dropFirst(names.count)).map { ($0.first, $0.second, $1) },
      bias: model.bias)
  }
}

extension Clip {
  /// The clips of all folders; one that is not there has none.
  static func all(in folders: [String]) throws -> [Clip] {
    let clips = try folders.filter { FileManager.default.fileExists(atPath: $0) }
      .flatMap { try all(in: URL(fileURLWithPath: $0)) }
    guard !clips.isEmpty else { throw EvaluationError("There are no clips in \(folders.joined(separator: ", ")).") }
    return clips
  }
}

extension TrajectoryFigures {
  /// The shares and rates, for the terminal.
  var rates: String {
    "precision \(decimal(precision, 3))  recall \(decimal(recall, 3))  F1 \(decimal(f1, 3))  clip F1 \(decimal(clipF1, 3))  "
      + "withdrawn \(decimal(withdrawnShare, 3))  false a minute \(decimal(falsePerMinute, 2))"
  }
}
