// What is measured of a tracked rectangle in a frame, to judge whether its corners are where they are said to be.
import Glibc

/// The dimensionless measurements of a tracked rectangle, on which its confidence rests.
struct RectangleMeasurements: Sendable {
  /// The measurements, in the order of the fitted coefficients.
  enum Name: Int, CaseIterable {
    /// The share of the places on the outline, of those in the picture, at which there is its edge; and that of the side seen worst.
    case outline, worstSide
    /// The share that is seen times what the distances of its edges leave open, as a negative logarithm; and times how like the template it is
    /// within them.
    case precision, inside
    /// 1 where the template has no outline to see, as that of a part of a picture has none; the four before it are 0 then.
    case noOutline
    /// The strength of the sighting; 0 where it was not seen.
    case strength
    /// What the correlation of the surface with the template leaves open, as a negative logarithm; 0 where it was not seen or is blank.
    case likeness
    /// The score of the alignment of the surface relative to the usual one; 0 where it was not seen or is blank.
    case steadiness
    /// The logarithm of its size in pixels: corners a pixel off matter more to a small one.
    case size
    /// The logarithm of how far its corners are, in sizes, from those of the shape it had when it was last seen whole.
    case bend
    /// How far it was seen from where it was expected, in sizes, up to `mostJump`; 0 where it was not seen, or nothing was expected.
    case jump
  }

  /// What keeps logarithms finite: an error, an unlikeness, and a distance in sizes, below which smaller ones say no more.
  private static let (leastError, leastUnlikeness, leastBend) = (Float(0.05), Float(0.02), Float(0.002))

  /// Farther than this says no more.
  private static let mostJump: Float = 0.25

  private(set) var values = InlineArray<11, Float>(repeating: 0)

  /// - Parameters:
  ///   - sighting: `nil` where it was not seen.
  ///   - outline: What is seen of the outline; `nil` where that cannot be told.
  ///   - usualScore: The usual score of an alignment.
  ///   - size: In pixels.
  ///   - bend: The distance of the corners from where its shape has them, in sizes.
  ///   - jump: The distance from where it was expected, in sizes.
  init(_ sighting: Sighting?, outline: Outline.Evidence?, usualScore: Float, size: Float, bend: Float, jump: Float) {
    if let outline {
      (self[.outline], self[.worstSide]) = (outline.share, outline.worst)
      self[.precision] = -outline.share * log(Self.leastError + outline.error)
      self[.inside] = outline.share * outline.likeness
    } else {
      self[.noOutline] = 1
    }
    self[.strength] = sighting?.strength ?? 0
    if let surface = sighting?.surface {
      self[.likeness] = -log(1 + Self.leastUnlikeness - min(1, surface.correlation))
      self[.steadiness] = surface.score / usualScore
    }
    self[.size] = log(size)
    self[.bend] = log(Self.leastBend + bend)
    self[.jump] = min(jump, Self.mostJump)
  }

  /// A measurement that is not a number says nothing, and is 0.
  subscript(_ name: Name) -> Float {
    get { values[name.rawValue] }
    set { values[name.rawValue] = newValue.isFinite ? newValue : 0 }
  }

  /// The measurement of a number.
  subscript(_ number: Int) -> Double { values.indices.contains(number) ? Double(values[number]) : 0 }
}

/// How likely the corners are right, given `RectangleMeasurements`, by where there is detail on a rectangle.
struct RectangleConfidence: Sendable {
  private var everywhere = FittedTrackedRectangles.everywhere
  private var somewhere = FittedTrackedRectangles.somewhere
  private var nowhere = FittedTrackedRectangles.nowhere

  subscript(_ texture: Texture) -> LogisticScore {
    get {
      switch texture {
      case .everywhere: everywhere
      case .somewhere: somewhere
      case .nowhere: nowhere
      }
    }
    set {
      switch texture {
      case .everywhere: everywhere = newValue
      case .somewhere: somewhere = newValue
      case .nowhere: nowhere = newValue
      }
    }
  }
}
