// The comparison of reported flights with the truth of the demo scene.
import DemoScene
import Flycatcher
import FlycatcherPipeline

/// The reported flights beside the real ones.
struct DemoCheck {
  /// The number of real flights with as many frames as a report takes.
  let expected: Int
  /// The number of those that were reported.
  let found: Int
  /// The number of reports without a flight.
  let wrong: Int
  /// The mean distance of the reported points from the ball's true center, in pixels; `nil` where nothing was found.
  let meanError: Double?

  init(_ reported: [TrajectoryObservation], _ scene: DemoScene, trajectoryLength: Int) {
    var foundTrajectories: Set<Int> = []
    var (errors, points, wrong) = (0.0, 0, 0)
    for report in reported {
      let matches = scene.truth.enumerated().map { index, flight in
        (index, Self.distances(report, flight, scene))
      }
      guard let best = matches.max(by: { $0.1.count < $1.1.count }), best.1.count * 2 > report.detectedPoints.count
      else {
        wrong += 1
        continue
      }
      foundTrajectories.insert(best.0)
      errors += best.1.reduce(0, +)
      points += best.1.count
    }
    let isLongEnough = { (index: Int) in scene.truth[index].centers.count >= trajectoryLength }
    expected = scene.truth.indices.count(where: isLongEnough)
    found = foundTrajectories.count(where: isLongEnough)
    self.wrong = wrong
    meanError = points > 0 ? errors / Double(points) : nil
  }

  /// The comparison in words, such as `14 of 14 flights found, 0 false reports, points 0.12 px from the truth on average`.
  var text: String {
    let error = meanError.map { ", points \(decimal($0, 2)) px from the truth on average" } ?? ""
    return "\(found) of \(expected) flights found, \(wrong) false \(wrong == 1 ? "report" : "reports")\(error)"
  }

  /// Returns the distances in pixels of the reported points that lie on the ball in the same frame.
  private static func distances(
    _ report: TrajectoryObservation, _ flight: TrueTrajectory, _ scene: DemoScene
  ) -> [Double] {
    let places = Dictionary(flight.centers.map { ($0.frame, $0.location) }) { first, _ in first }
    let reach = max(1.5 * flight.radius * Double(scene.width), 3)
    return report.detectedPoints.compactMap { point in
      let frame = Int((point.time.seconds * scene.framesPerSecond).rounded())
      guard let place = places[frame] else { return nil }
      let dx = (point.location.x - place.x) * Double(scene.width)
      let dy = (point.location.y - place.y) * Double(scene.height)
      let distance = (dx * dx + dy * dy).squareRoot()
      return distance <= reach ? distance : nil
    }
  }
}
