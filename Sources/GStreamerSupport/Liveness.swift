// The question to whoever produces a stream whether it does so in its own time, as cameras do.
package import CGStreamer

/// Returns a Boolean value indicating whether what comes before a pad is live, as far as is known yet.
///
/// - Parameter pad: A sink pad.
package func isLive(before pad: UnsafeMutablePointer<GstPad>) -> Bool {
  guard let query = unsafe gst_query_new_latency() else { return false }
  defer { unsafe fc_mini_object_unref(query) }
  guard unsafe gst_pad_peer_query(pad, query) != 0 else { return false }
  var (isLive, least, most): (gboolean, UInt, UInt) = (0, 0, 0)
  unsafe gst_query_parse_latency(query, &isLive, &least, &most)
  return isLive != 0
}
