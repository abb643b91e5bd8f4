// The embedded scene: a court outdoors and the games on it.
import Flycatcher
import Glibc

extension Scene {
  /// Seconds after which the court's throws come again.
  static let courtPeriod = 6.0

  /// Returns the court: a throw into the hoop, one that crosses it, a ball that bounces, a toss straight up, a fast small
  /// ball, and people and leaves that move without flying.
  ///
  /// - Parameters:
  ///   - duration: The length of the clip in seconds; the throws are repeated every 6 s.
  ///   - seed: The seed by which places and times are shifted by up to 2 %.
  public static func court(duration: Double = 6, seed: UInt64 = 1) -> Scene {
    var scene = Scene(backdrop: .court)
    var generator = SplitMix(seed: seed)
    let rounds = duration.isFinite ? max(min((duration / courtPeriod).rounded(.up), 600), 1) : 1
    for round in 0..<Int(rounds) {
      scene.balls += courtBalls(from: Double(round) * courtPeriod, &generator)
    }
    scene.figures = [
      Figure(feet: Point(x: 0.60, y: 0.715), speed: 0.052, height: 0.21, shirt: Color(0xE8D9B5)),
      Figure(
        feet: Point(x: 0.074, y: 0.90), height: 0.32, raisesArms: true, shirt: Color(0x2F4B7C),
        trousers: Color(0x22262E)),
      Figure(
        feet: Point(x: 0.455, y: 0.93), height: 0.30, raisesArms: true, shirt: Color(0xB8452F),
        trousers: Color(0x2B2F3A)),
    ]
    scene.foliage = [Foliage(center: Point(x: 0.115, y: 0.235), radius: 0.085, leaves: 420)]
    return scene
  }

  private static func courtBalls(from start: Double, _ generator: inout SplitMix) -> [Ball] {
    func near(_ value: Double, _ spread: Double) -> Double { value + spread * generator.signed() }
    func place(_ x: Double, _ y: Double) -> Point { Point(x: x, y: near(y, 0.01)) }

    var shot = Ball.thrown(
      from: Point(x: 0.113, y: 0.565), to: Point(x: 0.83, y: 0.362), start: start + near(0.35, 0.05), duration: 1.35,
      radius: 0.0109, color: Color(0xE2711D), gravity: 1.556)
    shot.deflect(velocityX: 0.022, velocityY: 0.42, floor: 0.865)
    shot.bounce(4, restitution: 0.72)
    shot.rest = start..<start + courtPeriod

    let pass = Ball.thrown(
      from: place(1.02, 0.55), to: place(-0.03, 0.60), start: start + near(0.75, 0.05), duration: 1.65,
      radius: 0.0088, color: Color(0x54278F), gravity: 1.0)

    var bouncing = Ball.thrown(
      from: place(-0.02, 0.34), to: Point(x: 0.205, y: 0.885), start: start + near(1.7, 0.05), duration: 0.82,
      radius: 0.0080, color: Color(0xD7263D), gravity: 1.6)
    bouncing.bounce(4, restitution: 0.72)

    var toss = Ball.thrown(
      from: Point(x: 0.487, y: 0.615), to: Point(x: 0.493, y: 0.615), start: start + near(3.3, 0.05), duration: 1.62,
      radius: 0.0086, color: Color(0xF2C230), gravity: 1.5)
    toss.rest = start..<start + courtPeriod

    let drive = Ball.thrown(
      from: place(-0.02, 0.50), to: place(1.02, 0.42), start: start + near(4.35, 0.05), duration: near(0.78, 0.02),
      radius: 0.0036, color: Color(0xD8F04A), gravity: 0.95)

    let lob = Ball.thrown(
      from: place(1.02, 0.47), to: place(0.13, 0.80), start: start + near(3.75, 0.05), duration: 1.75,
      radius: 0.0075, color: Color(0x15616D), gravity: 1.25)
    return [shot, pass, bouncing, toss, drive, lob]
  }
}

extension Scene.Backdrop {
  /// The backdrop as I420 pixels.
  func pixels(_ raster: Raster) -> [UInt8] {
    var pixels = [UInt8](repeating: 16, count: raster.byteCount)
    var picture = pixels.mutableSpan
    switch self {
    case .plain(let color): fill(from: color, to: color, 0, 1, raster, on: &picture)
    case .gradient(let top, let bottom): fill(from: top, to: bottom, 0, 1, raster, on: &picture)
    case .court: drawCourt(raster, on: &picture)
    }
    return pixels
  }

  /// Fills the rows from one height to another with a gradient.
  private func fill(
    from top: Color, to bottom: Color, _ low: Float, _ high: Float, _ raster: Raster,
    on picture: inout MutableSpan<UInt8>
  ) {
    let height = Float(raster.height)
    let first = Int(low * height)
    let last = Int((high * height).rounded(.up))
    for row in stride(from: first & ~1, to: last, by: 2) {
      let share = (Float(row - first) / max(Float(last - first), 1))
      let bounds = Bounds(left: 0, top: Float(row), right: Float(raster.width), bottom: Float(row) + 2)
      raster.draw(top.mixed(with: bottom, share), in: bounds, on: &picture) { _, _ in Paint(coverage: 1) }
    }
  }

  private func drawCourt(_ raster: Raster, on picture: inout MutableSpan<UInt8>) {
    fill(from: Color(0x6FA8D6), to: Color(0xDCE9F0), 0, 0.46, raster, on: &picture)
    drawTrees(raster, on: &picture)
    drawWall(raster, on: &picture)
    drawFloor(raster, on: &picture)
    drawHoop(raster, on: &picture)
  }

  private func drawTrees(_ raster: Raster, on picture: inout MutableSpan<UInt8>) {
    let (width, height) = (Float(raster.width), Float(raster.height))
    var generator = SplitMix(seed: 11)
    for layer in 0..<3 {
      let color = [Color(0x8FB0A6), Color(0x6C937B), Color(0x4E7A58)][layer]
      for number in 0..<34 {
        let x = (Float(number) + Float(generator.signed()) * 0.5) / 33 * width
        let size = (0.035 + 0.014 * Float(generator.signed())) * width
        let y = (0.435 + 0.02 * Float(layer)) * height + Float(generator.signed()) * 0.012 * height
        raster.disc(x: x, y: y, radius: size, color, squash: 0.8, on: &picture)
      }
    }
    raster.limb(
      from: (0.115 * width, 0.25 * height), to: (0.118 * width, 0.66 * height), 0.006 * width, 0.010 * width,
      Color(0x5A4634), on: &picture)
  }

  private func drawWall(_ raster: Raster, on picture: inout MutableSpan<UInt8>) {
    let (width, height) = (Float(raster.width), Float(raster.height))
    fill(from: Color(0xC9C2B6), to: Color(0xAFA698), 0.48, 0.655, raster, on: &picture)
    fill(from: Color(0xE3DED4), to: Color(0xD5CFC4), 0.472, 0.486, raster, on: &picture)
    for joint in 0..<9 {
      let x = (Float(joint) + 0.35) / 8.5 * width
      raster.limb(
        from: (x, 0.49 * height), to: (x, 0.652 * height), 0.0007 * width, 0.0007 * width, Color(0x8C8479),
        opacity: 0.7, on: &picture)
    }
    fill(from: Color(0x7E776C), to: Color(0x9C6A50), 0.648, 0.662, raster, on: &picture)
  }

  private func drawFloor(_ raster: Raster, on picture: inout MutableSpan<UInt8>) {
    let (width, height) = (Float(raster.width), Float(raster.height))
    fill(from: Color(0xA65D44), to: Color(0xBC6C4C), 0.66, 1, raster, on: &picture)
    /// A place on the floor: across from -1 to 1 at the court's sides, depth from 0 at its far line to 1 at the near one.
    func floor(_ across: Float, _ depth: Float) -> (x: Float, y: Float) {
      let scale = 1 / (1.62 - 0.62 * depth)
      let y = 0.70 + 0.27 * depth * scale
      return ((0.5 + 0.58 * scale * across) * width, y * height)
    }
    func line(_ from: (x: Float, y: Float), _ to: (x: Float, y: Float)) {
      let thickness: ((x: Float, y: Float)) -> Float = { (0.0006 + 0.0016 * ($0.y / height - 0.66)) * width + 0.2 }
      raster.limb(from: from, to: to, thickness(from), thickness(to), Color(0xF1EFE6), opacity: 0.92, on: &picture)
    }
    raster.polygon([floor(-1, 0), floor(1, 0), floor(1, 1), floor(-1, 1)], Color(0x2C6E86), on: &picture)
    for side in [-1 as Float, 1] {
      let paint = [floor(0.62 * side, 0.32), floor(side, 0.32), floor(side, 0.68), floor(0.62 * side, 0.68)]
      raster.polygon(side > 0 ? paint : [paint[1], paint[0], paint[3], paint[2]], Color(0x235A70), on: &picture)
      line(paint[0], paint[1])
      line(paint[0], paint[3])
      line(paint[2], paint[3])
    }
    line(floor(-1, 0), floor(1, 0))
    line(floor(-1, 1), floor(1, 1))
    line(floor(-1, 0), floor(-1, 1))
    line(floor(1, 0), floor(1, 1))
    line(floor(0, 0), floor(0, 1))
    var last = floor(0.18, 0.5)
    for step in 1...48 {
      let angle = Float(step) / 48 * 2 * .pi
      let next = floor(0.18 * cosf(angle), 0.5 + 0.2 * sinf(angle))
      line(last, next)
      last = next
    }
  }

  private func drawHoop(_ raster: Raster, on picture: inout MutableSpan<UInt8>) {
    let (width, height) = (Float(raster.width), Float(raster.height))
    func at(_ x: Float, _ y: Float) -> (x: Float, y: Float) { (x * width, y * height) }
    func bar(_ from: (x: Float, y: Float), _ to: (x: Float, y: Float), _ radius: Float, _ color: Color) {
      raster.limb(from: from, to: to, radius * width, radius * width, color, on: &picture)
    }
    raster.disc(
      x: 0.945 * width, y: 0.795 * height, radius: 0.022 * width, Color(0x10141A), opacity: 0.35, squash: 0.25,
      on: &picture)
    bar(at(0.945, 0.30), at(0.945, 0.79), 0.0052, Color(0x3B4552))
    bar(at(0.945, 0.315), at(0.880, 0.275), 0.0034, Color(0x3B4552))
    bar(at(0.945, 0.36), at(0.880, 0.325), 0.0024, Color(0x3B4552))
    raster.polygon(
      [at(0.868, 0.195), at(0.884, 0.178), at(0.884, 0.372), at(0.868, 0.365)], Color(0xF4F4F0), on: &picture)
    raster.polygon(
      [at(0.884, 0.178), at(0.8865, 0.18), at(0.8865, 0.372), at(0.884, 0.372)], Color(0x9AA3AB), on: &picture)
    bar(at(0.870, 0.30), at(0.870, 0.345), 0.0008, Color(0xC8472D))
    let rim = (x: 0.838 as Float, y: 0.365 as Float, radius: 0.030 as Float)
    for strand in 0..<9 {
      let share = Float(strand) / 8 * 2 - 1
      let from = at(rim.x + rim.radius * share, rim.y + 0.004)
      for slant in [-0.25 as Float, 0.25] {
        let end = max(min(share * 0.55 + slant * 0.6, 0.6), -0.6)
        raster.limb(
          from: from, to: at(rim.x + rim.radius * end, 0.45), 0.00045 * width, 0.00045 * width, Color(0xFAFAF5),
          opacity: 0.75, on: &picture)
      }
    }
    raster.ring(
      x: rim.x * width, y: rim.y * height, radiusX: rim.radius * width, radiusY: 0.011 * height,
      thickness: max(0.0026 * width, 1), Color(0xD1491F), on: &picture)
  }
}
