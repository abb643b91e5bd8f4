// A picture as a JPEG, by GStreamer's encoder.
import GStreamerSupport

enum JPEGPicture {
  private static let timeout: Duration = .seconds(10)

  /// Returns a picture as a JPEG; `nil` where it cannot be encoded.
  ///
  /// - Parameter pixels: BGRA without padding.
  static func bytes(_ pixels: [UInt8], width: Int, height: Int) -> [UInt8]? {
    let text = "appsrc name=picture ! videoconvert ! jpegenc quality=82 ! appsink name=jpeg"
    let caps = "video/x-raw,format=BGRx,width=\(width),height=\(height),framerate=1/1"
    guard let pipeline = try? Pipeline(text), let first = pipeline.element(named: "picture"),
      let source = AppSource(first, capacity: 0), let last = pipeline.element(named: "jpeg"), let any = Caps("ANY"),
      let sink = AppSink(last, capacity: 1, caps: any), let caps = Caps(caps)
    else { return nil }
    defer {
      sink.close()
      pipeline.setState(.null, within: timeout)
      sink.detach()
      source.detach()
    }
    source.setCaps(caps)
    guard pipeline.setState(.playing) != .failure, case .ok = source.push(pixels.span, at: 0, duration: nil) else {
      return nil
    }
    source.endOfStream()
    let deadline = Moment.now + timeout
    while .now < deadline {
      switch sink.next(until: deadline) {
      case .buffer(let buffer, _): return buffer.bytes
      case .endOfStream: return nil
      case .closed: return nil
      case .timeout: return nil
      default: break
      }
    }
    return nil
  }
}
