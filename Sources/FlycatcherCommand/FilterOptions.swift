// The options of the filter: which of the detector's flights count. Each is the rule of the same name.
public import ArgumentParser
public import Flycatcher

struct FilterOptions: ParsableArguments {
  private static let standard = TrajectoryFilter()

  @Option(help: ArgumentHelp("Only flights in this direction (default: any).", valueName: "direction"))
  var direction: TrajectoryFilter.Direction?

  @Option(
    help: ArgumentHelp(
      "Only flights that begin in this part of the picture, each number 0 to 1 (default: anywhere).",
      valueName: "x,y,w,h"), transform: Region.parse)
  var startRegion: Region?

  @Option(
    help: ArgumentHelp(
      "Only flights whose arc opens this way; that of a throw opens downward (default: any).", valueName: "opening"))
  var opening: TrajectoryFilter.Opening?

  @Option(help: ArgumentHelp("Only flights with at least this many points.", valueName: "points"))
  var minimumPointCount = standard.minimumPointCount

  @Option(help: ArgumentHelp("Only flights that last at least this long, 0 to 86400.", valueName: "seconds"))
  var minimumDuration = standard.minimumDuration.optionSeconds

  @Option(
    help: ArgumentHelp(
      "Only flights that end at least this far from their start, a fraction of the picture, 0 to 1.5.",
      valueName: "distance"))
  var minimumNetDisplacement = standard.minimumNetDisplacement

  /// The filter with these rules.
  func filter() throws(Failure) -> TrajectoryFilter {
    var filter = TrajectoryFilter()
    filter.direction = direction
    filter.startRegion = startRegion?.rectangle
    filter.opening = opening
    filter.minimumPointCount = minimumPointCount
    filter.minimumDuration = try TrajectoryOptions.duration(minimumDuration, "--minimum-duration")
    filter.minimumNetDisplacement = minimumNetDisplacement
    do {
      try filter.validate()
    } catch {
      throw .setting(error)
    }
    return filter
  }
}

extension TrajectoryFilter.Direction: ExpressibleByArgument {}
extension TrajectoryFilter.Opening: ExpressibleByArgument {}
