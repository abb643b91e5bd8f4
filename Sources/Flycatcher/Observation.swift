// The observations of the trackers as values: all that goes from them to overlays, metadata and files.

/// An observation of any kind.
public enum Observation: Hashable, Sendable {
  /// A trajectory of an object in flight.
  case trajectory(TrajectoryObservation)
  /// A tracked object.
  case object(ObjectObservation)
  /// A tracked rectangle.
  case rectangle(RectangleObservation)
}

/// The identity of a trajectory, an object or a rectangle, the same in all of its observations: a random UUID of
/// version 4.
public struct ObservationUUID: Hashable, Sendable, CustomStringConvertible {
  package let high: UInt64
  package let low: UInt64

  /// Creates a new, random identity.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  init(using generator: inout some RandomNumberGenerator) {
    high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
  }

  /// Creates an identity from its canonical text, in upper or lower case; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12], text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }),
      let high = UInt64(parts[0...2].joined(), radix: 16), let low = UInt64(parts[3...].joined(), radix: 16)
    else { return nil }
    self.high = high
    self.low = low
  }

  /// The canonical text: 8-4-4-4-12 hexadecimal digits, lower case.
  public var description: String {
    let digits = Array((padded(high) + padded(low)).utf8)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return text
  }

  private func padded(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
