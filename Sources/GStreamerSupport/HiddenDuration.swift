// A length that is not known before the end: what is written may come to an end before what is read.
import CGStreamer

extension Element {
  /// Keeps elements downstream from asking for the length of the stream. A muxer that knows it writes it into the header, where
  /// it stays if the process is killed.
  package func hideDuration() {
    guard let pad = unsafe pad("src") else { return }
    _ = unsafe fc_pad_add_probe(
      pad, GST_PAD_PROBE_TYPE_QUERY_UPSTREAM.rawValue | GST_PAD_PROBE_TYPE_PUSH.rawValue,
      { _, info, _ in
        guard let info = unsafe info, let data = unsafe fc_probe_data(info) else { return GST_PAD_PROBE_OK }
        let query = unsafe data.assumingMemoryBound(to: GstQuery.self)
        return unsafe fc_query_type(query) == GST_QUERY_DURATION ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK
      }, nil, nil)
    unsafe gst_object_unref(pad)
  }
}
