// Bytes of the fuzzer as the numbers, choices and texts that a target is made of.
import Flycatcher

/// Hands out an input from its beginning. An input that is used up goes on with zeros, so every input means something.
struct FuzzInput {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func word() -> UInt64 { (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) } }

  /// An integer of the range.
  mutating func integer(_ range: ClosedRange<Int>) -> Int {
    let count = range.upperBound - range.lowerBound + 1
    let value = count > 256 ? Int(byte()) << 8 | Int(byte()) : Int(byte())
    return range.lowerBound + value % count
  }

  mutating func bool() -> Bool { byte() & 1 == 1 }

  mutating func element<Element>(of choices: [Element]) -> Element { choices[Int(byte()) % choices.count] }

  /// A fraction, 0 to 1, both included.
  mutating func share() -> Double { Double(integer(0...1000)) / 1000 }

  /// A number of any kind: mostly a fraction, else one at which arithmetic goes wrong.
  mutating func number() -> Double {
    switch byte() {
    case 0..<208: share()
    case 208..<240: element(of: Self.awkward)
    case 240..<250: Double(Int16(truncatingIfNeeded: integer(0...65_535))) / 100
    default: Double(bitPattern: word())
    }
  }

  /// An integer of any kind: mostly a small one.
  mutating func anyInteger(_ range: ClosedRange<Int>) -> Int {
    switch byte() {
    case 0..<224: integer(range)
    case 224..<248: element(of: [0, -1, 1, Int(Int32.max), Int(Int32.min), Int(UInt32.max), .max, .min, 1 << 53])
    default: Int(truncatingIfNeeded: word())
    }
  }

  /// A length of time: mostly up to ten seconds.
  mutating func duration() -> Duration {
    switch byte() {
    case 0..<208: .milliseconds(integer(0...10_000))
    case 208..<232: .nanoseconds(element(of: Self.awkwardTimes))
    case 232..<240: .seconds(3600)
    case 240..<248: Duration(secondsComponent: .max, attosecondsComponent: 0)
    default: .nanoseconds(Int64(truncatingIfNeeded: word()))
    }
  }

  mutating func rectangle() -> Rectangle {
    guard bool() else { return Rectangle(x: number(), y: number(), width: number(), height: number()) }
    let (x, y) = (share(), share())
    return Rectangle(x: x, y: y, width: share() * (1 - x), height: share() * (1 - y))
  }

  mutating func point() -> Point { Point(x: number(), y: number()) }

  /// A text of up to `most` bytes, whatever they are.
  mutating func text(most: Int = 24) -> String {
    let bytes = (0..<integer(0...most)).map { _ in byte() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// All that is left, as text.
  mutating func remainder() -> String {
    defer { rest = [] }
    return String(decoding: rest, as: UTF8.self)
  }

  static let awkward: [Double] = [
    0, -0.0, 1, -1, .nan, .infinity, -.infinity, 1e308, -1e308, .leastNonzeroMagnitude, 1 + 1e-9, 1 + 1e-10, -1e-9,
    1 - 1e-16, 0.9995, 5e-4,
    1e-7, 1e-12, 4.9, -4, 1e19, -1e19,
  ]

  static let awkwardTimes: [Int64] = [
    0, 1, -1, 999_999_999, 1_000_000_000, 1_000_000_001, 3_600_000_000_000, 3_600_000_000_001, .max, .min, .max / 2,
    .min / 2,
    86_400_000_000_000, 1 << 53,
  ]
}
