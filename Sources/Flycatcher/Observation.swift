// What a tracker saw, as values: the only thing that goes from the trackers to overlays, metadata and files.

/// Something seen, of any kind.
public enum Observation: Hashable, Sendable {
  case trajectory(TrajectoryObservation)
  case object(ObjectObservation)
  case rectangle(RectangleObservation)
}

/// The identity of what is seen: the same in every observation of one flight or object. A random (version 4) UUID.
public struct ObservationUUID: Hashable, Sendable, CustomStringConvertible {
  let high: UInt64
  let low: UInt64

  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  init(using generator: inout some RandomNumberGenerator) {
    high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
  }

  /// - Parameter text: as `description` gives it, in upper or lower case; `nil` for anything else.
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
