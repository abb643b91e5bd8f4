// The truth of a scene: the place of every ball in every frame.
public import Flycatcher

/// An unbroken arc of a ball in the picture. A bounce, and a return into the picture, starts another.
public struct TrueTrajectory: Hashable, Sendable {
  /// The place of the ball in one frame.
  public struct Center: Hashable, Sendable {
    /// The number of the frame, from 0.
    public var frame: Int
    /// The place of the ball's center in the middle of the exposure, inside the picture.
    public var location: Point

    /// Creates a place in a frame.
    public init(frame: Int, location: Point) {
      self.frame = frame
      self.location = location
    }
  }

  /// The index of the ball in the scene.
  public var ball: Int
  /// The ball's radius, a fraction of the picture's width.
  public var radius: Double
  /// The places of the ball, one for each frame in a row; never empty.
  public var centers: [Center]
}

extension Scene {
  /// Returns the flights in a clip, ordered by their first frames.
  func flights(frameCount: Int, framesPerSecond: Double) -> [TrueTrajectory] {
    var flights: [TrueTrajectory] = []
    for (number, ball) in balls.enumerated() {
      for arc in ball.arcs {
        var centers: [TrueTrajectory.Center] = []
        func close() {
          if !centers.isEmpty { flights.append(TrueTrajectory(ball: number, radius: ball.radius, centers: centers)) }
          centers = []
        }
        for frame in 0..<frameCount {
          let time = Double(frame) / framesPerSecond
          guard time >= arc.start, time < arc.end else { continue }
          let location = ball.place(on: arc, at: time)
          if Rectangle.picture.contains(location) {
            centers.append(TrueTrajectory.Center(frame: frame, location: location))
          } else {
            close()
          }
        }
        close()
      }
    }
    return flights.sorted { ($0.centers[0].frame, $0.ball) < ($1.centers[0].frame, $1.ball) }
  }
}
