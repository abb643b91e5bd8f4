// Small pictures to be laid over a frame, as GStreamer's elements know them.
package import CGStreamer

/// One small picture with its place.
@safe package final class OverlayRectangle: @unchecked Sendable {  // read only after its making; the count is atomic
  let pointer: OpaquePointer

  /// - Parameter pixels: premultiplied BGRA, `width * 4` bytes a row; copied.
  /// - Returns: `nil` where the bytes do not hold the picture, or there is none.
  package init?(x: Int, y: Int, width: Int, height: Int, pixels: borrowing Span<UInt8>) {
    let size = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !size.overflow, size.partialValue <= pixels.count / 4, let x = Int32(exactly: x),
      let y = Int32(exactly: y), let buffer = unsafe gst_buffer_new_allocate(nil, gsize(size.partialValue * 4), nil)
    else { return nil }
    unsafe pixels.withUnsafeBytes { bytes in
      _ = unsafe gst_buffer_fill(buffer, 0, bytes.baseAddress, gsize(size.partialValue * 4))
    }
    unsafe pointer = fc_overlay_rectangle(buffer, x, y, UInt32(clamping: width), UInt32(clamping: height))
  }

  deinit { unsafe fc_mini_object_unref(UnsafeMutableRawPointer(pointer)) }
}

/// Everything that is laid over one frame.
@safe package final class OverlayComposition: @unchecked Sendable {  // read only after its making; the count is atomic
  let pointer: OpaquePointer

  /// - Returns: `nil` where there is nothing to lay over.
  package init?(_ rectangles: [OverlayRectangle]) {
    guard let first = rectangles.first else { return nil }
    unsafe pointer = gst_video_overlay_composition_new(first.pointer)
    for rectangle in rectangles.dropFirst() {
      unsafe gst_video_overlay_composition_add_rectangle(pointer, rectangle.pointer)
    }
  }

  deinit { unsafe fc_mini_object_unref(UnsafeMutableRawPointer(pointer)) }
}

extension OverlayComposition {
  /// Puts the pictures on a writable buffer, over those that it may carry already.
  package func attach(to buffer: UnsafeMutablePointer<GstBuffer>) {
    guard let meta = unsafe fc_buffer_composition(buffer), let under = unsafe meta.pointee.overlay else {
      unsafe gst_buffer_add_video_overlay_composition_meta(buffer, pointer)
      return
    }
    guard let both = unsafe fc_composition_copy(under) else { return }
    for index in 0..<(unsafe fc_composition_count(pointer)) {
      unsafe gst_video_overlay_composition_add_rectangle(
        both, gst_video_overlay_composition_get_rectangle(pointer, index))
    }
    unsafe fc_composition_meta_replace(meta, both)
  }

  /// Draws the pictures into a writable buffer. Memory that someone else holds, too, is replaced by a copy first.
  ///
  /// - Returns: false where the memory cannot be written, or does not hold the picture.
  package func blend(into buffer: UnsafeMutablePointer<GstBuffer>, _ layout: VideoLayout) -> Bool {
    unsafe blendOverlay(pointer, into: buffer, layout)
  }

  /// Draws the pictures that a writable buffer carries into it, and takes them off.
  package static func blendCarried(by buffer: UnsafeMutablePointer<GstBuffer>, _ layout: VideoLayout) -> Bool {
    guard let meta = unsafe fc_buffer_composition(buffer), let overlay = unsafe meta.pointee.overlay else {
      return true
    }
    let isDrawn = unsafe blendOverlay(overlay, into: buffer, layout)
    unsafe fc_buffer_remove_meta(buffer, meta)
    return isDrawn
  }
}

private func blendOverlay(
  _ overlay: OpaquePointer, into buffer: UnsafeMutablePointer<GstBuffer>, _ layout: VideoLayout
) -> Bool {
  var frame = unsafe GstVideoFrame()
  var information = unsafe layout.information
  let flags = GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue
  guard unsafe fc_frame_map(&frame, &information, buffer, flags) != 0 else { return false }
  defer { unsafe gst_video_frame_unmap(&frame) }
  return unsafe fc_can_be_drawn_on(&frame) != 0 && gst_video_overlay_composition_blend(overlay, &frame) != 0
}

extension VideoBuffer {
  /// The buffer with pictures to be laid over it; its pixels are not touched.
  package consuming func carrying(_ overlay: OverlayComposition) -> VideoBuffer? {
    guard let writable = unsafe fc_buffer_make_writable(release()) else { return nil }
    unsafe gst_buffer_add_video_overlay_composition_meta(writable, overlay.pointer)
    return unsafe VideoBuffer(taking: writable)
  }
}
