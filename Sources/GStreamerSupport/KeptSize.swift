// Pictures that change their size in mid-stream, before elements that do not take that.
import CGStreamer

extension Element {
  /// Lets a `capsfilter` hold on to what its first pictures look like, size and colors; a scaler and a converter before it make every later one the same.
  package func keepFirstSize() {
    guard factoryName == "capsfilter", let pad = unsafe pad("src") else { return }
    let mask = GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
    _ = unsafe fc_pad_add_probe(
      pad, mask,
      { pad, info, _ in
        guard let pad = unsafe pad, let info = unsafe info, let data = unsafe fc_probe_data(info) else {
          return GST_PAD_PROBE_OK
        }
        let event = unsafe data.assumingMemoryBound(to: GstEvent.self)
        guard unsafe fc_event_type(event) == GST_EVENT_CAPS, let filter = unsafe gst_pad_get_parent_element(pad) else {
          return GST_PAD_PROBE_OK
        }
        var caps: UnsafeMutablePointer<GstCaps>?
        unsafe gst_event_parse_caps(event, &caps)
        if let caps = unsafe caps { unsafe fc_keep_looks(filter, caps) }
        unsafe gst_object_unref(filter)
        return GST_PAD_PROBE_REMOVE
      }, nil, nil)
    unsafe gst_object_unref(pad)
  }
}
