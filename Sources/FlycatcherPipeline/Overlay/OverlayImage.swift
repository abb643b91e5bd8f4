// The output of the overlay: small pictures and their places.

/// A picture to be laid over part of a frame.
package struct OverlayImage: Sendable {
  /// Left edge in pixels of the stored frame.
  package var x: Int
  /// Top edge in pixels of the stored frame.
  package var y: Int
  package var width: Int
  package var height: Int
  /// Premultiplied BGRA, `width * 4` bytes a row: cairo's ARGB32 and GStreamer's BGRA on a little-endian machine.
  package var pixels: [UInt8]

  package init(x: Int, y: Int, width: Int, height: Int, pixels: [UInt8]) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}
