// Frames of high dynamic range on their way to somebody who looks at them.
import GStreamerSupport

/// Makes copies of frames in the standard range. Used by the session's own thread only.
struct ToneMapper {
  private let mapper: ColorMapper
  /// The caps of the copies.
  var caps: Caps { mapper.caps }
  /// The layout of the copies.
  var layout: VideoLayout { mapper.layout }

  /// - Returns: `nil` where frames of these caps are in the standard range already.
  init?(_ caps: Caps, _ layout: VideoLayout) {
    guard let colors = caps.highDynamicRange, let standard = caps.inStandardRange,
      let mapper = ColorMapper(layout, to: standard, table: ToneCurve(colors, height: layout.height).table)
    else { return nil }
    self.mapper = mapper
  }

  /// - Returns: `nil` where the frame cannot be read.
  func map(_ buffer: borrowing VideoBuffer) -> ShownPicture? {
    guard let copy = mapper.convert(buffer) else { return nil }
    return ShownPicture(copy, layout)
  }
}

/// What is shown of a frame.
final class ShownPicture: Sendable {
  let buffer: VideoBuffer
  let layout: VideoLayout

  init(_ buffer: consuming VideoBuffer, _ layout: VideoLayout) {
    self.buffer = buffer
    self.layout = layout
  }
}
