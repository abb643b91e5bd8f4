// The elements of the plugin in a harness of GStreamer's own: properties, events and metas between the buffers.
import ElementStream
import GstFlycatcher

func fuzzElements(_ bytes: [UInt8]) {
  unsafe bytes.withUnsafeBufferPointer { bytes in
    guard let start = bytes.baseAddress else { return }
    unsafe element_stream_run(start, bytes.count, { Plugin.register() })
  }
}
