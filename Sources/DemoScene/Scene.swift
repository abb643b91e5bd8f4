// The description of a scene: a backdrop, balls, and figures and leaves that move without flying.
public import Flycatcher

/// A scene before a fixed camera. Places are normalized to the picture, times are seconds from the first frame.
public struct Scene: Hashable, Sendable {
  /// The still background.
  public enum Backdrop: Hashable, Sendable {
    /// A court outdoors: sky, trees, a wall, a floor with lines, a hoop.
    case court
    /// One color.
    case plain(Color)
    /// A gradient from the first color at the top to the second at the bottom.
    case gradient(Color, Color)
  }

  /// The still background.
  public var backdrop: Backdrop
  /// The balls.
  public var balls: [Ball]
  /// The people.
  public var figures: [Figure]
  /// The crowns of trees.
  public var foliage: [Foliage]
  /// The standard deviation of the sensor's noise in levels of 8-bit luma, 0 to 20; default 1.5. Chroma has half of it.
  public var noise: Double
  /// The share of the time from frame to frame for which the shutter is open, 0 to 1; default 0.5.
  public var shutter: Double

  /// Creates a scene.
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

/// A person who walks or stands. Limbs swing with the steps.
public struct Figure: Hashable, Sendable {
  /// The place of the feet at the first frame.
  public var feet: Point
  /// The speed in widths of the picture a second; negative to the left, 0 for a person who stands.
  public var speed: Double
  /// The height of the figure, a fraction of the picture's height.
  public var height: Double
  /// A Boolean value indicating whether the arms are held up, as after a throw.
  public var raisesArms: Bool
  /// The color of the shirt.
  public var shirt: Color
  /// The color of the trousers.
  public var trousers: Color

  /// Creates a figure.
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
  /// The center of the crown.
  public var center: Point
  /// Half the width of the crown, a fraction of the picture's width.
  public var radius: Double
  /// The distance by which the leaves sway to either side, a fraction of the picture's width.
  public var sway: Double
  /// The number of leaves; at most 2,000 are drawn.
  public var leaves: Int

  /// Creates a crown.
  public init(center: Point, radius: Double, sway: Double = 0.0015, leaves: Int = 160) {
    self.center = center
    self.radius = radius
    self.sway = sway
    self.leaves = leaves
  }
}
