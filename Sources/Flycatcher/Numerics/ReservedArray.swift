// An array with memory from the start.

extension Array {
  /// Returns an empty array with memory for so many elements.
  static func reserving(_ count: Int) -> Self {
    var array = Self()
    array.reserveCapacity(count)
    return array
  }
}
