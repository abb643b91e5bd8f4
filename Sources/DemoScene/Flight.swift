// The truth of a scene: where every ball is in every frame.
public import Flycatcher

/// One unbroken arc of a ball, as the camera sees it. A bounce, and a return into the picture, starts another.
public struct Flight: Hashable, Sendable {
  public struct Center: Hashable, Sendable {
    /// Number of the frame, from 0.
    public var frame: Int
    /// The ball's center in the middle of the exposure, inside the picture.
    public var location: Point

    public init(frame: Int, location: Point) {
      self.frame = frame
      self.location = location
    }
  }

  /// Which of the scene's balls it is.
  public var ball: Int
  /// A fraction of the picture's width.
  public var radius: Double
  /// One for each frame in a row, never empty.
  public var centers: [Center]
}

extension Scene {
  /// Every flight in a clip, ordered by its first frame.
  func flights(frameCount: Int, framesPerSecond: Double) -> [Flight] {
    var flights: [Flight] = []
    for (number, ball) in balls.enumerated() {
      for arc in ball.arcs {
        var centers: [Flight.Center] = []
        func close() {
          if !centers.isEmpty { flights.append(Flight(ball: number, radius: ball.radius, centers: centers)) }
          centers = []
        }
        for frame in 0..<frameCount {
          let time = Double(frame) / framesPerSecond
          guard time >= arc.start, time < arc.end else { continue }
          let location = ball.place(on: arc, at: time)
          if Rectangle.picture.contains(location) {
            centers.append(Flight.Center(frame: frame, location: location))
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
