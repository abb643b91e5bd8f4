// An app source of the tests' own that gives gray pictures whatever time it is told to.
import FlycatcherPipeline

@testable import GStreamerSupport

extension Session {
  /// Pushes a gray picture of 32×32 pixels for each time, in nanoseconds, into the app source `gray`, in one segment, and ends the stream.
  /// The description must set its format to time, for it may have started already.
  func push(at times: [UInt]) throws {
    guard let element = element(named: "gray"), let source = AppSource(element, capacity: 0),
      let caps = Caps("video/x-raw,format=GRAY8,width=32,height=32,framerate=25/1")
    else { throw NoSource() }
    source.setCaps(caps)
    let pixels = [UInt8](repeating: 100, count: 32 * 32)
    for time in times { _ = source.push(pixels.span, at: time, duration: 40_000_000) }
    source.endOfStream()
    source.detach()
  }
}
