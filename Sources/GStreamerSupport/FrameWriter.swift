// Drawing into frames without changing what others hold, and laying them out anew for elements that know one layout only.
import CGStreamer

/// Writes into pictures of one kind. Used by one thread at a time: the app source's own.
///
/// Sendable although unchecked: reached only from the probe on the app source's pad, under that pad's stream lock; the one call from
/// elsewhere, `forgetAnswer`, goes through a monitor.
@safe final class FrameWriter: @unchecked Sendable {
  private let caps: Caps
  private var information: GstVideoInfo
  private var pool: PicturePool?
  /// A Boolean value indicating whether the elements after the app source understand strides other than the usual ones;
  /// `nil`: not asked yet.
  private let understandsLayouts = Monitor<Bool?>(nil)

  init?(_ caps: Caps) {
    guard let layout = VideoLayout(caps) else { return nil }
    self.caps = caps
    unsafe information = layout.information
  }

  func forgetAnswer() { understandsLayouts.read { $0 = nil } }

  /// - Parameter buffer: taken over.
  /// - Returns: the buffer to hand on: the same one wherever nothing must be written.
  func prepare(
    _ buffer: UnsafeMutablePointer<GstBuffer>, keepsOverlay: Bool, pad: PadReference
  ) -> UnsafeMutablePointer<GstBuffer> {
    var result = unsafe buffer
    if unsafe !hasUsualLayout(result), !isUnderstood(pad), let copy = unsafe copy(result) {
      unsafe fc_mini_object_unref(result)
      unsafe result = copy
    }
    guard !keepsOverlay, let meta = unsafe fc_buffer_composition(result), let overlay = unsafe meta.pointee.overlay
    else { return unsafe result }
    _ = unsafe fc_mini_object_ref(UnsafeMutableRawPointer(overlay))
    defer { unsafe fc_composition_unref(overlay) }
    if unsafe fc_buffer_is_exclusive(result) == 0, let copy = unsafe copy(result) {
      unsafe fc_mini_object_unref(result)
      unsafe result = copy
    }
    unsafe result = fc_buffer_make_writable(result)
    if let meta = unsafe fc_buffer_composition(result) { unsafe fc_buffer_remove_meta(result, meta) }
    var frame = unsafe GstVideoFrame()
    let flags = GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue
    if unsafe fc_frame_map(&frame, &information, result, flags) != 0 {
      unsafe gst_video_overlay_composition_blend(overlay, &frame)
      unsafe gst_video_frame_unmap(&frame)
    }
    return unsafe result
  }

  private func hasUsualLayout(_ buffer: UnsafeMutablePointer<GstBuffer>) -> Bool {
    guard let meta = unsafe fc_buffer_video_meta(buffer) else { return true }
    return unsafe fc_video_meta_is_usual(meta, &information) != 0
  }

  /// Asks the elements after the app source, once for each negotiation.
  private func isUnderstood(_ pad: PadReference) -> Bool {
    if let known = understandsLayouts.read({ $0 }) { return known }
    guard let query = unsafe gst_query_new_allocation(caps.pointer, 0) else { return false }
    defer { unsafe fc_mini_object_unref(query) }
    let answer =
      unsafe gst_pad_peer_query(pad.pointer, query) != 0
      && gst_query_find_allocation_meta(query, gst_video_meta_api_get_type(), nil) != 0
    understandsLayouts.read { $0 = answer }
    return answer
  }

  /// The same picture in memory of its own, with everything that travels with it.
  private func copy(_ buffer: UnsafeMutablePointer<GstBuffer>) -> UnsafeMutablePointer<GstBuffer>? {
    if pool == nil { pool = PicturePool(caps, size: unsafe Int(information.size)) }
    guard let target = unsafe pool?.buffer() else { return nil }
    var (from, to) = unsafe (GstVideoFrame(), GstVideoFrame())
    guard unsafe fc_frame_map(&from, &information, buffer, GST_MAP_READ.rawValue) != 0 else {
      unsafe fc_mini_object_unref(target)
      return nil
    }
    defer { unsafe gst_video_frame_unmap(&from) }
    guard unsafe fc_frame_map(&to, &information, target, GST_MAP_WRITE.rawValue) != 0 else {
      unsafe fc_mini_object_unref(target)
      return nil
    }
    unsafe gst_video_frame_copy(&to, &from)
    unsafe gst_video_frame_unmap(&to)
    unsafe fc_buffer_copy_metadata(target, buffer)
    return unsafe target
  }
}
