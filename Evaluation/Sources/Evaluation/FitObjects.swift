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
      one and from two between, and at half the frame rate. A box lies on its object where they overlap by 0.3. All figures \
      are of clips left out.
      """)

  @Option(help: ArgumentHelp("The folder of the clips.", valueName: "folder"), completion: .directory)
  var clips = "../shared/data/tracking"

  @Option(help: ArgumentHelp("Weight of the squared coefficients, in frames; above 0.", valueName: "number"))
  var penalty = 5.0

  @Option(help: ArgumentHelp("The most frames to follow from another frame than the first.", valueName: "count"))
  var most = 400

  @Option(help: ArgumentHelp("The Swift file to write.", valueName: "file"), completion: .file())
  var output = "Sources/Flycatcher/Objects/FittedObjects.swift"

  @Option(help: ArgumentHelp("A table of the measurements to write, too.", valueName: "file"), completion: .file())
  var table: String?

  private static let levels = [ObjectTracker.TrackingLevel.accurate, .fast]

  func run() throws {
    var objects = Self.levels.map { _ in [LoggedObject]() }
    var table = "clip,level,start,step,frame,time,overlap,state,confidence,x,y,width,height,"
    table += ObjectTracker.Trace.measurementNames.joined(separator: ",") + "\n"
    for clip in try Clip.all(in: URL(fileURLWithPath: clips)) {
      let decoded = try DecodedClip(clip)
      for (index, level) in Self.levels.enumerated() {
        for run in decoded.runs {
          let samples = try follow(decoded, run, level)
          guard !samples.isEmpty else { continue }
          objects[index].append(LoggedObject(clip: clip.name, isWhole: run.isWhole, entries: samples.map(\.entry)))
          if self.table != nil {
            for sample in samples { table += row(sample, "\(clip.name),\(level.rawValue),\(run.start),\(run.step)") }
          }
        }
      }
      print(clip.name)
    }
    if let file = self.table { try Data(table.utf8).write(to: URL(fileURLWithPath: file)) }
    var source: [String] = []
    for (level, objects) in zip(Self.levels, objects) {
      let fit = try ObjectFit(objects, penalty: penalty, filter: Self.filter)
      report(fit, level.rawValue)
      source.append("static let \(level.rawValue) = \(fit.source)")
    }
    try Data(text(source).utf8).write(to: URL(fileURLWithPath: output))
    print("The coefficients: \(output)")
  }

  private func follow(
    _ clip: DecodedClip, _ run: DecodedClip.Run, _ level: ObjectTracker.TrackingLevel
  ) throws -> [DecodedClip.Sample] {
    var settings = ObjectTracker.Settings()
    settings.trackingLevel = level
    settings.maximumThreads = 1
    return try clip.follow(run, settings, most: run.isWhole ? .max : most)
  }

  private func row(_ sample: DecodedClip.Sample, _ run: String) -> String {
    let box = [sample.box.x, sample.box.y, sample.box.width, sample.box.height]
    let numbers = (box + sample.measurements).map { "\(Float($0))" }.joined(separator: ",")
    return
      "\(run),\(sample.frame),\(sample.time),\(sample.overlap ?? -1),\(sample.state.rawValue),\(sample.confidence),\(numbers)\n"
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

  private func report(_ fit: ObjectFit, _ level: String) {
    print("\n== \(level), clips left out: false holds of the frames, frames held of those on the object")
    var (frames, falsely) = (0, 0)
    for (clip, held) in fit.held {
      (frames, falsely) = (frames + held.frames, falsely + held.falsely)
      print("  \(clip): \(held.falsely) of \(held.frames), \(held.rightly) of \(held.on)")
    }
    print("false hold \(falsely) of \(frames) frames; smoothed over \(fit.smoothing) s")
    for isWhole in [true, false] {
      let forecasts = fit.forecasts(ofWholeClips: isWhole)
      let diagram = ReliabilityDiagram(forecasts)
      print(
        "\(isWhole ? "whole clips" : "all runs"): area under the curve "
          + "\(decimal(Discrimination.areaUnderCurve(forecasts), 4)), log loss "
          + "\(decimal(Discrimination.logLoss(forecasts), 4)), expected calibration error "
          + decimal(diagram.expectedCalibrationError, 4))
      for bin in diagram.bins.compactMap({ $0 }) {
        print("  \(decimal(bin.meanConfidence, 2)): \(decimal(bin.shareRight, 2)) of \(bin.count)")
      }
    }
    print("weights of the standardized measurements")
    for (name, weight) in zip(ObjectTracker.Trace.measurementNames, fit.model.weights) {
      print("  \(name.padding(toLength: 24, withPad: " ", startingAt: 0))\(decimal(weight, 3))")
    }
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

extension DecodedClip.Run {
  fileprivate var isWhole: Bool { start == 0 && step == 1 }
}

extension DecodedClip.Sample {
  fileprivate var entry: LoggedObject.Entry {
    LoggedObject.Entry(
      time: time, measurements: measurements, givenLogOdds: givenLogOdds, overlap: overlap, isSeen: isSeen)
  }
}
