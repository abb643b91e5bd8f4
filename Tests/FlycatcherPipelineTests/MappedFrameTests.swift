// What a buffer says of its layout is not believed: its memory must hold it.
import CGStreamer
import Testing

@testable import GStreamerSupport

@Suite struct MappedFrameTests {
  private func component(height: UInt32, bytes: Int, stride: Int32) throws -> Int? {
    try GStreamer.start()
    let caps = try #require(Caps("video/x-raw,format=GRAY8,width=64,height=64"))
    let layout = try #require(VideoLayout(caps))
    let pointer = try unsafe #require(gst_buffer_new_allocate(nil, gsize(bytes), nil))
    let buffer = unsafe VideoBuffer(taking: pointer)
    var (offsets, strides) = ([gsize](repeating: 0, count: 4), [stride, 0, 0, 0])
    unsafe gst_buffer_add_video_meta_full(
      pointer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_GRAY8, 64, height, 1, &offsets, &strides)
    guard let frame = MappedVideoFrame(buffer, layout) else { return nil }
    return frame.component(0)?.bytes.count
  }

  @Test func aLayoutWithRoomBehindItsRowsIsRead() throws {
    #expect(try component(height: 64, bytes: 63 * 80 + 64, stride: 80) == 63 * 80 + 64)
  }

  @Test(arguments: [100, 63 * 80 + 63])
  func aLayoutThatReachesBeyondTheMemoryIsRefused(bytes: Int) throws {
    #expect(try component(height: 64, bytes: bytes, stride: 80) == nil)
  }

  @Test func rowsThatRunUpwardAreRefused() throws {
    #expect(try component(height: 64, bytes: 64 * 64, stride: -64) == nil)
  }
}
