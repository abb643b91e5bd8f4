// The rectangle tracker on films whose rectangle is known, in the process itself: for what the command does not show.
@_spi(Evaluation) public import Flycatcher
public import Scoring

/// A rectangle in a frame, as it was measured.
public struct RectangleSample: Sendable {
  public var frame: Int
  public var state: TrackingState
  public var confidence: Double
  public var measurements: [Double]
  /// Where there is detail on it.
  public var texture: String
  /// Intersection over union with the true one; 0 where that is gone.
  public var overlap: Double

  /// Follows the rectangle of the first frame to the last.
  ///
  /// - Parameters:
  ///   - corners: Those of a frame, in pixels; `nil` where it is gone.
  ///   - levels: Those of gray of a frame, row by row.
  ///   - prepare: Changes the tracker before the first frame.
  public static func follow(
    width: Int, height: Int, frames: Int, rate: Double, corners: (Int) -> [Place]?, levels: (Int) throws -> [UInt8],
    prepare: (inout RectangleTracker) -> Void
  ) throws -> [RectangleSample] {
    guard let first = corners(0), first.count == 4 else { return [] }
    var tracker = try RectangleTracker()
    prepare(&tracker)
    let points = first.map { Point(x: $0.x / Double(width), y: $0.y / Double(height)) }
    _ = try tracker.nominate(
      Flycatcher.Quad(topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3]))
    var samples: [RectangleSample] = []
    for frame in 0..<frames {
      let bytes = try levels(frame)
      guard let luma = Plane(bytes.span, width: width, height: height, rowStride: width) else { continue }
      _ = try tracker.track(Frame(luma: luma, timestamp: Timestamp(seconds: Double(frame) / rate)))
      guard frame > 0, let trace = tracker.trace.first else { continue }
      let claimed = Scoring.Quad(trace.corners.map { Place($0.x, $0.y) })
      samples.append(
        RectangleSample(
          frame: frame, state: trace.state, confidence: trace.confidence, measurements: trace.measurements,
          texture: trace.texture,
          overlap: corners(frame).map { Scoring.Quad($0).overlap(claimed) } ?? 0))
    }
    return samples
  }
}
