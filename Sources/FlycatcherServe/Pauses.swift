// The pauses between attempts to reach a source.

/// Pauses that grow from half a second to half a minute, each a little longer or shorter than it would be, so that many sources that a network
/// has lost do not come back at one moment.
struct Pauses {
  static let shortest = 0.5
  static let longest = 30.0
  /// The share by which a pause may be longer or shorter.
  static let jitter = 0.2

  private var next = shortest

  /// Returns the next pause, seconds.
  mutating func pause(using generator: inout some RandomNumberGenerator) -> Duration {
    defer { next = min(2 * next, Self.longest) }
    return .seconds(min(next * Double.random(in: 1 - Self.jitter...1 + Self.jitter, using: &generator), Self.longest))
  }

  /// The source was there: the next pause is short again.
  mutating func reset() { next = Self.shortest }
}
