// Memory for pictures that are made here: used again and again, in the usual layout.
import CGStreamer

/// A pool of buffers for pictures of one kind.
///
/// Sendable although unchecked: GstBufferPool locks its own queue.
@safe final class PicturePool: @unchecked Sendable {
  private let pool: UnsafeMutablePointer<GstBufferPool>

  /// - Returns: `nil` where there is no memory, or no such picture.
  init?(_ caps: Caps, size: Int) {
    guard let created = unsafe gst_buffer_pool_new() else { return nil }
    let settings = unsafe gst_buffer_pool_get_config(created)
    unsafe gst_buffer_pool_config_set_params(settings, caps.pointer, UInt32(clamping: size), 0, 0)
    guard unsafe gst_buffer_pool_set_config(created, settings) != 0, unsafe gst_buffer_pool_set_active(created, 1) != 0
    else {
      unsafe gst_object_unref(created)
      return nil
    }
    unsafe pool = created
  }

  deinit {
    unsafe gst_buffer_pool_set_active(pool, 0)
    unsafe gst_object_unref(pool)
  }

  /// A buffer whose content is arbitrary; `nil` where there is no memory for it. Never waits.
  func buffer() -> UnsafeMutablePointer<GstBuffer>? {
    var acquired: UnsafeMutablePointer<GstBuffer>?
    guard unsafe gst_buffer_pool_acquire_buffer(pool, &acquired, nil) == GST_FLOW_OK else { return nil }
    return unsafe acquired
  }
}
