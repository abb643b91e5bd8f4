// The tables of a run.
import ArgumentParser
import FlycatcherPipeline

struct TableOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Write a table with a row for each flight, object and rectangle, with measures and their standard deviations; not to \
      standard output.
      """,
      valueName: "file.csv"))
  var csv: String?

  @Option(help: ArgumentHelp("Write a table with a row for each point; not to standard output.", valueName: "file.csv"))
  var pointsCsv: String?

  /// The files with the options that name them.
  var files: [(option: String, path: String?)] { [("--csv", csv), ("--points-csv", pointsCsv)] }

  /// Returns the tables; `nil` where none are wanted.
  func tables(_ measuring: MeasureOptions, minimumConfidence: Double) -> ObservationTables.Options? {
    guard csv != nil || pointsCsv != nil else { return nil }
    var options = ObservationTables.Options()
    options.summary = csv
    options.points = pointsCsv
    options.unit = measuring.speedUnit
    options.minimumConfidence = minimumConfidence
    return options
  }
}
