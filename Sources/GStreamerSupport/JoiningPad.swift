// Where a stream comes together with others, as in a muxer: what has arrived there goes into the file, whatever ends first.
package import CGStreamer

/// The pad through which a stream enters the first element with several inputs, and the number of buffers that have come to it.
@safe package final class JoiningPad: Sendable {
  private let pad: PadReference
  private let probe: UInt
  private let arrived: Arrived

  private final class Arrived: Sendable {
    let count = Monitor(0)
  }

  /// - Parameter source: A source pad; what is linked to it is followed as long as one pad leads into each element, and one out of it.
  /// - Returns: `nil` where the stream comes to its end, or is split, before it joins another.
  package init?(after source: UnsafeMutablePointer<GstPad>) {
    guard let pad = unsafe Self.find(after: source) else { return nil }
    let arrived = Arrived()
    (self.pad, self.arrived) = (pad, arrived)
    probe = unsafe fc_pad_add_probe(
      pad.pointer, GST_PAD_PROBE_TYPE_BUFFER.rawValue,
      { _, _, data in
        if let data = unsafe data {
          unsafe Unmanaged<Arrived>.fromOpaque(data).takeUnretainedValue().count.change { $0 += 1 }
        }
        return GST_PAD_PROBE_OK
      }, Unmanaged.passRetained(arrived).toOpaque(),
      { data in
        if let data = unsafe data { unsafe Unmanaged<Arrived>.fromOpaque(data).release() }
      })
  }

  deinit { unsafe gst_pad_remove_probe(pad.pointer, gulong(probe)) }

  /// The longest time that is waited for: a muxer that takes no more before another stream goes on is not behind.
  private static let longestWait: Duration = .milliseconds(250)

  /// Waits until so many buffers have come to the pad since it was found.
  ///
  /// Some muxers, as matroskamux, end their file with the video, whether the last line of a text stream has come or not: the video ends after this.
  package func awaitArrival(of count: Int) {
    _ = arrived.count.wait(until: .now + Self.longestWait) { $0 >= count ? true : nil }
  }

  private static func find(after source: UnsafeMutablePointer<GstPad>) -> PadReference? {
    unsafe gst_object_ref(source)
    var source = unsafe PadReference(taking: source)
    while let peer = unsafe gst_pad_get_peer(source.pointer) {
      let entry = unsafe PadReference(taking: peer)
      guard let element = unsafe gst_pad_get_parent_element(peer) else { return nil }
      defer { unsafe gst_object_unref(element) }
      if unsafe fc_joins_streams(element) != 0 { return entry }
      guard let next = unsafe fc_through_pad(element) else { return nil }
      source = unsafe PadReference(taking: next)
    }
    return nil
  }
}
