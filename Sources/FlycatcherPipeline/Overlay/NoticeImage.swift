// A line of text along the bottom of a picture, for streams whose picture stands still.

package enum NoticeImage {
  /// The height of the bar, a share of the picture's shorter side.
  private static let height = 0.09
  /// The height of the text, a share of the bar's.
  private static let textHeight = 0.5

  /// Returns white text on a dark bar as wide as the picture; `nil` where the picture is too small or too large for it.
  package static func draw(_ text: String, width: Int, height: Int) -> OverlayImage? {
    let barHeight = min(max(Int(Double(min(width, height)) * Self.height), 14), height)
    guard let canvas = CairoCanvas(width: width, height: barHeight) else { return nil }
    canvas.setColor(OverlayColor(0x000000, opacity: 0.7))
    canvas.rectangle(0, 0, Double(width), Double(barHeight))
    canvas.fill()
    let size = Double(barHeight) * textHeight
    canvas.setFont(size: size)
    canvas.setColor(OverlayColor(0xFFFFFF))
    canvas.write(text, size / 2, (Double(barHeight) + size * 0.7) / 2)
    guard let pixels = canvas.pixels(x: 0, y: 0, width: width, height: barHeight) else { return nil }
    return OverlayImage(x: 0, y: height - barHeight, width: width, height: barHeight, pixels: pixels)
  }
}
