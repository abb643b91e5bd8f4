// Balls that are drawn into a film: flights with an exact truth before everything that real pictures hold.
import Foundation
public import Scoring

/// The balls that are thrown in a film where there were none.
public struct DrawnFlights: Sendable {
  /// What is true of the film with them: its own flights, and these.
  public let truth: TrajectoryTruth

  private struct Flight {
    var path: Path
    var tone: Tone
  }

  private let flights: [Flight]
  /// The share of a frame's time for which the shutter is open.
  private let shutter: Double

  /// Seconds of a film to a flight.
  private static let spacing = 1.5
  private static let most = 12

  /// - Parameters:
  ///   - film: What is true of the film without them.
  ///   - seed: The same seed draws the same flights.
  public init(over film: TrajectoryTruth, seed: UInt64) {
    var chance = Chance(seed: seed)
    let length = Double(film.frames) / film.fps
    shutter = chance.uniform(0.1...0.9)
    // A picture shows two to twenty meters of height, and slow motion makes gravity smaller: it is one for all flights of a film.
    let gravity = film.height * exp(chance.uniform(log(0.4)...log(5)))
    let radius = exp(chance.uniform(log(1.5)...log(max(0.04 * film.height, 3))))
    var flights: [Flight] = []
    var truth = film
    truth.name = Self.name(of: film.name)
    var ignored = truth.ignored ?? []
    for _ in 0..<min(Int((length / Self.spacing).rounded(.up)), Self.most) {
      guard let ball = Self.ball(film, length, gravity, radius, &chance) else { continue }
      let path = Path(ball, duration: length, center: (x: film.width / 2, y: film.height / 2))
      flights.append(Flight(path: path, tone: ball.tone))
      for points in Self.visible(path, film) {
        if points.count >= RenderedScene.leastFrames {
          truth.arcs.append(Arc(radius: (radius * 100).rounded() / 100, points: points))
        } else {
          ignored.append(IgnoredBox(around: points, by: 3 * radius + 4))
        }
      }
    }
    truth.ignored = ignored
    self.flights = flights
    self.truth = truth
  }

  /// The name of a film with flights drawn into it.
  public static func name(of film: String) -> String { film + suffix }

  /// The name of the film without them; `nil` where it is no such name.
  public static func film(of name: String) -> String? {
    name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : nil
  }

  private static let suffix = "+drawn"

  /// A ball thrown from one place of the picture to another.
  private static func ball(
    _ film: TrajectoryTruth, _ length: Double, _ gravity: Double, _ radius: Double, _ chance: inout Chance
  ) -> Ball? {
    for _ in 0..<50 {
      let duration = min(exp(chance.uniform(log(0.35)...log(1.6))), 0.8 * length)
      let gravity = gravity * exp(0.1 * chance.normal())
      let start = (x: film.width * chance.uniform(0.05...0.95), y: film.height * chance.uniform(0.2...0.95))
      let end = (x: film.width * chance.uniform(0.05...0.95), y: film.height * chance.uniform(0.2...0.95))
      let upward = (start.y - end.y) / duration + gravity * duration / 2
      let apex = upward > 0 ? start.y - upward * upward / (2 * gravity) : start.y
      guard abs(end.x - start.x) > 0.1 * film.width || upward > 0.5 * film.height, apex > 0.02 * film.height else {
        continue
      }
      return Ball(
        start: chance.uniform(0...max(length - duration, 0.01)), x: start.x, y: start.y,
        velocityX: (end.x - start.x) / duration, velocityY: -upward, gravity: gravity,
        radius: radius * exp(0.1 * chance.normal()),
        tone: Tone(
          luma: Float(chance.uniform(20...235)), blue: Float(128 + 25 * chance.normal()),
          red: Float(128 + 25 * chance.normal())),
        floor: max(end.y, start.y), approach: 0.15 * chance.normal())
    }
    return nil
  }

  /// The places in consecutive frames, counted by the centers of pixels: one run for each time that the ball is in the picture.
  private static func visible(_ path: Path, _ film: TrajectoryTruth) -> [[TimedPlace]] {
    var runs: [[TimedPlace]] = []
    for frame in 0..<film.frames {
      guard let moment = path.moment(at: Double(frame) / film.fps),
        (0...film.width - 1).contains(moment.x), (0...film.height - 1).contains(moment.y)
      else { continue }
      if runs.last?.last?.frame != frame - 1 { runs.append([]) }
      runs[runs.count - 1].append(TimedPlace(frame, moment.x, moment.y))
    }
    return runs
  }

  /// Draws the balls of a frame.
  public func draw(frame: Int, on bytes: inout [UInt8], _ layout: I420Layout) {
    let time = Double(frame) / truth.fps
    let exposure = shutter / truth.fps
    for flight in flights {
      let moments = [-0.5, 0, 0.5].compactMap { flight.path.moment(at: time + $0 * exposure) }
      guard let radius = moments.map(\.radius).max() else { continue }
      // An even corner, so that colors lie as in the whole frame.
      let (xs, ys) = (moments.map(\.x), moments.map(\.y))
      let left = max(Int((xs.min() ?? 0) - radius) - 4, 0) / 2 * 2
      let top = max(Int((ys.min() ?? 0) - radius) - 4, 0) / 2 * 2
      let right = min(Int((xs.max() ?? 0) + radius) + 4, layout.width)
      let bottom = min(Int((ys.max() ?? 0) + radius) + 4, layout.height)
      guard left < right, top < bottom else { continue }
      var canvas = Canvas(width: right - left, height: bottom - top, tone: flight.tone)
      layout.copy(bytes, x: left, y: top, to: &canvas)
      flight.path.draw(
        flight.tone, at: time, exposure: exposure, offset: (x: Double(left), y: Double(top)), on: &canvas)
      layout.copy(canvas, to: &bytes, x: left, y: top)
    }
  }
}

extension I420Layout {
  /// The indices of a canvas's samples and those of the bytes they stand for.
  private func samples(x: Int, y: Int, _ canvas: Canvas, _ use: (_ isLuma: Bool, _ sample: Int, _ byte: Int) -> Void) {
    for row in 0..<canvas.height {
      for column in 0..<canvas.width {
        use(true, row * canvas.width + column, planes.luma.lowerBound + (y + row) * lumaStride + x + column)
      }
    }
    let size = canvas.chromaWidth * canvas.chromaHeight
    for (plane, range) in [planes.blue, planes.red].enumerated() {
      for row in 0..<canvas.chromaHeight {
        for column in 0..<canvas.chromaWidth {
          use(
            false, plane * size + row * canvas.chromaWidth + column,
            range.lowerBound + (y / 2 + row) * chromaStride + x / 2 + column)
        }
      }
    }
  }

  fileprivate func copy(_ bytes: [UInt8], x: Int, y: Int, to canvas: inout Canvas) {
    var (luma, chroma) = (canvas.luma, canvas.chroma)
    samples(x: x, y: y, canvas) { isLuma, sample, byte in
      if isLuma { luma[sample] = Float(bytes[byte]) } else { chroma[sample] = Float(bytes[byte]) }
    }
    (canvas.luma, canvas.chroma) = (luma, chroma)
  }

  fileprivate func copy(_ canvas: Canvas, to bytes: inout [UInt8], x: Int, y: Int) {
    samples(x: x, y: y, canvas) { isLuma, sample, byte in
      let value = isLuma ? canvas.luma[sample] : canvas.chroma[sample]
      bytes[byte] = UInt8(min(max(value + 0.5, 0), 255))
    }
  }
}

extension IgnoredBox {
  /// A box around places, and a frame before and after.
  init(around points: [TimedPlace], by margin: Double) {
    let (xs, ys) = (points.map(\.place.x), points.map(\.place.y))
    let first = Double(points.first?.frame ?? 0) - 1
    self.init(
      frames: first...max(first, Double(points.last?.frame ?? 0) + 1), left: (xs.min() ?? 0) - margin,
      top: (ys.min() ?? 0) - margin, right: (xs.max() ?? 0) + margin, bottom: (ys.max() ?? 0) + margin)
  }
}
