// An array with memory from the start, and one that keeps what it has.

extension Array {
  /// Returns an empty array with memory for so many elements.
  static func reserving(_ count: Int) -> Self {
    var array = Self()
    array.reserveCapacity(count)
    return array
  }

  /// Becomes as many of one value, in the memory that it has where that is enough.
  mutating func fill(with value: Element, count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(value, count: count))
  }
}
