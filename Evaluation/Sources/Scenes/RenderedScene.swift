// A rendered clip: its frames as I420 bytes, and its exact truth.
import Foundation
public import Scoring

public struct RenderedScene: Sendable {
  public let name: String
  public let width: Int
  public let height: Int
  public let framesPerSecond: Int
  public let frameCount: Int
  let camera: Camera
  let balls: [Ball]
  private let distractors: [Distractor]
  private let paths: [Path]
  private let background: Canvas
  private let noise: SensorNoise

  /// Pixels beyond each side of the picture, for cameras that move.
  private static let margin = 32
  /// A flight seen in fewer frames is not asked for.
  static let leastFrames = 8

  /// - Parameter seed: of the backdrop and the noise.
  init(
    name: String, seed: UInt64, width: Int = 1280, height: Int = 720, framesPerSecond: Int = 60, frameCount: Int = 150,
    backdrop: Backdrop, camera: Camera, balls: [Ball], distractors: [Distractor] = []
  ) {
    self.name = name
    self.width = width
    self.height = height
    self.framesPerSecond = framesPerSecond
    self.frameCount = frameCount
    self.camera = camera
    self.balls = balls
    self.distractors = distractors
    let duration = Double(frameCount) / Double(framesPerSecond) + 1
    let center = (x: Double(width) / 2, y: Double(height) / 2)
    paths = balls.map { Path($0, duration: duration, center: center) }
    var chance = Chance(seed: seed &* 7919 &+ 13)
    background = backdrop.canvas(width: width, height: height, margin: Self.margin, &chance)
    noise = SensorNoise(deviation: camera.noise, width: width, seed: seed &+ 101)
  }

  /// Bytes of a frame: luma, then both color differences at half the size.
  public var byteCount: Int { width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2) }

  /// Frame `index` as I420 bytes, its exposure around the time `index` / `framesPerSecond`.
  public func frame(_ index: Int) -> [UInt8] {
    let time = Double(index) / Double(framesPerSecond)
    let offset = self.offset(at: time)
    var canvas = view(offset)
    for distractor in distractors { distractor.draw(at: time, offset: offset, on: &canvas) }
    let exposure = camera.shutter / Double(framesPerSecond)
    for (ball, path) in zip(balls, paths) {
      path.draw(ball.tone, at: time, exposure: exposure, offset: offset, on: &canvas)
    }
    return bytes(canvas, frame: index, time: time)
  }

  private func offset(at time: Double) -> (x: Double, y: Double) {
    camera.offset(at: time, duration: Double(frameCount) / Double(framesPerSecond))
  }

  /// The background as the camera sees it, bilinear between its pixels.
  private func view(_ offset: (x: Double, y: Double)) -> Canvas {
    var canvas = Canvas(width: width, height: height, tone: Tone(luma: 0))
    let limit = Double(Self.margin - 2)
    let (x, y) = (min(max(offset.x, -limit), limit), min(max(offset.y, -limit), limit))
    resample(
      background.luma, from: 0, stride: background.width, x: x + Double(Self.margin), y: y + Double(Self.margin),
      into: &canvas.luma, at: 0, width: width, height: height)
    let half = Double(Self.margin) / 2
    for plane in 0..<2 {
      resample(
        background.chroma, from: plane * background.chromaWidth * background.chromaHeight,
        stride: background.chromaWidth, x: x / 2 + half, y: y / 2 + half, into: &canvas.chroma,
        at: plane * canvas.chromaWidth * canvas.chromaHeight, width: canvas.chromaWidth, height: canvas.chromaHeight)
    }
    return canvas
  }

  private func bytes(_ canvas: Canvas, frame index: Int, time: Double) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: byteCount)
    let shifts = noise.shifts(frame: index, rows: height)
    for y in 0..<height {
      let gain = camera.gain(row: y, height: height, at: time)
      for x in 0..<width {
        let value = canvas.luma[y &* width &+ x] * gain + noise[shifts[y] &+ x]
        bytes[y &* width &+ x] = UInt8(min(max(value + 0.5, 0), 255))
      }
    }
    let start = width * height
    for index in canvas.chroma.indices { bytes[start + index] = UInt8(min(max(canvas.chroma[index] + 0.5, 0), 255)) }
    return bytes
  }

  /// Every flight, in each frame's own pixels counted by their centers. Flights too short to be asked for are ignored boxes.
  public var truth: TrajectoryTruth {
    var truth = TrajectoryTruth(
      name: name, width: Double(width), height: Double(height), fps: Double(framesPerSecond), frames: frameCount,
      arcs: [], ignored: [])
    for (ball, path) in zip(balls, paths) {
      var legs: [(leg: Int, radius: Double, points: [TimedPlace])] = []
      for frame in 0..<frameCount {
        let time = Double(frame) / Double(framesPerSecond)
        let offset = self.offset(at: time)
        guard let moment = path.moment(at: time) else { continue }
        let (x, y) = (moment.x - offset.x, moment.y - offset.y)
        guard (0...Double(width - 1)).contains(x), (0...Double(height - 1)).contains(y) else { continue }
        if legs.last?.leg != moment.leg || legs.last?.points.last?.frame != frame - 1 {
          legs.append((moment.leg, ball.radius, []))
        }
        legs[legs.count - 1].points.append(TimedPlace(frame, x, y))
        legs[legs.count - 1].radius = max(legs[legs.count - 1].radius, moment.radius)
      }
      for leg in legs {
        if leg.points.count >= Self.leastFrames {
          truth.arcs.append(Arc(radius: (leg.radius * 100).rounded() / 100, points: leg.points))
        } else {
          truth.ignored?.append(IgnoredBox(around: leg.points, by: 3 * leg.radius + 4))
        }
      }
    }
    return truth
  }
}

/// Shifts a part of a plane by fractions of a pixel.
private func resample(
  _ source: [Float], from start: Int, stride: Int, x: Double, y: Double, into target: inout [Float], at first: Int,
  width: Int, height: Int
) {
  let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
  let (across, down) = (Float(x - x.rounded(.down)), Float(y - y.rounded(.down)))
  for line in 0..<height {
    let upper = start &+ (row &+ line) &* stride &+ column
    let lower = upper &+ stride
    let into = first &+ line &* width
    if across == 0, down == 0 {
      for place in 0..<width { target[into &+ place] = source[upper &+ place] }
      continue
    }
    for place in 0..<width {
      let above = source[upper &+ place] * (1 - across) + source[upper &+ place &+ 1] * across
      let below = source[lower &+ place] * (1 - across) + source[lower &+ place &+ 1] * across
      target[into &+ place] = above * (1 - down) + below * down
    }
  }
}
