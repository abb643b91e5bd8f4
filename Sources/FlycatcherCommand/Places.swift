// Places as users write them: a region, a box with a label, four corners. What is wrong with one is said by name.
import Flycatcher

/// An option's value that cannot be read; the text completes "The value … is invalid for …: ".
struct UnreadableValue: Error, CustomStringConvertible {
  let description: String
}

/// Reads numbers separated by commas.
///
/// - Parameters:
///   - form: The form in which they are written, such as `x,y,w,h`.
///   - count: The number of numbers.
private func numbers(_ text: some StringProtocol, _ form: String, count: Int) throws(UnreadableValue) -> [Double] {
  let parts = text.split(separator: ",", omittingEmptySubsequences: false)
  var numbers: [Double] = []
  for part in parts {
    guard let number = Double(String(part.filter { $0 != " " })) else {
      throw UnreadableValue(description: "\"\(part)\" is not a number; write \(form).")
    }
    numbers.append(number)
  }
  guard numbers.count == count else {
    throw UnreadableValue(description: "it holds \(numbers.count) of \(count) numbers; write \(form).")
  }
  return numbers
}

/// A rectangle written as `x,y,w,h`.
struct Region: CustomStringConvertible {
  let rectangle: Rectangle

  init(_ rectangle: Rectangle) {
    self.rectangle = rectangle
  }

  @Sendable static func parse(_ text: String) throws -> Region {
    let values = try numbers(text, "x,y,w,h", count: 4)
    return Region(Rectangle(x: values[0], y: values[1], width: values[2], height: values[3]))
  }

  var description: String {
    [rectangle.x, rectangle.y, rectangle.width, rectangle.height].map { $0 == 0 ? "0" : $0 == 1 ? "1" : "\($0)" }
      .joined(separator: ",")
  }
}

/// A box written as `x,y,w,h` or `x,y,w,h=label`.
struct LabeledBox {
  let box: Rectangle
  let label: String

  @Sendable static func parse(_ text: String) throws -> LabeledBox {
    let sign = text.firstIndex(of: "=")
    let values = try numbers(text[..<(sign ?? text.endIndex)], "x,y,w,h or x,y,w,h=label", count: 4)
    return LabeledBox(
      box: Rectangle(x: values[0], y: values[1], width: values[2], height: values[3]),
      label: sign.map { String(text[text.index(after: $0)...]) } ?? "")
  }
}

/// Four corners written as `x1,y1,x2,y2,x3,y3,x4,y4`.
struct Corners {
  let quad: Quad

  @Sendable static func parse(_ text: String) throws -> Corners {
    let values = try numbers(text, "x1,y1,x2,y2,x3,y3,x4,y4", count: 8)
    func corner(_ index: Int) -> Point { Point(x: values[2 * index], y: values[2 * index + 1]) }
    return Corners(
      quad: Quad(topLeft: corner(0), topRight: corner(1), bottomRight: corner(2), bottomLeft: corner(3)))
  }
}
