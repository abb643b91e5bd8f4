// Pictures in other colors: copies of 8 bits, through a table.
import CGStreamer

/// Makes copies of pictures whose colors a table maps. Used by one thread at a time.
///
/// Sendable although unchecked: its owner, the session's own thread, is the one that uses it.
@safe package final class ColorMapper: @unchecked Sendable {
  /// The caps of the copies.
  package let caps: Caps
  /// The layout of the copies: I420.
  package let layout: VideoLayout
  private let table: ColorTable
  private var source: GstVideoInfo
  private let pool: PicturePool
  private let isWide: Bool
  /// Rows of luma and color differences as codes of 10 bits.
  private var upper: [UInt16]
  private var lower: [UInt16]
  private var blue: [UInt16]
  private var red: [UInt16]

  /// - Parameters:
  ///   - source: what the pictures are: planes of luma and color differences, of 8 bits or of 10 and more.
  ///   - caps: what the copies are: I420 of the same size.
  /// - Returns: `nil` for another format.
  package init?(_ source: VideoLayout, to caps: Caps, table: ColorTable) {
    var information = unsafe source.information
    guard let layout = VideoLayout(caps), layout.format == "I420", layout.width == source.width,
      layout.height == source.height, unsafe fc_can_be_mapped(&information) != 0,
      let pool = PicturePool(caps, size: layout.size)
    else { return nil }
    (self.caps, self.layout, self.table, self.pool) = (caps, layout, table, pool)
    isWide = unsafe fc_depth(&information) > 8
    unsafe self.source = information
    upper = Array(repeating: 0, count: layout.width)
    lower = upper
    blue = Array(repeating: 512, count: (layout.width + 1) / 2)
    red = blue
  }

  /// A copy with times, flags and metas.
  ///
  /// - Returns: `nil` where the memory cannot be read, or there is none for the copy.
  package func convert(_ buffer: borrowing VideoBuffer) -> VideoBuffer? {
    guard let target = unsafe pool.buffer() else { return nil }
    let result = unsafe VideoBuffer(taking: target)
    var (from, to, information) = unsafe (GstVideoFrame(), GstVideoFrame(), layout.information)
    guard unsafe fc_frame_map(&from, &source, buffer.pointer, GST_MAP_READ.rawValue) != 0 else { return nil }
    defer { unsafe gst_video_frame_unmap(&from) }
    guard unsafe fc_frame_map(&to, &information, target, GST_MAP_WRITE.rawValue) != 0 else { return nil }
    unsafe map(&from, &to)
    unsafe gst_video_frame_unmap(&to)
    unsafe fc_buffer_copy_metadata(target, buffer.pointer)
    return result
  }

  private func map(_ from: inout GstVideoFrame, _ to: inout GstVideoFrame) {
    let (width, height) = (layout.width, layout.height)
    let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
    guard let luma = unsafe fc_frame_component(&to, 0), let blues = unsafe fc_frame_component(&to, 1),
      let reds = unsafe fc_frame_component(&to, 2)
    else { return }
    let (lumaStride, blueStride, redStride) = unsafe (
      Int(fc_frame_component_stride(&to, 0)), Int(fc_frame_component_stride(&to, 1)),
      Int(fc_frame_component_stride(&to, 2))
    )
    for row in 0..<rows {
      let below = min(2 * row + 1, height - 1)
      unsafe read(&from, 0, 2 * row, into: &upper)
      unsafe read(&from, 0, below, into: &lower)
      unsafe read(&from, 1, row, into: &blue)
      unsafe read(&from, 2, row, into: &red)
      // Safe: the frame is mapped, with room for every row of its layout; where there is no row below, what is written for it goes first.
      var lowerResult = unsafe MutableSpan(_unsafeStart: luma + below * lumaStride, count: width)
      var upperResult = unsafe MutableSpan(_unsafeStart: luma + 2 * row * lumaStride, count: width)
      var blueResult = unsafe MutableSpan(_unsafeStart: blues + row * blueStride, count: columns)
      var redResult = unsafe MutableSpan(_unsafeStart: reds + row * redStride, count: columns)
      table.map(
        upper.span, lower.span, blue.span, red.span, &upperResult, &lowerResult, &blueResult, &redResult)
    }
  }

  /// Reads a row of a component as codes of 10 bits; of color differences, those that belong to every second sample and row of luma.
  private func read(_ frame: inout GstVideoFrame, _ component: UInt32, _ row: Int, into codes: inout [UInt16]) {
    let available = unsafe Int(fc_frame_component_width(&frame, component))
    let rows = unsafe Int(fc_frame_component_height(&frame, component))
    // Twice as many where color differences are as many as luma.
    let (across, down) =
      unsafe component == 0
      ? (1, 1) : (2 >> Int(fc_chroma_shift(&source, 0)), 2 >> Int(fc_chroma_shift(&source, 1)))
    let stride = unsafe Int(fc_frame_component_stride(&frame, component)) * min(row * down, rows - 1)
    let step = unsafe Int(fc_frame_component_pixel_stride(&frame, component))
    // Safe: the frame is mapped, with room for every row of its layout, and rows of words begin at words.
    if isWide {
      let shift = unsafe UInt16(fc_sample_shift(&source, component)) - 2
      guard let start = unsafe fc_frame_words(&frame, component) else { return }
      let samples = unsafe Span(_unsafeStart: start + stride / 2, count: (available - 1) * (step / 2) + 1)
      widen(samples, into: &codes, step: step / 2 * across) { UInt16(littleEndian: $0) >> shift }
    } else {
      guard let start = unsafe fc_frame_component(&frame, component) else { return }
      let samples = unsafe Span(_unsafeStart: UnsafePointer(start) + stride, count: (available - 1) * step + 1)
      widen(samples, into: &codes, step: step * across) { UInt16($0) << 2 }
    }
  }
}

/// Takes every `step`-th sample; the last one again where there are too few.
@inline(__always)
private func widen<Sample>(
  _ samples: Span<Sample>, into codes: inout [UInt16], step: Int, _ code: (Sample) -> UInt16
) {
  var result = codes.mutableSpan
  let last = samples.count - 1
  for x in 0..<result.count { result[x] = min(code(samples[min(x * step, last)]), 1023) }
}
