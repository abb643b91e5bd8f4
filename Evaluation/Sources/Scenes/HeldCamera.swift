// A film as a camera would have taken it that is held in a hand and follows the play: a window that shakes, turns and swings over the film.
import Foundation
public import Scoring

/// The window that a moving camera sees of a film whose camera was fixed.
///
/// What lies at different depths moves alike, as it does where a camera is turned and not carried.
public struct HeldCamera: Sendable {
  /// What is true of the film as this camera takes it.
  public let truth: TrajectoryTruth
  public let layout: I420Layout

  private let film: I420Layout
  /// Where the window lies in each frame.
  private let views: [View]

  /// The share of the film's width and height that is seen.
  private static let share = 0.8
  /// The standard deviation of the shake, a share of the width, of the angle, in radians, and of the scale, for the steadiest hands and the least steady
  /// ones. People's hands sway and tremble at 0.3 to 8 Hz; two clips that were held move by 0.1 to 0.3 % of the width a frame and turn by 0.3° to 0.6°.
  private static let (shake, roll, zoom) = (0.008, 0.005, 0.002)
  private static let steadiness = 0.25...1.25
  private static let rates = 0.3...8.0
  /// The widths a second by which the camera follows the play, at most, and how far.
  private static let (speed, swing) = (0.15, 0.06)

  /// From a place in the window to the one in the film: the window's middle, and its axes in pixels of the film.
  private struct View {
    var middle: Place
    var across: Place

    /// - Parameter place: from the window's middle.
    func film(_ place: Place) -> Place {
      Place(
        middle.x + across.x * place.x - across.y * place.y, middle.y + across.y * place.x + across.x * place.y)
    }

    /// The place from the window's middle of one in the film.
    func window(_ place: Place) -> Place {
      let (x, y) = (place.x - middle.x, place.y - middle.y)
      let size = across.x * across.x + across.y * across.y
      return Place((across.x * x + across.y * y) / size, (across.x * y - across.y * x) / size)
    }
  }

  /// A movement that is smooth: sines of several rates, each as fast as the others.
  private struct Wobble {
    private var waves: [(rate: Double, phase: Double, size: Double)] = []

    init(_ deviation: Double, _ chance: inout Chance) {
      for _ in 0..<8 {
        let rate = exp(chance.uniform(log(rates.lowerBound)...log(rates.upperBound)))
        waves.append((rate, chance.uniform(0...2 * .pi), rates.lowerBound / rate))
      }
      let power = waves.reduce(0) { $0 + $1.size * $1.size } / 2
      for index in waves.indices { waves[index].size *= deviation / power.squareRoot() }
    }

    func value(at time: Double) -> Double {
      waves.reduce(0) { $0 + $1.size * sin(2 * .pi * $1.rate * time + $1.phase) }
    }
  }

  /// - Parameters:
  ///   - film: What is true of the film.
  ///   - seed: The same seed moves alike.
  public init(over film: TrajectoryTruth, seed: UInt64) {
    var chance = Chance(seed: seed &+ 0x5EED)
    self.film = I420Layout(width: Int(film.width), height: Int(film.height))
    layout = I420Layout(width: Int(film.width * Self.share) / 2 * 2, height: Int(film.height * Self.share) / 2 * 2)
    let steadiness = exp(chance.uniform(log(Self.steadiness.lowerBound)...log(Self.steadiness.upperBound)))
    let shake = steadiness * Self.shake * film.width
    let shakes = (Wobble(shake, &chance), Wobble(shake, &chance))
    let (roll, zoom) = (Wobble(steadiness * Self.roll, &chance), Wobble(steadiness * Self.zoom, &chance))
    let (speed, phase) = (chance.uniform(0...Self.speed), chance.uniform(0...2 * .pi))
    let size = Place(Double(layout.width), Double(layout.height))
    views = (0..<max(film.frames, 1)).map { frame in
      let time = Double(frame) / film.fps
      let (angle, scale) = (roll.value(at: time), 1 + zoom.value(at: time))
      let swing = Self.swing * sin(speed / Self.swing * time + phase) * film.width
      let across = Place(scale * cos(angle), scale * sin(angle))
      // The window stays in the film.
      let half = Place(
        (abs(across.x) * size.x + abs(across.y) * size.y) / 2 + 1,
        (abs(across.y) * size.x + abs(across.x) * size.y) / 2 + 1)
      return View(
        middle: Place(
          min(max(film.width / 2 + swing + shakes.0.value(at: time), half.x), film.width - 1 - half.x),
          min(max(film.height / 2 + shakes.1.value(at: time), half.y), film.height - 1 - half.y)), across: across)
    }
    truth = Self.truth(film, layout, views)
  }

  /// The name of a film that was taken so.
  public static func name(of film: String) -> String { film + "+held" }

  private static func truth(_ film: TrajectoryTruth, _ layout: I420Layout, _ views: [View]) -> TrajectoryTruth {
    var truth = film
    (truth.width, truth.height) = (Double(layout.width), Double(layout.height))
    truth.name = name(of: film.name)
    let middle = Place(Double(layout.width - 1) / 2, Double(layout.height - 1) / 2)
    func seen(_ point: TimedPlace) -> TimedPlace {
      let place = views[min(max(point.frame, 0), views.count - 1)].window(point.place)
      return TimedPlace(point.frame, middle.x + place.x, middle.y + place.y)
    }
    func isSeen(_ place: Place, radius: Double) -> Bool {
      (-radius...truth.width - 1 + radius).contains(place.x) && (-radius...truth.height - 1 + radius).contains(place.y)
    }
    var arcs: [Arc] = []
    var ignored: [IgnoredBox] = []
    for arc in film.arcs {
      // What returns after it was wholly outside is another trajectory.
      let parts = arc.points.map(seen).split { !isSeen($0.place, radius: arc.radius) }
      for part in parts {
        let inside = part.filter { isSeen($0.place, radius: 0) }
        if inside.count >= RenderedScene.leastFrames {
          arcs.append(Arc(radius: arc.radius, points: inside))
        } else if !inside.isEmpty {
          ignored.append(IgnoredBox(around: Array(part), by: 3 * arc.radius + 4))
        }
      }
    }
    for box in film.ignored ?? [] {
      let frames =
        Int(max(box.firstFrame, 0))...max(Int(max(box.firstFrame, 0)), min(Int(box.lastFrame), views.count - 1))
      let corners = [(box.left, box.top), (box.right, box.top), (box.left, box.bottom), (box.right, box.bottom)]
      // The camera moves on within a box's time: a box a few frames long each.
      for start in stride(from: frames.lowerBound, through: frames.upperBound, by: 5) {
        let part = start...min(start + 4, frames.upperBound)
        ignored.append(
          IgnoredBox(around: part.flatMap { frame in corners.map { seen(TimedPlace(frame, $0.0, $0.1)) } }, by: 0))
      }
    }
    truth.arcs = arcs
    truth.ignored = ignored
    return truth
  }

  /// A frame of the film, as this camera takes it.
  public func frame(_ index: Int, of bytes: [UInt8]) -> [UInt8] {
    var window = [UInt8](repeating: 0, count: layout.byteCount)
    let view = views[min(max(index, 0), views.count - 1)]
    let (from, to) = (film.planes, layout.planes)
    take(
      bytes.span.extracting(from.luma), (film.width, film.height, film.lumaStride), view, 1, &window, to.luma,
      (layout.width, layout.height, layout.lumaStride))
    for (from, to) in [(from.blue, to.blue), (from.red, to.red)] {
      take(
        bytes.span.extracting(from), (film.chromaWidth, film.chromaHeight, film.chromaStride), view, 2, &window, to,
        (layout.chromaWidth, layout.chromaHeight, layout.chromaStride))
    }
    return window
  }

  private typealias Size = (width: Int, height: Int, stride: Int)

  /// Interpolates one plane, of which a sample is as large as `factor` pixels.
  private func take(
    _ film: Span<UInt8>, _ size: Size, _ view: View, _ factor: Double, _ window: inout [UInt8], _ range: Range<Int>,
    _ windowSize: Size
  ) {
    var all = window.mutableSpan
    var plane = all._mutatingExtracting(range)
    let middle = Place(Double(layout.width - 1) / 2, Double(layout.height - 1) / 2)
    // A sample's middle in pixels, and the way back.
    let offset = (factor - 1) / 2
    let unit = 65_536.0
    let step = (x: Int((view.across.x * unit).rounded()), y: Int((view.across.y * unit).rounded()))
    for y in 0..<windowSize.height {
      let start = view.film(Place(offset - middle.x, Double(y) * factor + offset - middle.y))
      var (u, v) = (Int((start.x - offset) / factor * unit), Int((start.y - offset) / factor * unit))
      for x in 0..<windowSize.width {
        let (column, row) = (min(max(u >> 16, 0), size.width - 2), min(max(v >> 16, 0), size.height - 2))
        let (right, lower) = (min(max(u - (column << 16), 0), 65_536) >> 8, min(max(v - (row << 16), 0), 65_536) >> 8)
        let at = row &* size.stride &+ column
        let above = Int(film[at]) &* (256 - right) &+ Int(film[at &+ 1]) &* right
        let below = Int(film[at &+ size.stride]) &* (256 - right) &+ Int(film[at &+ size.stride &+ 1]) &* right
        plane[y &* windowSize.stride &+ x] = UInt8((above &* (256 - lower) &+ below &* lower &+ 32_768) >> 16)
        u &+= step.x
        v &+= step.y
      }
    }
  }
}
