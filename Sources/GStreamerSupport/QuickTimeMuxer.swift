// The needs of MP4 and QuickTime muxers for a text stream, which others do not have.
package import CGStreamer

extension Element {
  /// A Boolean value indicating whether this is a muxer of MP4 or QuickTime files, or a bin that holds one.
  ///
  /// Such a muxer (GStreamer 1.22, `find_best_pad` in gstqtmux.c) takes a stream to stand where its last buffer stood, whatever gap events
  /// say. It goes on asking a sparse stream for its next buffer while the frames pile up, and with all queues full it waits for ever.
  /// It needs a buffer for each frame, an empty one where there is nothing.
  package var isQuickTimeMuxer: Bool {
    unsafe fc_is_qt_muxer(pointer) != 0 || children.contains { $0.isQuickTimeMuxer }
  }

  /// Lets such a muxer take one buffer at a time, in order of time. By default it takes a quarter of a second of one stream before it turns to the
  /// next, which is more than waits before it.
  package func takeBuffersInOrder() {
    guard isQuickTimeMuxer else { return }
    set("interleave-time", UInt(0))
    set("interleave-bytes", UInt(0))
    for child in children { child.takeBuffersInOrder() }
  }

  /// The elements that take what comes out of a source pad.
  package static func reachable(from pad: UnsafeMutablePointer<GstPad>) -> Set<Element> {
    guard let peer = unsafe gst_pad_get_peer(pad) else { return [] }
    defer { unsafe gst_object_unref(peer) }
    guard let element = unsafe gst_pad_get_parent_element(peer) else { return [] }
    return reachable(from: [unsafe Element(taking: element)])
  }
}
