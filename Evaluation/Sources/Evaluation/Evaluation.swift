// Measures how right the trackers are, against clips and scenes whose truth is known.
import ArgumentParser

@main
struct Evaluation: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure how right the trackers are.",
    subcommands: [
      Score.self, Fit.self, FitObjects.self, FitRectangles.self, FitTrackedRectangles.self, FloorsCommand.self,
      Versions.self, Sensitivity.self,
      ObjectSensitivity.self, RectangleSensitivity.self,
    ],
    defaultSubcommand: Score.self)
}
