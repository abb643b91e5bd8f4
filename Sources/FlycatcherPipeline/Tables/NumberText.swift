// Numbers as texts for people.

/// Returns a number with a fixed count of digits behind the point.
package func decimal(_ value: Double, _ digits: Int) -> String {
  guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
  let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
  let whole = Int((abs(value) * Double(scale)).rounded())
  let sign = value < 0 && whole != 0 ? "-" : ""
  guard digits > 0 else { return sign + "\(whole)" }
  return sign + "\(whole / scale)." + padded(String(whole % scale), to: digits)
}

/// Returns digits with as many zeros before them as make a count.
package func padded(_ digits: String, to count: Int) -> String {
  String(repeating: "0", count: max(count - digits.utf8.count, 0)) + digits
}
