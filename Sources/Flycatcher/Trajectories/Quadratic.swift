// The curve y = ax² + bx + c and its least-squares fit.

/// The curve y = ax² + bx + c.
public struct Quadratic: Hashable, Sendable {
  public var a: Double
  public var b: Double
  public var c: Double

  public init(a: Double, b: Double, c: Double) {
    self.a = a
    self.b = b
    self.c = c
  }

  public func callAsFunction(_ x: Double) -> Double { (a * x + b) * x + c }
}
