// What the app sink answers the elements before it.
import CGStreamer
import Testing

@testable import GStreamerSupport

@Suite struct AppSinkTests {
  /// A pool that is asked for, if only by its size, makes libav's decoders negotiate anew with each picture of some widths.
  @Test func takesAnyStrideAndAsksForNoPool() throws {
    try GStreamer.start()
    let pipeline = try Pipeline("videotestsrc ! appsink name=frames")
    let raw = try #require(Caps("video/x-raw"))
    let element = try #require(pipeline.element(named: "frames"))
    let sink = try #require(AppSink(element, capacity: 2, caps: raw))
    let caps = try #require(Caps("video/x-raw,format=I420,width=1300,height=1080"))
    let pointer = try unsafe #require(sink.element.pad("sink"))
    let pad = unsafe PadReference(taking: pointer)
    let query = try unsafe #require(gst_query_new_allocation(caps.pointer, 1))
    defer { unsafe fc_mini_object_unref(query) }
    #expect(unsafe gst_pad_query(pad.pointer, query) != 0)
    #expect(unsafe gst_query_find_allocation_meta(query, gst_video_meta_api_get_type(), nil) != 0)
    #expect(unsafe gst_query_get_n_allocation_pools(query) == 0)
  }
}
