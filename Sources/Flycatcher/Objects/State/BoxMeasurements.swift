// What is measured of a box in a frame, to judge whether the object is in it.
import Glibc

/// The dimensionless measurements of a box, on which the observation model rests.
struct BoxMeasurements: Sendable {
  /// The measurements, in the order of the fitted coefficients.
  enum Name: Int, CaseIterable {
    /// The logarithm of the peak-to-sidelobe ratio of the filter's response.
    case prominence
    /// The mean probability of the colors in the box, less that of those around it, by the histograms of the nomination.
    case colorContrast
    /// The log-odds of the remembered appearances.
    case appearance
    /// The share of the box beyond the edges of the picture.
    case outside
    /// The product of the two that say what it looks like: where one is clear, the other need not be.
    case colorsAndAppearance
  }

  private(set) var values = InlineArray<5, Float>(repeating: 0)

  /// A measurement that is not a number says nothing, and is 0.
  subscript(_ name: Name) -> Double {
    get { self[name.rawValue] }
    set { values[name.rawValue] = newValue.isFinite ? Float(newValue) : 0 }
  }

  /// The measurement of a number.
  subscript(_ number: Int) -> Double { values.indices.contains(number) ? Double(values[number]) : 0 }
}
