// Families of scenes: what is filmed in sport, in a lab, and where nothing flies.

/// A family; each seed is another scene of it.
public enum Family: String, CaseIterable, Sendable {
  /// One ball on one arc.
  case toss
  /// Two to four balls whose paths cross.
  case several
  /// A ball that bounces on the floor.
  case bounce
  /// A small, fast ball at 30 frames a second, a streak of 20 to 100 pixels.
  case streak
  /// A ball of 35 to 55 pixels radius.
  case large
  /// People who walk and a tree in the wind around two throws.
  case people
  /// A dim hall, much noise, little contrast.
  case noise
  /// Lamps that flicker, in bands.
  case flicker
  /// A tripod that gives: drift of about 10 pixels and 1.5 pixels of shake.
  case drift
  /// A colored ball before gravel or leaves, as bright as they are.
  case texture
  /// A ball toward the camera: its path in the picture is a ratio, and it grows.
  case approach
  /// A light ball that the air slows.
  case drag
  /// A throw in slow motion: 120 to 240 frames a second shown as 30, hundreds of points of one flight.
  case slowMotion = "slow-motion"
  /// People, a tree, a screen, a carried ball, and no flight.
  case negative
  /// People who swing balls in their hands and never let go.
  case hands
  /// Leaves behind windows, where what never rests ends at an edge, people, and no flight.
  case windows

  /// The families that a quick run takes: one way of moving each, and one without a flight.
  public static let few: [Family] = [.toss, .bounce, .streak, .people, .drift, .negative]

  /// Whether nothing flies.
  public var isWithoutFlight: Bool { self == .negative || self == .hands || self == .windows }

  public func scene(seed: UInt64) -> RenderedScene {
    var chance = Chance(seed: seed &* 1_000_003 &+ rawValue.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    let appearance = chance.next()
    var backdrop = Backdrop(luma: chance.uniform(85...130))
    var camera = Camera()
    var balls = [Self.throwing(&chance)]
    var distractors: [Distractor] = []
    var (framesPerSecond, frameCount) = (60, 150)
    switch self {
    case .toss: break
    case .several:
      for index in 0..<Int(chance.uniform(1...3.999)) {
        var ball = Self.throwing(&chance)
        ball.start += 0.2 * Double(index + 1)
        if index.isMultiple(of: 2) { (ball.x, ball.velocityX) = (1279 - ball.x, -ball.velocityX) }
        balls.append(ball)
      }
    case .bounce:
      balls[0].y = chance.uniform(150...260)
      balls[0].velocityX = chance.uniform(260...360)
      balls[0].velocityY = chance.uniform(-60...40)
      balls[0].gravity = chance.uniform(1500...2000)
      balls[0].floor = chance.uniform(560...620)
      balls[0].bounces = 3
    case .streak:
      framesPerSecond = 30
      frameCount = 90
      balls = (0..<2).map { Self.streaking(&chance, start: 0.4 + Double($0)) }
      camera.shutter = chance.uniform(0.6...0.95)
    case .large:
      balls[0].radius = chance.uniform(35...55)
      balls[0].velocityY *= 0.9
    case .people:
      balls.append(Self.throwing(&chance))
      balls[1].start += 0.9
      distractors = Self.crowd(3, &chance) + [.tree(x: chance.uniform(500...1100), y: 160, radius: 110, &chance)]
    case .noise:
      backdrop.luma = chance.uniform(38...52)
      camera.noise = chance.uniform(4...6)
      balls[0].radius = chance.uniform(8...12)
      balls[0].tone = Tone(luma: Float(backdrop.luma + chance.uniform(55...80)))
    case .flicker:
      camera.flicker = chance.uniform(0.02...0.05)
      camera.bands = chance.uniform(0...2)
    case .drift:
      camera.drift = (chance.sign() * chance.uniform(5...10), chance.sign() * chance.uniform(2...6))
      camera.shake = 1.5
      backdrop.texture = 10
    case .texture:
      backdrop.texture = chance.uniform(15...22)
      balls[0].radius = chance.uniform(8...13)
      balls[0].tone = Tone(luma: Float(backdrop.luma), blue: Float(chance.uniform(60...90)), red: 190)
    case .approach:
      balls[0].approach = chance.uniform(0.25...0.4)
      balls[0].velocityX *= 0.6
    case .drag:
      balls[0].drag = chance.uniform(0.0015...0.003)
      balls[0].velocityX *= 1.8
      balls[0].velocityY *= 1.5
    case .slowMotion:
      (framesPerSecond, frameCount) = (30, 420)
      backdrop.texture = chance.uniform(0...20)
      balls[0].slow(by: chance.uniform(4...8))
    case .negative:
      frameCount = 300
      balls = []
      camera.noise = 2.5
      camera.flicker = 0.01
      let tone = Tone(luma: 215, blue: 110, red: 140)
      distractors =
        Self.crowd(4, &chance) + [
          .tree(x: chance.uniform(100...500), y: 150, radius: 120, &chance),
          .screen(x: chance.uniform(700...950), y: 90, width: 230, height: 140),
          .carrier(
            x: chance.uniform(300...900), feet: 640, height: 260, radius: 11, tone: tone,
            swing: Distractor.Swing(phase: chance.uniform(0...6))),
        ]
    case .hands:
      frameCount = 180
      balls = []
      camera.noise = chance.uniform(1...3)
      distractors = (0..<3).map { Self.carrying(place: $0, &chance) }
    case .windows:
      frameCount = 240
      balls = []
      camera.noise = chance.uniform(1...3)
      distractors = (0..<6).map { _ in .window(inside: 1280, 720, &chance) } + Self.crowd(2, &chance)
    }
    return RenderedScene(
      name: "\(rawValue)-\(seed)", seed: appearance, framesPerSecond: framesPerSecond, frameCount: frameCount,
      backdrop: backdrop, camera: camera, balls: balls, distractors: distractors)
  }

  /// A throw from the left through most of the picture, bright or dark.
  private static func throwing(_ chance: inout Chance) -> Ball {
    let luma = chance.uniform(0...1) < 0.7 ? chance.uniform(205...235) : chance.uniform(18...34)
    return Ball(
      start: chance.uniform(0.3...0.5), x: chance.uniform(60...240), y: chance.uniform(420...540),
      velocityX: chance.uniform(420...640), velocityY: chance.uniform(-680 ... -500),
      gravity: chance.uniform(600...820), radius: chance.uniform(5...12),
      tone: Tone(luma: Float(luma), blue: Float(chance.uniform(100...135)), red: Float(chance.uniform(120...165))))
  }

  /// A serve or a hit: nearly straight, 25 to 120 pixels a frame.
  private static func streaking(_ chance: inout Chance, start: Double) -> Ball {
    let side = chance.sign()
    return Ball(
      start: start, x: 640 - side * chance.uniform(560...620), y: chance.uniform(250...420),
      velocityX: side * chance.uniform(900...2400), velocityY: chance.uniform(-420 ... -200),
      gravity: chance.uniform(700...1000), radius: chance.uniform(3...6), tone: Tone(luma: 228, blue: 96, red: 122))
  }

  /// Someone who swings a ball around or there and back, in one of three places.
  private static func carrying(place: Int, _ chance: inout Chance) -> Distractor {
    let luma = chance.uniform(0...1) < 0.7 ? chance.uniform(190...235) : chance.uniform(18...34)
    let swing = Distractor.Swing(
      width: chance.uniform(0.18...0.42), height: chance.uniform(0.18...0.42), frequency: chance.uniform(0.5...1.5),
      phase: chance.uniform(0...6), amplitude: chance.uniform(0...1) < 0.5 ? chance.uniform(0.6...1.6) : nil)
    return .carrier(
      x: 240 + 400 * Double(place) + chance.uniform(-60...60), feet: chance.uniform(520...700),
      height: chance.uniform(170...310), radius: chance.uniform(5...14),
      tone: Tone(luma: Float(luma), blue: Float(chance.uniform(100...135)), red: Float(chance.uniform(120...165))),
      swing: swing)
  }

  private static func crowd(_ count: Int, _ chance: inout Chance) -> [Distractor] {
    (0..<count).map { _ in
      .walker(
        x: chance.uniform(0...1280), feet: chance.uniform(560...700), height: chance.uniform(170...310),
        speed: chance.sign() * chance.uniform(30...150), luma: Float(chance.uniform(45...150)),
        phase: chance.uniform(0...6))
    }
  }
}
