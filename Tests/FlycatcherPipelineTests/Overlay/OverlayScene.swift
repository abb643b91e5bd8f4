// Flights made by hand and the means to look at what the painter draws.
import Flycatcher

@testable import FlycatcherPipeline

/// All tiles laid on an empty picture.
struct Painting {
  let width: Int
  let height: Int
  private var pixels: [UInt8]

  init(_ images: [OverlayImage], _ width: Int, _ height: Int) {
    self.width = width
    self.height = height
    pixels = Array(repeating: 0, count: width * height * 4)
    for image in images {
      for row in 0..<image.height {
        for column in 0..<image.width * 4 {
          pixels[((image.y + row) * width + image.x) * 4 + column] = image.pixels[row * image.width * 4 + column]
        }
      }
    }
  }

  /// Premultiplied.
  func color(_ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int, alpha: Int) {
    let index = (y * width + x) * 4
    return (Int(pixels[index + 2]), Int(pixels[index + 1]), Int(pixels[index]), Int(pixels[index + 3]))
  }

  func color(_ place: Point) -> (red: Int, green: Int, blue: Int, alpha: Int) {
    color(Int(place.x * Double(width)), Int(place.y * Double(height)))
  }

  var isEmpty: Bool { pixels.allSatisfy { $0 == 0 } }
}

/// A flight with a point every `interval` seconds from the time 0 on.
func flight(
  _ places: [Point], _ uuid: ObservationUUID = ObservationUUID(), _ state: TrajectoryObservation.State = .began,
  confidence: Double = 0.9, interval: Double = 0.1, radius: Double = 0.01
) -> TrajectoryObservation {
  let points = places.enumerated().map { index, place in
    TrajectoryObservation.DetectedPoint(
      time: Timestamp(seconds: Double(index) * interval), location: place, radius: radius)
  }
  let end = points.last?.time ?? .zero
  return TrajectoryObservation(
    uuid: uuid, state: state, time: end, confidence: confidence, timeRange: TimeRange(from: .zero, to: end),
    detectedPoints: points, projectedPoints: [], equationCoefficients: Quadratic(a: 0, b: 0, c: 0),
    movingAverageRadius: radius)
}

func report(_ seconds: Double, _ observations: Observation...) -> FrameReport {
  FrameReport(frame: Int(seconds * 10), time: Timestamp(seconds: seconds), observations: observations)
}

/// A throw from left to right through six places, far apart.
let arc = (0...5).map { index -> Point in
  let x = 0.1 + 0.16 * Double(index)
  return Point(x: x, y: 0.3 + 1.5 * (x - 0.5) * (x - 0.5))
}

/// A style that shows nothing but the flight itself, at once and in full.
var plainStyle: OverlayStyle {
  var style = OverlayStyle()
  style.showsLabels = false
  style.fadeIn = .zero
  return style
}
