// `Evaluation fit-objects`: fits the observation model of the object tracker to clips with known boxes.
import ArgumentParser
import Clips
import Detection
import Fitting
@_spi(Evaluation) import Flycatcher
import Foundation
import Scoring

struct FitObjects: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit-objects",
    abstract: "Fit the observation model of the object tracker to clips with known boxes.",
    discussion: """
      The object of each clip is followed from the first frame to the last, from two frames between, backward from the last \
      one and from two between, and at half the frame rate. A box lies on its object where they overlap by 0.3.

      What the tracker believes decides what it follows and learns, and so what there is to measure. Therefore each clip is \
      followed several times, from the second time on with the model fitted to what was logged of the other clips, and the \
      model is fitted to all of it. The figures are of the last time: of clips left out.
      """)

  @Option(help: ArgumentHelp("The folder of the clips.", valueName: "folder"), completion: .directory)
  var clips = "../shared/data/tracking"

  @Option(help: ArgumentHelp("Weight of the squared coefficients, in frames; above 0.", valueName: "number"))
  var penalty = 5.0

  @Option(help: ArgumentHelp("The most frames to follow from another frame than the first.", valueName: "count"))
  var most = 400

  @Option(help: ArgumentHelp("How often each clip is followed.", valueName: "count"))
  var rounds = 5

  @Option(help: ArgumentHelp("Number of clips that are followed at once.", valueName: "count"))
  var jobs = 2

  @Option(help: ArgumentHelp("The Swift file to write.", valueName: "file"), completion: .file())
  var output = "Sources/Flycatcher/Objects/State/FittedObjects.swift"

  @Option(
    help: ArgumentHelp("The reliability diagram (SVG) of clips left out to write.", valueName: "file"),
    completion: .file())
  var diagram = "docs/reliability-objects.svg"

  @Option(
    help: ArgumentHelp("A table of the measurements of the last time to write, too.", valueName: "file"),
    completion: .file())
  var table: String?

  func validate() throws {
    guard penalty > 0 else { throw ValidationError("--penalty must be above 0.") }
    guard rounds > 0 else { throw ValidationError("--rounds must be above 0.") }
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs is \(jobs); it must be 1 to 64.") }
  }

  private static let levels = [ObjectTracker.TrackingLevel.accurate, .fast]

  /// A run of a clip, and what was measured in it.
  fileprivate struct Followed: Sendable {
    var clip: String
    var run: DecodedClip.Run
    var samples: [DecodedClip.Sample]
  }

  func run() throws {
    let clips = try concurrently(try Clip.all(in: URL(fileURLWithPath: clips)), jobs: jobs) { clip in
      Result { try DecodedClip(clip) }
    }.map { try $0.get() }
    guard !clips.isEmpty else { throw EvaluationError("\(self.clips) holds no clips.") }
    var table = "clip,level,start,step,frame,time,overlap,state,confidence,x,y,width,height,"
    table += ObjectTracker.Trace.measurementNames.joined(separator: ",") + "\n"
    var source: [String] = []
    var diagrams: [(title: String, diagram: ReliabilityDiagram)] = []
    for level in Self.levels {
      print("\n== \(level.rawValue)")
      let (fit, last) = try fit(clips, level)
      let followed = report(last)
      diagrams.append(("\(level.rawValue), clips left out", ReliabilityDiagram(followed.forecasts)))
      for run in last { table += rows(run, level) }
      source.append("static let \(level.rawValue) = \(fit.source)")
    }
    if let file = self.table { try Data(table.utf8).write(to: URL(fileURLWithPath: file)) }
    try Data(text(source).utf8).write(to: URL(fileURLWithPath: output))
    try Data(Chart.file(diagrams).utf8).write(to: URL(fileURLWithPath: diagram))
    print("The coefficients: \(output)\nThe reliability: \(diagram)")
  }

  /// Fits the model of a level, and returns what was followed the last time, too.
  private func fit(_ clips: [DecodedClip], _ level: ObjectTracker.TrackingLevel) throws -> (ObjectFit, [Followed]) {
    var followed = try follow(clips, level, nil)
    var objects = followed.map(\.logged)
    var fit = try ObjectFit(objects, penalty: penalty, filter: Self.filter)
    print("1: \(weights(fit))")
    for round in 1..<rounds {
      followed = try follow(clips, level, fit)
      objects += followed.map(\.logged)
      fit = try ObjectFit(objects, penalty: penalty, filter: Self.filter)
      print("\(round + 1): \(weights(fit))")
    }
    return (fit, followed)
  }

  /// Follows the object of each clip, with the model fitted to the other ones where there is one.
  private func follow(
    _ clips: [DecodedClip], _ level: ObjectTracker.TrackingLevel, _ fit: ObjectFit?
  ) throws -> [Followed] {
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = level
    settings.maximumThreads = 1
    let (chosen, most) = (settings, most)
    return try concurrently(clips, jobs: jobs) { clip in
      Result {
        let observation = fit.flatMap { fit in
          fit.modelsWithout[clip.name].map { ObservationModel($0, smoothing: fit.smoothing) }
        }
        return try clip.runs.compactMap { run in
          let samples = try clip.follow(run, chosen, observation: observation, most: run.isWhole ? .max : most)
          return samples.isEmpty ? nil : Followed(clip: clip.name, run: run, samples: samples)
        }
      }
    }.flatMap { try $0.get() }
  }

  private func weights(_ fit: ObjectFit) -> String {
    let weights = zip(ObjectTracker.Trace.measurementNames, fit.model.weights).map { "\($0) \(decimal($1, 2))" }
    return
      "weights of the standardized measurements: \(weights.joined(separator: ", ")); smoothed over \(fit.smoothing) s"
  }

  private func rows(_ followed: Followed, _ level: ObjectTracker.TrackingLevel) -> String {
    followed.samples.map { sample in
      let box = [sample.box.x, sample.box.y, sample.box.width, sample.box.height]
      let fields =
        [followed.clip, level.rawValue, "\(followed.run.start)", "\(followed.run.step)", "\(sample.frame)"]
        + ["\(sample.time)", "\(sample.overlap ?? -1)", sample.state.rawValue, "\(sample.confidence)"]
        + (box + sample.measurements).map { "\(Float($0))" }
      return fields.joined(separator: ",") + "\n"
    }.joined()
  }

  /// Averages as the tracker does.
  private static func filter(
    _ logOdds: [Double], _ entries: [LoggedObject.Entry], _ smoothing: Double
  ) -> [Double] {
    var (state, last) = (StateProbabilities(), 0.0)
    return zip(logOdds, entries).map { logOdds, entry in
      state.update(
        logOdds, seconds: entry.time - last, smoothing: entry.isSeen && logOdds >= 0 ? smoothing : 0, absence: 1)
      last = entry.time
      return state.visible
    }
  }

  /// Prints what came of following each clip, and returns that of all of them.
  private func report(_ followed: [Followed]) -> FollowedFigures {
    var (whole, all) = (FollowedFigures(), FollowedFigures())
    for (clip, runs) in Dictionary(grouping: followed, by: \.clip).sorted(by: { $0.key < $1.key }) {
      var (ofWhole, ofAll) = (FollowedFigures(), FollowedFigures())
      for one in runs {
        let figures = FollowedFigures(one.samples)
        ofAll += figures
        if one.run.isWhole { ofWhole += figures }
      }
      print("  \(clip): \(figures(ofWhole)); all runs \(figures(ofAll))")
      whole += ofWhole
      all += ofAll.averaged
    }
    for (name, sum) in [("whole clips", whole), ("all runs", all)] {
      let diagram = ReliabilityDiagram(sum.forecasts)
      print(
        "\(name): \(figures(sum)), of \(sum.frames) frames; area under the curve "
          + "\(decimal(Discrimination.areaUnderCurve(sum.forecasts), 4)), log loss "
          + "\(decimal(Discrimination.logLoss(sum.forecasts), 4)), expected calibration error "
          + decimal(diagram.expectedCalibrationError, 4))
      for bin in diagram.bins.compactMap({ $0 }) {
        print("  \(decimal(bin.meanConfidence, 2)): \(decimal(bin.shareRight, 2)) of \(bin.count)")
      }
    }
    return all
  }

  private func figures(_ figures: FollowedFigures) -> String {
    "overlap \(decimal(figures.overlap, 3)), \(figures.held) held falsely, \(figures.lost) lost falsely"
  }

  private func text(_ models: [String]) -> String {
    """
    // Generated; do not edit. Made by:
    //   make fit-objects

    /// The coefficients of the observation model of objects, in the order of `BoxMeasurements.Name`.
    enum FittedObjects {
      \(models.joined(separator: "\n  "))
    }

    """
  }
}

extension FitObjects.Followed {
  fileprivate var logged: LoggedObject { LoggedObject(clip: clip, entries: samples.map(\.entry)) }
}

extension ObservationModel {
  fileprivate init(_ model: LogisticModel, smoothing: Double) {
    self.init(mean: model.mean, scale: model.scale, weights: model.weights, bias: model.bias, smoothing: smoothing)
  }
}

extension DecodedClip.Run {
  fileprivate var isWhole: Bool { start == 0 && step == 1 }
}

extension DecodedClip.Sample {
  fileprivate var entry: LoggedObject.Entry {
    LoggedObject.Entry(
      time: time, measurements: measurements, givenLogOdds: givenLogOdds, mostLogOdds: mostLogOdds, overlap: overlap,
      isSeen: isSeen)
  }
}
