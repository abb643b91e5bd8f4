// Films as they might as well have come: coarser, darker, noisier, smaller, with frames left out or repeated. The flights are the same.
import Foundation
public import Scoring

/// A change of a film that leaves its flights what they are.
public enum FilmChange: String, CaseIterable, Sendable {
  /// Coded with few bits.
  case coarse
  /// With half the contrast, and darker.
  case dim
  /// With the noise of a small sensor.
  case noisy
  /// Half as wide and high.
  case small
  /// With one of six frames left out: a rate of 30 frames a second made 25.
  case thinned
  /// With every fourth frame repeated: a rate of 24 frames a second made 30.
  case padded
  /// With every second frame.
  case slow

  /// Films narrower than this are not made smaller, those of a lower rate not slower.
  private static let (leastWidth, leastRate) = (600.0, 24.0)
  /// The number of frames that an arc needs to be one.
  private static let leastPoints = 5

  /// Whether there is such a film.
  public func suits(_ truth: TrajectoryTruth) -> Bool {
    switch self {
    case .small: truth.width >= Self.leastWidth
    case .slow: truth.fps >= Self.leastRate
    default: true
    }
  }

  /// How often a frame of the film is shown.
  public func count(of frame: Int) -> Int {
    switch self {
    case .thinned: frame % 6 == 3 ? 0 : 1
    case .padded: frame % 4 == 3 ? 2 : 1
    case .slow: frame.isMultiple(of: 2) ? 1 : 0
    case .coarse, .dim, .noisy, .small: 1
    }
  }

  /// The standard deviation of the noise, in gray levels.
  private static let noise = 9.0

  /// The elements of GStreamer that make it of decoded pictures.
  public var elements: [[String]] {
    switch self {
    case .coarse:
      [
        ["vp8enc", "min-quantizer=52", "max-quantizer=52", "keyframe-max-dist=100", "deadline=1", "cpu-used=4"],
        ["vp8dec"], ["videoconvert"],
      ]
    case .dim: [["videobalance", "contrast=0.5", "brightness=-0.1", "saturation=0.6"]]
    case .small: [["videoscale", "method=lanczos"]]
    case .noisy, .thinned, .padded, .slow: []
    }
  }

  /// The layout of a frame of it.
  public func layout(_ layout: I420Layout) -> I420Layout {
    self == .small ? I420Layout(width: layout.width / 4 * 2, height: layout.height / 4 * 2) : layout
  }

  /// Changes the pixels of a frame, beside what the elements do.
  public func change(frame: Int, _ bytes: inout [UInt8], _ layout: I420Layout) {
    guard self == .noisy else { return }
    var chance = Chance(seed: UInt64(frame) &+ 77)
    let luma = layout.planes.luma
    for start in stride(from: luma.lowerBound, to: luma.upperBound, by: 8) {
      // The sum of three evenly distributed numbers is nearly a normal one.
      let (one, two, three) = (chance.next(), chance.next(), chance.next())
      for index in start..<min(start + 8, luma.upperBound) {
        let shift = UInt64(index - start) * 8
        let sum = Int((one >> shift) & 255) + Int((two >> shift) & 255) + Int((three >> shift) & 255) - 382
        bytes[index] = UInt8(clamping: Int(bytes[index]) + Int((Double(sum) * Self.noise / 128).rounded()))
      }
    }
  }

  /// What is true of the changed film.
  public func truth(_ film: TrajectoryTruth) -> TrajectoryTruth {
    var truth = film
    truth.name += "+\(rawValue)"
    switch self {
    case .coarse, .dim, .noisy: break
    case .small:
      let small = layout(I420Layout(width: Int(film.width), height: Int(film.height)))
      let scale = (x: Double(small.width) / film.width, y: Double(small.height) / film.height)
      (truth.width, truth.height) = (Double(small.width), Double(small.height))
      for arc in truth.arcs.indices {
        truth.arcs[arc].radius *= scale.x
        for point in truth.arcs[arc].points.indices {
          let place = truth.arcs[arc].points[point].place
          truth.arcs[arc].points[point].place = Place((place.x + 0.5) * scale.x - 0.5, (place.y + 0.5) * scale.y - 0.5)
        }
      }
      truth.ignored = film.ignored?.map { box in
        IgnoredBox(
          frames: box.firstFrame...max(box.lastFrame, box.firstFrame), left: box.left * scale.x, top: box.top * scale.y,
          right: box.right * scale.x, bottom: box.bottom * scale.y)
      }
    case .thinned, .padded, .slow: countFrames(&truth)
    }
    return truth
  }

  /// Counts frames anew; a point is where its frame is shown first.
  private func countFrames(_ truth: inout TrajectoryTruth) {
    var number: [Int] = []
    var count = 0
    for frame in 0..<max(truth.frames, 1) {
      let times = self.count(of: frame)
      number.append(times > 0 ? count : max(count - 1, 0))
      count += times
    }
    truth.fps *= Double(count) / Double(max(truth.frames, 1))
    truth.frames = count
    let last = number.count - 1
    let newNumber = { (frame: Double) in Double(number[min(max(Int(frame), 0), last)]) }
    truth.ignored = truth.ignored?.map { box in
      var box = box
      (box.firstFrame, box.lastFrame) = (newNumber(box.firstFrame), newNumber(box.lastFrame))
      return box
    }
    var arcs: [Arc] = []
    for var arc in truth.arcs {
      arc.points = arc.points.filter { self.count(of: $0.frame) > 0 }.map { point in
        var point = point
        point.frame = Int(newNumber(Double(point.frame)))
        return point
      }
      guard let first = arc.points.first, let end = arc.points.last else { continue }
      if arc.points.count >= Self.leastPoints {
        arcs.append(arc)
      } else {
        let (x, y) = (arc.points.map(\.place.x), arc.points.map(\.place.y))
        let margin = 3 * arc.radius
        truth.ignored =
          (truth.ignored ?? []) + [
            IgnoredBox(
              frames: Double(first.frame)...Double(end.frame), left: (x.min() ?? 0) - margin,
              top: (y.min() ?? 0) - margin, right: (x.max() ?? 0) + margin, bottom: (y.max() ?? 0) + margin)
          ]
      }
    }
    truth.arcs = arcs
  }
}
