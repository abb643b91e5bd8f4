// Pictures of one's own at the beginning of a pipeline: a function renders them, an app source hands them on.
import CGStreamer

/// Feeds an `appsrc` with I420 pictures. Waits wherever the pipeline has enough; ends when the pipeline stops.
@safe package final class PictureFeed: Sendable {
  private let element: Element
  private let byteCount: Int
  private let framesPerSecond: Int

  /// - Parameters:
  ///   - element: an app source that nothing else feeds.
  ///   - width: pixels in a row, a multiple of 8, so that rows need no padding.
  ///   - height: an even number.
  /// - Returns: `nil` where the element is no app source, or for any other size.
  package init?(_ element: Element, width: Int, height: Int, framesPerSecond: Int) {
    guard element.isAppSource, width > 0, width % 8 == 0, width <= 32_768, height > 0, height % 2 == 0,
      height <= 32_768, framesPerSecond > 0, framesPerSecond <= 100_000
    else { return nil }
    let text = "video/x-raw,format=I420,width=\(width),height=\(height),framerate=\(framesPerSecond)/1"
    guard let caps = unsafe gst_caps_from_string(text) else { return nil }
    self.element = element
    self.framesPerSecond = framesPerSecond
    byteCount = width * height * 3 / 2
    unsafe fc_app_source_set_caps(element.pointer, caps)
    unsafe fc_mini_object_unref(caps)
    unsafe gst_util_set_object_arg(fc_g_object(element.pointer), "format", "time")
    element.set("block", true)
    element.set("max-bytes", UInt(4 * byteCount))
  }

  /// Renders and hands on on a thread of its own, from now on.
  ///
  /// - Parameters:
  ///   - count: after how many pictures the stream ends.
  ///   - render: fills the picture of the given number: a plane of luma, then the two of chroma.
  /// - Returns: false where the system grants no thread.
  package func start(count: Int, render: @escaping @Sendable (Int, inout MutableSpan<UInt8>) -> Void) -> Bool {
    StreamThread.start("pictures") { [self] in
      for number in 0..<max(count, 0) {
        guard push(number, render) == GST_FLOW_OK else { return }
      }
      _ = unsafe fc_app_source_end(element.pointer)
    }
  }

  private func push(_ number: Int, _ render: (Int, inout MutableSpan<UInt8>) -> Void) -> GstFlowReturn {
    guard let buffer = unsafe gst_buffer_new_allocate(nil, gsize(byteCount), nil) else { return GST_FLOW_ERROR }
    var map = unsafe GstMapInfo()
    guard unsafe gst_buffer_map(buffer, &map, GST_MAP_WRITE) != 0 else {
      unsafe fc_mini_object_unref(buffer)
      return GST_FLOW_ERROR
    }
    var picture = unsafe MutableSpan(_unsafeStart: map.data, count: byteCount)
    render(number, &picture)
    unsafe gst_buffer_unmap(buffer, &map)
    // Each from the whole, so that no error adds up.
    let time = { (number: Int) in GstClockTime(number) &* 1_000_000_000 / GstClockTime(self.framesPerSecond) }
    unsafe fc_buffer_set_times(buffer, time(number), time(number + 1) - time(number))
    return unsafe fc_app_source_push(element.pointer, buffer)
  }
}
