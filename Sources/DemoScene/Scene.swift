// What is in a scene, in words: a backdrop, balls, and things that move without flying.
public import Flycatcher

/// What a fixed camera films. Places are normalized to the picture, times are seconds from the first frame.
public struct Scene: Hashable, Sendable {
  /// What stands still behind everything.
  public enum Backdrop: Hashable, Sendable {
    /// A court outdoors: sky, trees, a wall, a floor with lines, a hoop.
    case court
    /// One color.
    case plain(Color)
    /// From the first color at the top to the second at the bottom.
    case gradient(Color, Color)
  }

  public var backdrop: Backdrop
  public var balls: [Ball]
  public var figures: [Figure]
  public var foliage: [Foliage]
  /// Standard deviation of the sensor's noise in levels of 8-bit luma, 0 to 20; default 1.5. The chroma has half of it.
  public var noise: Double
  /// For which share of the time from frame to frame the shutter is open, 0 to 1; default 0.5.
  public var shutter: Double

  public init(
    backdrop: Backdrop = .plain(Color(0x6E7B85)), balls: [Ball] = [], figures: [Figure] = [], foliage: [Foliage] = [],
    noise: Double = 1.5, shutter: Double = 0.5
  ) {
    self.backdrop = backdrop
    self.balls = balls
    self.figures = figures
    self.foliage = foliage
    self.noise = noise
    self.shutter = shutter
  }
}

/// Someone who walks or stands. Limbs swing with the steps.
public struct Figure: Hashable, Sendable {
  /// Where the feet are at the first frame.
  public var feet: Point
  /// Widths of the picture a second; negative to the left, 0 for someone who stands.
  public var speed: Double
  /// Height of the figure, a fraction of the picture's height.
  public var height: Double
  /// Whether the arms are held up, as after a throw.
  public var raisesArms: Bool
  public var shirt: Color
  public var trousers: Color

  public init(
    feet: Point, speed: Double = 0, height: Double, raisesArms: Bool = false, shirt: Color = Color(0xD9D4C7),
    trousers: Color = Color(0x33404F)
  ) {
    self.feet = feet
    self.speed = speed
    self.height = height
    self.raisesArms = raisesArms
    self.shirt = shirt
    self.trousers = trousers
  }
}

/// The crown of a tree whose leaves sway in the wind.
public struct Foliage: Hashable, Sendable {
  public var center: Point
  /// Half the width of the crown, a fraction of the picture's width.
  public var radius: Double
  /// How far the leaves sway to either side, a fraction of the picture's width.
  public var sway: Double
  /// How many leaves; at most 2,000 are drawn.
  public var leaves: Int

  public init(center: Point, radius: Double, sway: Double = 0.0015, leaves: Int = 160) {
    self.center = center
    self.radius = radius
    self.sway = sway
    self.leaves = leaves
  }
}
