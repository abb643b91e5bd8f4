// Buffers on their way between pipelines: other times for the same memory, and what an encoder makes of them.
import CGStreamer

extension VideoBuffer {
  /// Returns a buffer that shares the memory of this one, at another time.
  ///
  /// - Returns: `nil` where memory is short.
  package borrowing func moved(to timestamp: UInt, duration: UInt?) -> VideoBuffer? {
    guard let copy = unsafe gst_buffer_copy(pointer) else { return nil }
    unsafe fc_buffer_set_times(copy, timestamp, duration ?? UInt.max)
    return unsafe VideoBuffer(taking: copy)
  }

  /// Lends the buffer to a C function that takes a `GstBuffer`.
  package borrowing func withRawPointer<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result {
    unsafe body(UnsafeMutableRawPointer(pointer))
  }
}

extension Element {
  /// Sets a property to a text, where there is one of that name.
  package func setText(_ property: String, _ text: String) {
    guard unsafe fc_has_string_property(pointer, property) != 0 else { return }
    unsafe fc_set_string(pointer, property, text)
  }

  /// Asks the encoder before this element for a key frame.
  package func requestKeyFrame() {
    guard let event = unsafe gst_video_event_new_upstream_force_key_unit(UInt.max, 1, 0) else { return }
    unsafe gst_element_send_event(pointer, event)
  }
}
