// What trackers can look at: the frame itself, or a copy of 8 bits.
import GStreamerSupport

/// Gives those who read 8 bits a picture that they can read. Used by one thread at a time.
struct PictureReader {
  private var source: VideoLayout?
  private var converter: PictureConverter?

  /// - Returns: the buffer itself where it is read in place; `nil` where it cannot be read at all.
  mutating func read(_ buffer: borrowing VideoBuffer, _ layout: VideoLayout) -> Readable? {
    guard !layout.isReadInPlace else { return Readable(buffer: buffer.share(), layout: layout) }
    if source != layout { (source, converter) = (layout, PictureConverter(layout)) }
    guard let converter, let copy = converter.convert(buffer) else { return nil }
    return Readable(buffer: copy, layout: converter.layout)
  }

  struct Readable: ~Copyable {
    let buffer: VideoBuffer
    let layout: VideoLayout
  }
}
