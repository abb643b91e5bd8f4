// Small pictures with rectangles in perspective, drawn with soft edges, their corners known.

@testable import Flycatcher

/// A gray picture that flat things are drawn into.
struct RectangleScene {
  let width: Int
  let height: Int
  private(set) var pixels: [UInt8]

  init(width: Int = 240, height: Int = 180, background: (Int, Int) -> Float = { _, _ in 90 }) {
    self.width = width
    self.height = height
    pixels = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width { pixels.append(UInt8(max(0, min(255, background(x, y))))) }
    }
  }

  /// Draws a quad; `paint` gives its brightness at canonical coordinates, -1 to 1.
  mutating func draw(_ quad: PixelQuad, paint: (Float, Float) -> Float) {
    guard let inverse = Homography(quad)?.inverse else { return }
    let xs = [quad.a.x, quad.b.x, quad.c.x, quad.d.x]
    let ys = [quad.a.y, quad.b.y, quad.c.y, quad.d.y]
    let columns = min(width, max(0, Int(xs.min() ?? 0) - 1))..<max(0, min(width, Int(xs.max() ?? 0) + 2))
    let rows = min(height, max(0, Int(ys.min() ?? 0) - 1))..<max(0, min(height, Int(ys.max() ?? 0) + 2))
    for y in rows {
      for x in columns {
        var (sum, inside) = (Float(0), Float(0))
        for k in 0..<9 {
          let place = SIMD2(Double(x) + (Double(k % 3) + 0.5) / 3, Double(y) + (Double(k / 3) + 0.5) / 3)
          let p = inverse(place)
          if abs(p.x) <= 1, abs(p.y) <= 1 {
            sum += paint(Float(p.x), Float(p.y))
            inside += 1
          }
        }
        guard inside > 0 else { continue }
        let old = Float(pixels[y * width + x])
        pixels[y * width + x] = UInt8(max(0, min(255, sum / 9 + old * (1 - inside / 9) + 0.5)))
      }
    }
  }

  /// Changes every pixel.
  mutating func adjust(_ change: (Int, Int, Float) -> Float) {
    for y in 0..<height {
      for x in 0..<width {
        pixels[y * width + x] = UInt8(max(0, min(255, change(x, y, Float(pixels[y * width + x])) + 0.5)))
      }
    }
  }

  /// The mean of 5 x 5 pixels, again and again: out of focus.
  mutating func blur(times: Int) {
    for _ in 0..<times {
      for isAcross in [true, false] {
        let before = pixels
        for y in 0..<height {
          for x in 0..<width {
            var sum = 0
            for k in -2...2 {
              let (column, row) = isAcross ? (x + k, y) : (x, y + k)
              sum += Int(before[max(0, min(height - 1, row)) * width + max(0, min(width - 1, column))])
            }
            pixels[y * width + x] = UInt8((sum + 2) / 5)
          }
        }
      }
    }
  }

  /// Adds noise, the same for the same seed.
  mutating func addNoise(_ sigma: Float, seed: UInt64 = 1) {
    var noise = Noise(seed: seed)
    adjust { _, _, value in value + sigma * noise.next() }
  }

  func withFrame<Result>(
    seconds: Double = 0, orientation: Orientation = .up, _ body: (borrowing Frame) throws -> Result
  ) throws -> Result {
    guard let plane = Plane(pixels.span, width: width, height: height, rowStride: width) else { throw EmptyPicture() }
    return try body(Frame(luma: plane, timestamp: Timestamp(seconds: seconds), orientation: orientation))
  }

  func detect(_ detector: inout RectangleDetector, orientation: Orientation = .up) throws -> [RectangleDetector
    .Detection]
  {
    try withFrame(orientation: orientation) { detector.detect(in: $0) }
  }

  func track(_ tracker: inout RectangleTracker, seconds: Double) throws -> [RectangleObservation] {
    try withFrame(seconds: seconds) { frame in
      try tracker.track(frame).compactMap { if case .rectangle(let observation) = $0 { observation } else { nil } }
    }
  }

  /// Mean distance of the corners in pixels, in the order given.
  func error(_ quad: Quad, _ truth: PixelQuad) -> Float {
    var sum: Float = 0
    for (k, corner) in quad.corners.enumerated() {
      let v = SIMD2(Float(corner.x) * Float(width), Float(corner.y) * Float(height)) - truth[k]
      sum += (v * v).sum().squareRoot()
    }
    return sum / 4
  }

  func normalized(_ quad: PixelQuad) -> Quad {
    func point(_ p: SIMD2<Float>) -> Point { Point(x: Double(p.x) / Double(width), y: Double(p.y) / Double(height)) }
    return Quad(topLeft: point(quad.a), topRight: point(quad.b), bottomRight: point(quad.c), bottomLeft: point(quad.d))
  }
}

struct EmptyPicture: Error {}

/// Roughly normal noise of deviation 1.
struct Noise {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func uniform() -> Float {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Float(state >> 40) / Float(1 << 24)
  }

  mutating func next() -> Float { (uniform() + uniform() + uniform() + uniform() - 2) * 1.732 }
}

extension PixelQuad {
  /// A rectangle about a middle, turned by an angle given by its cosine and sine, its right side nearer by `depth`.
  init(middle: SIMD2<Float>, size: SIMD2<Float>, cosine: Float = 1, sine: Float = 0, depth: Float = 0) {
    func corner(_ u: Float, _ v: Float) -> SIMD2<Float> {
      let p = SIMD2(u * size.x / 2, v * size.y / 2 * (1 + depth * u))
      return middle + SIMD2(p.x * cosine - p.y * sine, p.x * sine + p.y * cosine)
    }
    self.init(a: corner(-1, -1), b: corner(1, -1), c: corner(1, 1), d: corner(-1, 1))
  }
}

/// Something to see on a followed thing: blotches and bars, nowhere repeated.
func texture(_ u: Float, _ v: Float) -> Float {
  let a = (u * 3.1 + v * 1.7 + u * v * 2.3).truncatingRemainder(dividingBy: 1.3)
  let b = (v * 2.9 - u * 1.1 + u * u).truncatingRemainder(dividingBy: 0.9)
  return 110 + (a > 0.4 ? 70 : 0) + (b > 0.2 ? -60 : 20)
}
