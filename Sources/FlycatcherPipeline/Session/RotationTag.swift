// The rotation of a file's picture, read from its header before the pipeline that reads the file is made.
import GStreamerSupport

/// The rotation tag of a video file, as phones write it.
package enum RotationTag {
  /// The elements that are asked for their tags: those of the first video stream, parsed and not decoded.
  private static let streams = [
    "video/x-h264", "video/x-h265", "video/x-av1", "video/x-vp8", "video/x-vp9", "video/mpeg", "video/x-prores",
    "image/jpeg",
  ]
  private static let timeout: Duration = .seconds(2)

  /// Returns a Boolean value indicating whether the file is known to need no turning: then frames need not go through
  /// `videoflip`, which copies even those that it does not turn.
  ///
  /// - Parameter location: the file's path, escaped for a pipeline description.
  /// - Returns: false where the tag asks for turning, and where nothing could be learned.
  package static func isUpright(location: String) -> Bool {
    let caps = streams.joined(separator: ";")
    let text = "filesrc location=\(location) ! parsebin ! capsfilter caps=\"\(caps)\" ! fakesink"
    guard let pipeline = try? Pipeline(text) else { return false }
    let bus = pipeline.bus
    defer { pipeline.setState(.null, within: timeout) }
    guard let change = pipeline.setState(.paused, within: timeout), change != .failure else { return false }
    let deadline = Moment.now + timeout
    while .now < deadline {
      switch bus.next(timeout: .milliseconds(20)) {
      case .orientationTag(let tag): return tag == "rotate-0"
      case .prerolled: return true
      case .error, .endOfStream: return false
      case nil where pipeline.element.hasGivenUp: return false
      default: break
      }
    }
    return false
  }
}
