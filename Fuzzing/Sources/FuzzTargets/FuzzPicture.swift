// Pictures of every size, stride and sampling, with something in them to find.
import Flycatcher

/// One component in memory that ends with its last sample, so that the sanitizer sees a byte too far.
struct FuzzPlane {
  let width: Int
  let height: Int
  let pixelStride: Int
  let rowStride: Int
  var bytes: [UInt8]

  /// - Parameter pixelStride: that of the component beside it, which is mostly the same.
  init(width: Int, height: Int, pixelStride: Int? = nil, _ input: inout FuzzInput) {
    self.width = width
    self.height = height
    let own = input.element(of: [1, 1, 1, 2, 2, 3, 4])
    self.pixelStride = pixelStride.flatMap { input.byte() < 240 ? $0 : nil } ?? own
    let pixelStride = self.pixelStride
    rowStride = (width - 1) * pixelStride + 1 + input.element(of: [0, 0, 0, 1, 3, 15, 64])
    bytes = [UInt8](repeating: input.byte(), count: (height - 1) * rowStride + (width - 1) * pixelStride + 1)
  }

  func with<Result>(_ body: (borrowing Plane) -> Result) -> Result? {
    guard let plane = Plane(bytes.span, width: width, height: height, rowStride: rowStride, pixelStride: pixelStride)
    else { return nil }
    return body(plane)
  }
}

/// The pictures of one stream: planes that are drawn anew for each frame.
struct FuzzPicture {
  private(set) var luma: FuzzPlane
  private(set) var chroma: (blue: FuzzPlane, red: FuzzPlane)?
  let orientation: Orientation
  private let scene: FuzzScene

  init(_ input: inout FuzzInput) {
    let (width, height) = Self.size(&input)
    luma = FuzzPlane(width: width, height: height, &input)
    let reduced =
      switch input.byte() % 6 {
      case 0: (width, height)
      case 1: ((width + 1) / 2, height)
      case 2, 3: ((width + 1) / 2, (height + 1) / 2)
      case 4: (input.integer(1...width), input.integer(1...height))
      default: (0, 0)
      }
    if reduced.0 > 0 {
      let blue = FuzzPlane(width: reduced.0, height: reduced.1, &input)
      chroma = (blue, FuzzPlane(width: reduced.0, height: reduced.1, pixelStride: blue.pixelStride, &input))
    }
    orientation = input.element(of: Orientation.allCases)
    scene = FuzzScene(&input)
  }

  /// A gray one of a given size.
  init(width: Int, height: Int, _ input: inout FuzzInput) {
    luma = FuzzPlane(width: width, height: height, pixelStride: 1, &input)
    orientation = .up
    scene = FuzzScene(&input)
  }

  /// Small ones mostly; also a line, a column, and what is far longer than wide. At most 65,536 pixels.
  private static func size(_ input: inout FuzzInput) -> (Int, Int) {
    let size =
      switch input.byte() & 7 {
      case 0: (input.integer(1...4), input.integer(1...4))
      case 1: (input.integer(1...8), input.integer(1...16_000))
      case 2: (input.integer(1...16_000), input.integer(1...8))
      case 3, 4: (input.integer(8...96), input.integer(8...96))
      case 5: (input.integer(1...255), input.integer(1...255))
      case 6: (128, 96)
      default: (input.integer(1...400), input.integer(1...300))
      }
    return (size.0, max(1, min(size.1, 65_536 / size.0)))
  }

  /// Draws what the scene shows in a frame.
  mutating func draw(frame: Int) {
    scene.draw(frame, into: &luma)
    guard chroma != nil else { return }
    chroma?.blue.bytes[0] = UInt8(truncatingIfNeeded: frame)
  }

  func withFrame<Result>(
    at time: Timestamp, regions: [FrameRegion] = [], _ body: (borrowing Frame) -> Result
  ) -> Result? {
    guard
      let plane = Plane(
        luma.bytes.span, width: luma.width, height: luma.height, rowStride: luma.rowStride,
        pixelStride: luma.pixelStride)
    else { return nil }
    guard let chroma else {
      return body(Frame(luma: plane, timestamp: time, orientation: orientation, regions: regions))
    }
    let (blue, red) = chroma
    guard
      let bluePlane = Plane(
        blue.bytes.span, width: blue.width, height: blue.height, rowStride: blue.rowStride,
        pixelStride: blue.pixelStride),
      let redPlane = Plane(
        red.bytes.span, width: red.width, height: red.height, rowStride: red.rowStride, pixelStride: red.pixelStride),
      let frame = Frame(
        luma: plane, blueDifference: bluePlane, redDifference: redPlane, timestamp: time, orientation: orientation,
        regions: regions)
    else { return nil }
    return body(frame)
  }
}

/// The film: a ground, a card that drifts, balls that fly.
struct FuzzScene {
  private let ground: UInt8
  private let level: UInt8
  private let seed: UInt32
  private let card: (x: Double, y: Double, width: Double, height: Double, drift: Double, level: UInt8)
  private let balls: [(x: Double, y: Double, across: Double, up: Double, radius: Double, level: UInt8)]

  init(_ input: inout FuzzInput) {
    ground = input.byte() % 5
    level = input.byte()
    seed = UInt32(input.byte()) &* 2_654_435_761 | 1
    card = (input.share(), input.share(), input.share(), input.share(), input.share() - 0.5, input.byte())
    balls = (0..<input.integer(0...3)).map { _ in
      (input.share(), input.share(), input.share() * 0.1 - 0.05, input.share() * 0.1, input.share() * 0.1, input.byte())
    }
  }

  func draw(_ frame: Int, into plane: inout FuzzPlane) {
    var state = ground == 3 ? seed &+ UInt32(truncatingIfNeeded: frame) &* 747_796_405 | 1 : seed
    for y in 0..<plane.height {
      let row = y * plane.rowStride
      for x in 0..<plane.width {
        let value: UInt8 =
          switch ground {
          case 0: level
          case 1: UInt8(truncatingIfNeeded: x &+ y)
          case 2, 3: Self.noise(&state)
          default: (x / 5 + y / 5) & 1 == 0 ? level : ~level
          }
        plane.bytes[row + x * plane.pixelStride] = value
      }
    }
    let time = Double(frame)
    fill(&plane, card.x + card.drift * time / 20, card.y, card.width, card.height, card.level)
    for ball in balls {
      let (x, y) = (ball.x + ball.across * time, ball.y - ball.up * time + 0.004 * time * time)
      fill(&plane, x - ball.radius, y - ball.radius, 2 * ball.radius, 2 * ball.radius, ball.level)
    }
  }

  private static func noise(_ state: inout UInt32) -> UInt8 {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return UInt8(truncatingIfNeeded: state)
  }

  private func fill(
    _ plane: inout FuzzPlane, _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ level: UInt8
  ) {
    func range(_ start: Double, _ length: Double, _ count: Int) -> Range<Int> {
      let first = max(0, min(count, Int(start * Double(count))))
      return first..<max(first, min(count, Int((start + length) * Double(count))))
    }
    let columns = range(x, width, plane.width)
    for y in range(y, height, plane.height) {
      for x in columns { plane.bytes[y * plane.rowStride + x * plane.pixelStride] = level }
    }
  }
}
