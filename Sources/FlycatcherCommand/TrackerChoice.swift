// The trackers of a run: those that were asked for, and trajectories where none was.
import Flycatcher

/// The trackers asked for, of every kind.
struct TrackerChoice {
  var trajectories: Bool
  var detection: TrajectoryOptions
  var filter: FilterOptions
  var objects: ObjectOptions
  var rectangles: RectangleOptions
  /// A Boolean value indicating whether objects may be pointed at while it runs, in the window that the pipeline has.
  var heedsPointer = false

  /// A Boolean value indicating whether trajectories are found: where that is asked for, or nothing else is.
  var findsTrajectories: Bool { trajectories || !objects.isWanted && !rectangles.isWanted }

  /// Returns the trackers, with their nominations.
  ///
  /// - Parameter picture: the file for the picture of all flights.
  /// - Throws: `Failure` naming the option that is wrong, or that nothing would heed.
  func trackers(picture: String?) throws(Failure) -> [any Tracker] {
    if picture != nil, !findsTrajectories {
      throw .usage("--picture shows the flights of trajectories; add --trajectories.")
    }
    if !heedsPointer { try objects.checkUse() }
    try rectangles.checkUse()
    let detector = try trajectoryDetector()
    var trackers: [any Tracker] = findsTrajectories ? [detector] : []
    if !findsTrajectories, detection.minimumConfidence != TrajectoryDetector.Settings().minimumConfidence {
      throw .usage(
        "--minimum-confidence is for trajectories; add --trajectories, or for rectangles use --rectangle-minimum-confidence."
      )
    }
    if objects.isWanted || heedsPointer { trackers.append(try objects.tracker()) }
    if rectangles.isWanted {
      trackers.append(try rectangles.tracker(regionOfInterest: detection.regionOfInterest.rectangle))
    }
    return trackers
  }

  private func trajectoryDetector() throws(Failure) -> SelectiveDetector {
    let (detector, filter) = (try detection.detector(), try filter.filter())
    do {
      return try SelectiveDetector(detector, filter)
    } catch {
      throw .setting(error)
    }
  }
}
