// What clients see: the pictures of the source, and the last one with a notice while there is none.
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport
import Glibc

/// Hands pictures to the encoder at times that only go forward. Used by the source's thread.
final class StreamScreen: Sendable {
  /// The time without a picture after which the last one is shown again.
  static let stillTimeout: Duration = .seconds(1)
  /// The time between two repetitions.
  private static let repetition: Duration = .milliseconds(200)

  private struct State: ~Copyable {
    var timeline = Timeline()
    var caps: Caps?
    var layout: VideoLayout?
    var last: VideoBuffer?
    var lastShown: Moment?
    /// The moment at which the newest picture of a source was shown.
    var lastPicture: Moment?
    /// The newest time of day that the source has told, and its place in the stream.
    var told: (place: Int64, time: WallTime)?
    /// The notice, drawn for the size of the pictures.
    var notice: OverlayComposition?
  }

  private let encoder: StreamEncoder
  private let start = Moment.now
  private let state = Monitor(State())

  init(_ encoder: StreamEncoder) { self.encoder = encoder }

  /// The size of the stream; `nil` before its first picture.
  var size: (width: Int, height: Int)? { state.read { $0.layout.map { ($0.width, $0.height) } } }

  func beginSource() {
    state.read { state in
      state.timeline.beginSource()
      state.told = nil
    }
  }

  /// The pictures that come now are of these caps. The stream keeps the rate and the size of its first ones.
  func expect(_ caps: Caps) {
    state.read { state in
      guard state.caps == nil, let layout = VideoLayout(caps) else { return }
      (state.caps, state.layout) = (caps, layout)
    }
  }

  /// Shows a picture of the source.
  ///
  /// - Parameters:
  ///   - time: Its time since the beginning of the source; `nil` where its timestamp alone is known.
  ///   - reports: What has been seen since the picture before.
  ///   - isPaced: Whether to wait until its time has come, as for a file, which is read faster than it plays.
  ///   - isOver: Whether to wait no longer.
  /// - Returns: What goes along with the picture; `nil` where it could not be shown.
  @discardableResult
  func show(
    _ picture: borrowing VideoBuffer, at time: Timestamp?, _ reports: [FrameReport], isPaced: Bool, isOver: () -> Bool
  ) throws(ServeError) -> PictureFacts? {
    let (now, duration) = (clock, picture.duration)
    let given = time?.nanoseconds ?? picture.timestamp.map { Int64(clamping: $0) } ?? now
    let (place, caps, layout) = state.read { state in
      (state.timeline.place(given, now: now), state.caps, state.layout)
    }
    let own = WallTime(of: picture)
    // Not every picture is told the camera's time: GStreamer's depayloader of H.265 leaves out the key frames.
    let told = state.read { state in
      if let own { state.told = (place, own) }
      return state.told
    }
    let wall = told.map { $0.time + (place - $0.place) } ?? wallTime(at: place)
    guard let caps else { return nil }
    while isPaced, !isOver(), place > clock { usleep(UInt32(clamping: min((place - clock) / 1000, 50_000))) }
    guard let moved = picture.moved(to: UInt(clamping: place), duration: duration) else { return nil }
    state.read { state in
      state.last = moved.share()
      (state.lastShown, state.lastPicture, state.notice) = (.now, .now, nil)
    }
    let facts = PictureFacts(reports: reports, time: wall, width: layout?.width ?? 0, height: layout?.height ?? 0)
    try encoder.encode(moved, caps, facts)
    return facts
  }

  /// Shows the last picture again, a few times a second, until a moment.
  func hold(until moment: Moment, isOver: () -> Bool) {
    while .now < moment, !isOver() {
      repeatPicture()
      usleep(20_000)
    }
  }

  /// Shows the last picture again, with a notice on it, where it is time for that.
  func repeatPicture() {
    let now = clock
    let caps: Caps? = state.read { state in
      guard let shown = state.lastShown, .now - shown >= Self.repetition else { return nil }
      state.lastShown = .now
      state.notice = state.notice ?? Self.notice(state.layout, since: state.lastPicture)
      return state.caps
    }
    guard let caps else { return }
    let (place, layout) = state.read { ($0.timeline.place(now: now), $0.layout) }
    let picture: VideoBuffer? = state.read { $0.last?.moved(to: UInt(clamping: place), duration: nil) }
    guard let picture, let notice = state.read({ $0.notice }), let noticed = picture.carrying(notice) else { return }
    // An encoder that cannot be had is told of with the source's next picture.
    try? encoder.encode(
      noticed, caps, PictureFacts(time: wallTime(at: place), width: layout?.width ?? 0, height: layout?.height ?? 0))
  }

  /// Returns the text "No picture since …", drawn for pictures of a size.
  private static func notice(_ layout: VideoLayout?, since moment: Moment?) -> OverlayComposition? {
    guard let layout, let moment else { return nil }
    let text = "No picture since \(UTCTime.text(of: moment))"
    guard let image = NoticeImage.draw(text, width: layout.width, height: layout.height),
      let rectangle = OverlayRectangle(
        x: image.x, y: image.y, width: image.width, height: image.height, pixels: image.pixels.span)
    else { return nil }
    return OverlayComposition([rectangle])
  }

  /// A Boolean value indicating whether a picture of the source has been shown.
  var hasPicture: Bool { state.read { $0.timeline.hasSource } }

  /// Returns the place in the stream of sound that comes with the source's pictures; `nil` where there is none.
  ///
  /// - Parameter time: The time since the beginning of the source, nanoseconds.
  func place(ofSound time: UInt) -> UInt? {
    let now = clock
    return state.read { $0.timeline.moment(of: Int64(clamping: time), now: now) }.map { UInt(clamping: $0) }
  }

  /// The time of day at a place of the stream, by this machine's clock.
  private func wallTime(at place: Int64) -> WallTime { .now + (place - clock) }

  /// Nanoseconds since the stream began.
  private var clock: Int64 { Moment.now.nanoseconds - start.nanoseconds }
}
