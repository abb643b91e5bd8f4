// Sorting without memory of its own.

extension Array {
  /// Sorts the elements in place; equal ones stay in their order.
  ///
  /// Allocates nothing, and takes little more than one comparison an element where they are nearly in order. Quadratic in the worst case.
  @inline(__always)
  mutating func insertionSort(by precedes: (Element, Element) -> Bool) {
    var elements = mutableSpan
    for end in 1..<Swift.max(elements.count, 1) {
      var index = end
      while index > 0, precedes(elements[index], elements[index - 1]) {
        elements.swapAt(index, index - 1)
        index -= 1
      }
    }
  }
}
