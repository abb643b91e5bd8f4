// A film of a photo: a rectangle on it moves, is covered, leaves the picture, changes or goes.
import Foundation
public import Scoring

/// A photo, or a part of it, in levels of gray.
public struct GrayPhoto: Sendable {
  public var width: Int
  public var height: Int
  public var levels: [UInt8]

  private init(width: Int, height: Int) {
    (self.width, self.height, levels) = (width, height, [])
    levels.reserveCapacity(width * height)
  }

  /// The luma of a frame.
  public init(_ bytes: [UInt8], _ layout: I420Layout) {
    self.init(width: layout.width, height: layout.height)
    for row in 0..<height { levels += bytes[row * layout.lumaStride..<row * layout.lumaStride + width] }
  }

  /// The same with half as many pixels a side.
  public var halved: GrayPhoto {
    var half = GrayPhoto(width: width / 2, height: height / 2)
    for y in 0..<half.height {
      for x in 0..<half.width {
        let at = 2 * y * width + 2 * x
        let sum = Int(levels[at]) + Int(levels[at + 1]) + Int(levels[at + width]) + Int(levels[at + width + 1])
        half.levels.append(UInt8((sum + 2) / 4))
      }
    }
    return half
  }

  /// The level between pixels; beyond the border that at it.
  func level(_ place: Place) -> Double {
    guard place.x.isFinite, place.y.isFinite else { return 0 }
    let (x, y) = (min(max(place.x, 0), Double(width) - 1.001), min(max(place.y, 0), Double(height) - 1.001))
    let (column, row) = (Int(x), Int(y))
    let (u, v) = (x - Double(column), y - Double(row))
    let at = row * width + column
    let above = Double(levels[at]) * (1 - u) + Double(levels[at + 1]) * u
    let below = Double(levels[at + width]) * (1 - u) + Double(levels[at + width + 1]) * u
    return above * (1 - v) + below * v
  }
}

/// Moves a photo before a camera so that a rectangle on it goes its way, and says where it is.
public struct PhotoFilm: Sendable {
  public static let (width, height, frames, rate) = (480, 360, 90, 25.0)
  /// What happens to the rectangle.
  public enum Event: String, CaseIterable, Sendable {
    /// It moves.
    case nothing
    /// It moves faster.
    case fast
    /// A bar passes before it.
    case bar
    /// Something covers it from one side, stays, and is gone at once.
    case cover
    /// It leaves the picture and comes back.
    case leaves
    /// It shows something else.
    case changes
    /// The picture is of something else.
    case goes
    /// It is lit otherwise.
    case light
  }

  /// What is on the rectangle.
  public enum Face: CaseIterable, Sendable {
    /// What the photo shows.
    case original
    /// Nothing but a rim of it.
    case blank
    /// The same, but for a quarter.
    case partlyBlank
    /// What the photo shows within it, which is pointed at in its place: a part of a picture, without an outline of its own.
    case part
  }

  private let photo: GrayPhoto
  private let other: GrayPhoto
  private let quad: Quad
  public let event: Event
  private let face: Face
  /// The level of a blank face.
  private let blank: Double
  private let seed: UInt64
  /// The corners from the middle of the rectangle, and where that is, in pixels of the film, without movement.
  private let shape: [Place]
  private let middle: Place
  /// The movement of the middle across and down, in pixels, the turn, the logarithm of the growth, and how far each coordinate of a corner moves
  /// alone, a share of it.
  private let waves: [Wave]
  /// What covers it: its gray, a picture where there is none, its width in that of the rectangle, and its lean.
  private let strip: (gray: Double?, width: Double, lean: Double)
  /// The second in which the event begins.
  private let start: Double
  /// The standard deviation, in levels.
  private let noise: Double
  /// How many times as bright it is in another light.
  private let light: Double

  /// The part of a side over which the rim of a blank face goes over into it.
  private static let rim = (first: 0.02, last: 0.06)

  private struct Wave {
    var size: Double
    var rate: Double
    var phase: Double

    func value(_ time: Double) -> Double { size * sin(2 * .pi * rate * time + phase) }
  }

  /// - Parameters:
  ///   - quad: The rectangle's corners on the photo.
  ///   - face: What is on the rectangle.
  ///   - other: What is seen once the rectangle goes.
  ///   - seed: The same seed makes the same film.
  public init(_ photo: GrayPhoto, quad whole: Quad, face: Face, other: GrayPhoto, seed: UInt64) {
    var chance = Chance(seed: seed &+ 0xF0705)
    let quad = face == .part ? whole.inner(0.65) : whole
    (self.photo, self.other, self.quad, self.face, self.seed) = (photo, other, quad, face, seed)
    let rim = Perspective(unitSquareTo: quad.corners)
    let levels = (0..<40).map { number in
      let (t, side) = (Double(number % 10) / 10, number / 10)
      let along = Self.rim.last + (1 - 2 * Self.rim.last) * t
      let near = side < 2 ? Self.rim.last : 1 - Self.rim.last
      return photo.level(rim(side % 2 == 0 ? Place(along, near) : Place(near, along)))
    }
    blank = levels.sorted()[levels.count / 2]
    event = Event.allCases[Int(chance.next() % UInt64(Event.allCases.count))]
    // As it lies on the photo, 0.3 to 0.6 of the picture's height.
    let center = Place(
      quad.corners.reduce(0) { $0 + $1.x } / 4, quad.corners.reduce(0) { $0 + $1.y } / 4)
    let tall = quad.corners.map { max(abs($0.x - center.x), abs($0.y - center.y)) }.max() ?? 1
    let scale = chance.uniform(0.15...0.3) * Double(Self.height) / tall
    shape = quad.corners.map { Place(($0.x - center.x) * scale, ($0.y - center.y) * scale) }
    middle = Place(
      Double(Self.width) * chance.uniform(0.42...0.58), Double(Self.height) * chance.uniform(0.42...0.58))
    let pace = event == .fast ? 2.5 : 1.0
    let sizes = [40, 30, 0.15, 0.15] + [Double](repeating: 0.04, count: 8)
    waves = sizes.map { size in
      Wave(
        size: size * chance.uniform(0...1), rate: pace * chance.uniform(0.1...0.6), phase: chance.uniform(0...2 * .pi))
    }
    strip = (
      chance.uniform(0...1) < 0.5 ? nil : chance.uniform(15...240), chance.uniform(0.25...1), chance.uniform(-0.4...0.4)
    )
    start = chance.uniform(0.6...1.6)
    noise = chance.uniform(1...5)
    light = chance.uniform(0.4...1.8)
  }

  /// Where the corners are in a frame; `nil` where the rectangle is gone.
  public func corners(_ frame: Int) -> [Place]? {
    event == .goes && time(frame) >= start ? nil : place(frame)
  }

  private func time(_ frame: Int) -> Double { Double(frame) / Self.rate }

  /// How far an event has come: 0 before it, 1 after it.
  private func progress(_ frame: Int, for duration: Double) -> Double {
    min(max((time(frame) - start) / duration, 0), 1)
  }

  private func place(_ frame: Int) -> [Place] {
    let time = time(frame)
    var center = Place(middle.x + waves[0].value(time), middle.y + waves[1].value(time))
    if event == .leaves {
      center.x += (waves[0].phase < .pi ? 1 : -1) * Double(Self.width) * 0.9 * sin(.pi * progress(frame, for: 1.8))
    }
    let (turn, grow) = (waves[2].value(time), exp(waves[3].value(time)))
    return shape.indices.map { index in
      let corner = shape[index]
      let (x, y) = (
        corner.x * (1 + waves[4 + 2 * index].value(time)), corner.y * (1 + waves[5 + 2 * index].value(time))
      )
      return Place(
        center.x + grow * (x * cos(turn) - y * sin(turn)), center.y + grow * (x * sin(turn) + y * cos(turn)))
    }
  }

  /// The levels of a frame.
  public func frame(_ index: Int) -> [UInt8] {
    var chance = Chance(seed: seed &* 1000 &+ UInt64(index))
    let now = place(index)
    let (screen, onPhoto) = (Perspective(unitSquareTo: now), Perspective(unitSquareTo: quad.corners))
    let inverse = screen.inverse
    let isGone = corners(index) == nil
    let gain = event == .light ? 1 + (light - 1) * progress(index, for: 0.6) : 1
    var levels = [UInt8]()
    levels.reserveCapacity(Self.width * Self.height)
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let place = Place(Double(x), Double(y))
        let unit = inverse(place)
        var level: Double
        if isGone {
          // A part of it, lest its own rectangle lies where this one was.
          level = other.level(
            Place(
              (0.1 + 0.4 * place.x / Double(Self.width)) * Double(other.width),
              (0.1 + 0.4 * place.y / Double(Self.height)) * Double(other.height)))
        } else {
          let isInside = (0...1).contains(unit.x) && (0...1).contains(unit.y)
          if isInside, event == .changes, time(index) >= start {
            level = other.level(Place(unit.x * Double(other.width), unit.y * Double(other.height)))
          } else {
            level = photo.level(onPhoto(unit))
            if isInside { level += (blank - level) * blankness(unit) }
          }
        }
        if let covered = strip(over: unit, index) { level = covered }
        let value = level * gain + noise * Self.normal[Int(chance.next() & 4095)]
        levels.append(UInt8(min(max(value, 0), 255)))
      }
    }
    return levels
  }

  /// How much of what the photo shows at a place of the rectangle is left out, 0 to 1.
  private func blankness(_ place: Place) -> Double {
    guard face == .blank || face == .partlyBlank && (place.x > 0.5 || place.y > 0.5) else { return 0 }
    let inside = min(min(place.x, 1 - place.x), min(place.y, 1 - place.y))
    return min(max((inside - Self.rim.first) / (Self.rim.last - Self.rim.first), 0), 1)
  }

  private static let normal: [Double] = {
    var chance = Chance(seed: 1)
    return (0..<4096).map { _ in chance.normal() }
  }()

  /// The level of what lies before a place of the rectangle, which counts from 0 to 1 along its sides; `nil` where nothing does.
  private func strip(over place: Place, _ frame: Int) -> Double? {
    let along = place.x + strip.lean * (place.y - 0.5)
    let (first, last): (Double, Double)
    switch event {
    case .bar:
      last = -0.5 + 2.5 * progress(frame, for: 2)
      first = last - strip.width
    case .cover:
      let progress = progress(frame, for: 2.4)
      (first, last) = (-0.3, progress < 0.9 ? -0.1 + (strip.width + 0.1) * min(1, 3 * progress) : -1)
    default: return nil
    }
    guard along > first, along < last, (-0.4...1.4).contains(place.y) else { return nil }
    return strip.gray
      ?? other.level(Place((along - last + 2).truncatingRemainder(dividingBy: 1) * 300, (place.y + 1) * 150))
  }
}

extension Quad {
  /// The quad with each corner as far from the middle as a share of now.
  fileprivate func inner(_ share: Double) -> Quad {
    let middle = Place(corners.reduce(0) { $0 + $1.x } / 4, corners.reduce(0) { $0 + $1.y } / 4)
    return Quad(
      corners.map { Place(middle.x + share * ($0.x - middle.x), middle.y + share * ($0.y - middle.y)) })
  }
}

/// A perspective map of the plane.
private struct Perspective {
  private var x: SIMD3<Double>
  private var y: SIMD3<Double>
  private var w: SIMD3<Double>

  /// From the unit square (Heckbert, "Fundamentals of Texture Mapping", 1989).
  init(unitSquareTo p: [Place]) {
    let (ux, uy) = (p[1].x - p[2].x, p[1].y - p[2].y)
    let (vx, vy) = (p[3].x - p[2].x, p[3].y - p[2].y)
    let (sx, sy) = (p[0].x - p[1].x + p[2].x - p[3].x, p[0].y - p[1].y + p[2].y - p[3].y)
    let determinant = ux * vy - vx * uy
    let (g, h) = ((sx * vy - vx * sy) / determinant, (ux * sy - sx * uy) / determinant)
    x = SIMD3(p[1].x - p[0].x + p[1].x * g, p[3].x - p[0].x + p[3].x * h, p[0].x)
    y = SIMD3(p[1].y - p[0].y + p[1].y * g, p[3].y - p[0].y + p[3].y * h, p[0].y)
    w = SIMD3(g, h, 1)
  }

  func callAsFunction(_ place: Place) -> Place {
    let at = SIMD3(place.x, place.y, 1)
    let depth = (w * at).sum()
    return Place((x * at).sum() / depth, (y * at).sum() / depth)
  }

  /// The map back, up to scale.
  var inverse: Perspective {
    func cross(_ p: SIMD3<Double>, _ q: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x)
    }
    let (a, b, c) = (cross(y, w), cross(w, x), cross(x, y))
    var inverse = self
    (inverse.x, inverse.y, inverse.w) = (
      SIMD3(a.x, b.x, c.x), SIMD3(a.y, b.y, c.y), SIMD3(a.z, b.z, c.z)
    )
    return inverse
  }
}
