// Reports as a perfect detector would make them, from a scene's truth.
import DemoScene
import Flycatcher

/// The reports of a detector that sees everything in a clip, frame by frame.
struct TruthReports {
  let reports: [FrameReport]

  /// - Parameter doubt: how many points more than `trajectoryLength` it takes until a flight is reported.
  init(_ clip: DemoScene, trajectoryLength: Int = 6, doubt: Int = 0, confidence: Double = 0.93) {
    var observations: [[Observation]] = Array(repeating: [], count: clip.frameCount)
    for flight in clip.truth where flight.centers.count >= trajectoryLength + doubt {
      let uuid = ObservationUUID()
      let points = flight.centers.map {
        TrajectoryObservation.DetectedPoint(
          time: clip.timestamp($0.frame), location: $0.location, radius: flight.radius)
      }
      func observation(
        _ state: TrajectoryObservation.State, _ window: ArraySlice<TrajectoryObservation.DetectedPoint>
      ) {
        guard let last = window.last else { return }
        // An ended flight is certain two frames after its last point.
        let frame = flight.centers[window.endIndex - 1].frame + (state == .ended ? 2 : 0)
        guard frame < clip.frameCount else { return }
        observations[frame].append(
          .trajectory(
            TrajectoryObservation(
              uuid: uuid, state: state, time: clip.timestamp(frame), confidence: confidence,
              timeRange: TimeRange(from: points[0].time, to: last.time), detectedPoints: Array(window),
              projectedPoints: [], equationCoefficients: Quadratic(a: 0, b: 0, c: 0),
              movingAverageRadius: flight.radius)))
      }
      for count in trajectoryLength + doubt...points.count {
        observation(count == trajectoryLength + doubt ? .began : .updated, points[(count - trajectoryLength)..<count])
      }
      observation(.ended, points[...])
    }
    reports = observations.enumerated().map { frame, seen in
      FrameReport(frame: frame, time: clip.timestamp(frame), observations: seen)
    }
  }
}
