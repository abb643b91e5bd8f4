// Sound on its way into a file, ahead of its pictures.

/// Coded sound in the order of time.
///
/// Time only goes forward: where a source begins anew before all sound of the one before it has been taken, the rest of that gives way.
struct SoundQueue {
  private(set) var units: [CodedUnit] = []
  /// The time of the newest unit that has been taken.
  private var taken: UInt?

  /// The number of units beyond which the oldest are dropped.
  private static let most = 8192

  mutating func add(_ unit: CodedUnit) {
    if let taken, unit.time <= taken { return }
    while let last = units.last, last.time >= unit.time { units.removeLast() }
    units.append(unit)
    if units.count > Self.most { units.removeFirst(units.count - Self.most) }
  }

  /// Takes what comes before a time.
  mutating func take(before time: UInt) -> [CodedUnit] {
    let count = units.firstIndex { $0.time >= time } ?? units.count
    let first = Array(units.prefix(count))
    units.removeFirst(count)
    taken = first.last?.time ?? taken
    return first
  }
}
