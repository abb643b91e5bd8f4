// Pictures in any raw format as planes of 8 bits, for those who look at them: more bits, red, green and blue, packed ones.
import CGStreamer

/// Makes copies of pictures in the formats that trackers read. Used by one thread at a time.
///
/// Sendable although unchecked: its owner, an element's streaming thread, is the one that uses it.
@safe package final class PictureConverter: @unchecked Sendable {
  /// The layout of the copies: I420, or GRAY8 of a gray picture.
  package let layout: VideoLayout
  private var source: GstVideoInfo
  private let pool: PicturePool
  /// `nil` where taking the upper bits of each sample is enough.
  private let converter: OpaquePointer?

  /// - Returns: `nil` for a layout that GStreamer cannot convert.
  package init?(_ layout: VideoLayout) {
    var (source, plain) = unsafe (layout.information, GstVideoInfo())
    guard unsafe fc_plain_info(&plain, &source) != 0 else { return nil }
    let isWide = unsafe fc_is_wide_plain(&source) != 0
    let converter = unsafe isWide ? nil : fc_converter_new(&source, &plain)
    let hasConverter = unsafe converter != nil
    guard isWide || hasConverter, let caps = unsafe gst_video_info_to_caps(&plain),
      let pool = unsafe PicturePool(Caps(taking: caps), size: Int(plain.size))
    else {
      if let converter = unsafe converter { unsafe gst_video_converter_free(converter) }
      return nil
    }
    self.pool = pool
    unsafe (self.source, self.converter) = (source, converter)
    unsafe self.layout = VideoLayout(information: plain)
  }

  deinit {
    if let converter = unsafe converter { unsafe gst_video_converter_free(converter) }
  }

  /// A copy with times, flags and metas, in the plain layout.
  ///
  /// - Returns: `nil` where the memory cannot be read, or there is none for the copy.
  package func convert(_ buffer: borrowing VideoBuffer) -> VideoBuffer? {
    guard let target = unsafe pool.buffer() else { return nil }
    let result = unsafe VideoBuffer(taking: target)
    var (from, to, plain) = unsafe (GstVideoFrame(), GstVideoFrame(), layout.information)
    guard unsafe fc_frame_map(&from, &source, buffer.pointer, GST_MAP_READ.rawValue) != 0 else { return nil }
    defer { unsafe gst_video_frame_unmap(&from) }
    guard unsafe fc_frame_map(&to, &plain, target, GST_MAP_WRITE.rawValue) != 0 else { return nil }
    if let converter = unsafe converter {
      unsafe gst_video_converter_frame(converter, &from, &to)
    } else {
      let count = unsafe from.info.finfo.pointee.n_components
      for component in 0..<count { unsafe narrow(&from, &to, component) }
    }
    unsafe gst_video_frame_unmap(&to)
    unsafe fc_buffer_copy_metadata(target, buffer.pointer)
    return result
  }

  /// Takes the upper eight bits of each sample of a component.
  private func narrow(_ from: inout GstVideoFrame, _ to: inout GstVideoFrame, _ component: UInt32) {
    let width = unsafe Int(fc_frame_component_width(&to, component))
    let height = unsafe Int(fc_frame_component_height(&to, component))
    let (fromStride, toStride) = unsafe (
      Int(fc_frame_component_stride(&from, component)), Int(fc_frame_component_stride(&to, component))
    )
    let step = unsafe Int(fc_frame_component_pixel_stride(&from, component)) / 2
    let shift = unsafe UInt16(fc_sample_shift(&source, component))
    guard let start = unsafe fc_frame_words(&from, component),
      let target = unsafe fc_frame_component(&to, component)
    else { return }
    for y in 0..<height {
      // Safe: both frames are mapped, with room for every row of their layouts, and rows of words begin at words.
      let row = unsafe start + y * fromStride / 2
      let samples = unsafe Span(_unsafeStart: row, count: (width - 1) * step + 1)
      var result = unsafe MutableSpan(_unsafeStart: target + y * toStride, count: width)
      narrowRow(samples, &result, step: step, shift: shift)
    }
  }
}

/// Takes the upper bits of every `step`-th sample.
private func narrowRow(_ samples: Span<UInt16>, _ result: inout MutableSpan<UInt8>, step: Int, shift: UInt16) {
  if step == 1 {
    for x in 0..<result.count { result[x] = UInt8(truncatingIfNeeded: UInt16(littleEndian: samples[x]) >> shift) }
  } else {
    for x in 0..<result.count {
      result[x] = UInt8(truncatingIfNeeded: UInt16(littleEndian: samples[x * step]) >> shift)
    }
  }
}
