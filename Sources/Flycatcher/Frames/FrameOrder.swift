// The order of frames in time, judged in one way by every tracker.

/// Tells the next frame from one out of order, and one out of order from a stream that has begun anew.
///
/// A frame whose time does not come after that of the frame before is refused. Where a few in a row are refused whose
/// times increase among themselves, the stream has gone back: a clock was set, or a source began again.
struct FrameOrder: Sendable {
  /// The place of an admitted frame in its stream.
  enum Place: Hashable, Sendable {
    /// The first of a stream, or the next one.
    case next
    /// The first of a stream that has gone back in time, after one that ended at a time.
    case restart(after: Timestamp)
  }

  /// The number of frames in a row that must be out of order until the stream counts as begun anew: more than a
  /// decoder that hands out its frames in coding order brings.
  private static let confirmations = 4

  /// The time of the newest admitted frame.
  private(set) var last: Timestamp?
  private var refused: (newest: Timestamp, count: Int)?

  /// Admits the next frame.
  ///
  /// - Throws: `FlycatcherError` where the frame's time does not come after that of the frame before.
  mutating func admit(_ time: Timestamp) throws(FlycatcherError) -> Place {
    guard let last, time <= last else {
      (self.last, refused) = (time, nil)
      return .next
    }
    let count = refused.map { time > $0.newest ? $0.count + 1 : 1 } ?? 1
    guard count < Self.confirmations else {
      (self.last, refused) = (time, nil)
      return .restart(after: last)
    }
    refused = (time, count)
    throw .timestampNotIncreasing(time, after: last)
  }

  /// Forgets the stream.
  mutating func reset() { (last, refused) = (nil, nil) }
}
