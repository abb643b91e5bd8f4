// Films a scene and lets a detector watch it, frame by frame, as a session would.
import DemoScene
import Flycatcher

/// The observations of a clip.
struct Watched {
  var observations: [TrajectoryObservation] = []

  /// The last word on each flight, in order of time.
  var flights: [TrajectoryObservation] { observations.filter { $0.state == .ended } }
}

/// Lets a detector watch a clip.
func watch(
  _ clip: DemoScene, _ settings: TrajectoryDetector.Settings = .init(), orientation: Orientation = .up,
  frames: (Int) -> Bool = { _ in true }
) throws -> Watched {
  var detector = try TrajectoryDetector(settings)
  var watched = Watched()
  for index in 0..<clip.frameCount where frames(index) {
    let pixels = clip.frame(index)
    watched.observations += trajectories(try detector.watch(pixels, of: clip, at: clip.timestamp(index), orientation))
  }
  watched.observations += trajectories(detector.finish())
  return watched
}

func trajectories(_ observations: [Observation]) -> [TrajectoryObservation] {
  observations.compactMap { if case .trajectory(let trajectory) = $0 { trajectory } else { nil } }
}

extension TrajectoryDetector {
  /// Shows the detector one frame of I420 pixels.
  mutating func watch(
    _ pixels: [UInt8], of clip: DemoScene, at time: Timestamp, _ orientation: Orientation = .up
  ) throws -> [Observation] {
    let (width, height) = (clip.width, clip.height)
    let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
    let bytes = pixels.span
    let blue = width * height
    let red = blue + columns * rows
    guard let luma = Plane(bytes.extracting(0..<blue), width: width, height: height, rowStride: width),
      let blueDifference = Plane(bytes.extracting(blue..<red), width: columns, height: rows, rowStride: columns),
      let redDifference = Plane(
        bytes.extracting(red..<red + columns * rows), width: columns, height: rows, rowStride: columns),
      let frame = Frame(
        luma: luma, blueDifference: blueDifference, redDifference: redDifference, timestamp: time,
        orientation: orientation)
    else { return [] }
    return try track(frame)
  }
}

/// A ball thrown across a small picture.
func toss(
  from: Point = Point(x: 0.1, y: 0.7), to: Point = Point(x: 0.9, y: 0.75), start: Double = 0.3, duration: Double = 1.1,
  radius: Double = 0.012
) -> Ball {
  .thrown(
    from: from, to: to, start: start, duration: duration, radius: radius, color: Color(0xF2E640), gravity: 2.4)
}

/// A small clip of balls before a plain wall.
func clip(
  _ balls: [Ball], duration: Double = 1.7, width: Int = 256, height: Int = 144, framesPerSecond: Double = 30
) throws -> DemoScene {
  try DemoScene(
    Scene(balls: balls), width: width, height: height, framesPerSecond: framesPerSecond, duration: duration)
}
