// Pictures without times, as cameras send them one after another over HTTP: what tells when they were taken is when they come.
package import CGStreamer

extension Pipeline {
  /// Stamps the parts of a multipart stream over HTTP that come without a time with that since the first of them arrived.
  ///
  /// It concerns the demuxer that a decoder finds for itself. Files have no moment of arrival.
  func stampArrivals() {
    _ = unsafe fc_on_deep_element_added(element.pointer) { _, _, demuxer, _ in
      guard let demuxer = unsafe demuxer, unsafe lent(fc_factory_name(demuxer)) == "multipartdemux" else { return }
      _ = unsafe fc_on_pad_added(demuxer) { demuxer, pad, _ in
        guard let demuxer = unsafe demuxer, let pad = unsafe pad, unsafe comesOverHTTP(to: demuxer) else { return }
        unsafe ArrivalClock.stamp(pad)
      }
    }
  }
}

/// Whether what an element takes in comes over HTTP.
private func comesOverHTTP(to element: UnsafeMutablePointer<GstElement>) -> Bool {
  guard let pad = unsafe gst_element_get_static_pad(element, "sink") else { return false }
  defer { unsafe gst_object_unref(pad) }
  guard let address = unsafe address(before: pad) else { return false }
  return address.hasPrefix("http://") || address.hasPrefix("https://")
}

/// Returns the address of the source that feeds a sink pad; `nil` where it has none.
package func address(before pad: UnsafeMutablePointer<GstPad>) -> String? {
  guard let query = unsafe gst_query_new_uri() else { return nil }
  defer { unsafe fc_mini_object_unref(query) }
  guard unsafe gst_pad_peer_query(pad, query) != 0 else { return nil }
  var address: UnsafeMutablePointer<CChar>?
  unsafe gst_query_parse_uri(query, &address)
  return unsafe take(address)
}

/// The time since the first picture of a stream came.
@safe private final class ArrivalClock: Sendable {
  /// The moment of the first picture, and the time of the newest one.
  private let known = Monitor<(first: Moment, newest: Int64)?>(nil)

  /// Lets every buffer without a time that passes a pad have that of its arrival.
  static func stamp(_ pad: UnsafeMutablePointer<GstPad>) {
    _ = unsafe fc_pad_add_probe(
      pad, GST_PAD_PROBE_TYPE_BUFFER.rawValue,
      { _, info, data in
        guard let info = unsafe info, let data = unsafe data, let held = unsafe fc_probe_data(info) else {
          return GST_PAD_PROBE_OK
        }
        let buffer = unsafe held.assumingMemoryBound(to: GstBuffer.self)
        guard unsafe buffer.pointee.pts == .max else { return GST_PAD_PROBE_OK }
        let clock = unsafe Unmanaged<ArrivalClock>.fromOpaque(data).takeUnretainedValue()
        guard let own = unsafe fc_buffer_make_writable(buffer) else { return GST_PAD_PROBE_OK }
        unsafe own.pointee.pts = clock.next()
        unsafe fc_probe_set_data(info, own)
        return GST_PAD_PROBE_OK
      }, Unmanaged.passRetained(ArrivalClock()).toOpaque(),
      { data in
        if let data = unsafe data { unsafe Unmanaged<ArrivalClock>.fromOpaque(data).release() }
      })
  }

  /// Returns nanoseconds, more each time.
  private func next() -> GstClockTime {
    let now = Moment.now
    return known.change { known in
      let first = known?.first ?? now
      let time = max(now.nanoseconds - first.nanoseconds, (known?.newest ?? -1) + 1)
      known = (first, time)
      return GstClockTime(time)
    }
  }
}
