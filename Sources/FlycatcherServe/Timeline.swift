// The times of a stream that goes on while its sources come and go.
import GStreamerSupport

/// Places the frames of a source, whatever their own timestamps, on a clock that only goes forward.
///
/// A frame keeps its distance to its neighbors, so that the motion stays even. One whose timestamp lies more than `tolerance` off is placed by the
/// clock instead; after `strayLimit` of those in a row the source counts as having begun a new timeline, and is followed there.
struct Timeline {
  /// The distance between a frame's timestamp and its neighbors' beyond which it is not believed, nanoseconds.
  static let tolerance: Int64 = 5_000_000_000
  /// The number of such frames in a row that make a new timeline.
  static let strayLimit = 3
  /// The least distance between two frames, nanoseconds.
  private static let step: Int64 = 1_000_000

  /// The time on the clock less the source's.
  private var offset: Int64?
  private var strays = 0
  /// The time of the newest frame; `nil` before the first one.
  private(set) var last: Int64?

  /// Begins with a source anew: its next frame is placed where the clock stands.
  mutating func beginSource() { (offset, strays) = (nil, 0) }

  /// Returns the time of the next frame.
  ///
  /// - Parameters:
  ///   - timestamp: The timestamp that the source gives it, nanoseconds.
  ///   - now: The time on the clock, nanoseconds.
  mutating func place(_ timestamp: Int64, now: Int64) -> Int64 {
    let least = last.map { $0 + Self.step } ?? 0
    let place: Int64
    if let offset, let believed = Self.sum(timestamp, offset), abs(believed - now) <= Self.tolerance {
      strays = 0
      place = max(believed, least)
    } else {
      strays += 1
      place = max(now, least)
      if offset == nil || strays >= Self.strayLimit {
        (offset, strays) = (place.subtractingReportingOverflow(timestamp).partialValue, 0)
      }
    }
    last = place
    return place
  }

  /// A Boolean value indicating whether a frame of the source has come.
  var hasSource: Bool { offset != nil }

  /// Returns the time of sound that comes with the frames; `nil` where it lies far off, or no frame has come.
  func moment(of timestamp: Int64, now: Int64) -> Int64? {
    guard let offset, let time = Self.sum(timestamp, offset), time >= 0, abs(time - now) <= Self.tolerance else {
      return nil
    }
    return time
  }

  /// Returns the time of a picture that comes of no source.
  mutating func place(now: Int64) -> Int64 {
    let place = max(now, last.map { $0 + Self.step } ?? 0)
    last = place
    return place
  }

  private static func sum(_ left: Int64, _ right: Int64) -> Int64? {
    let (sum, isTooFar) = left.addingReportingOverflow(right)
    // Not so far out that a difference to the clock overflows.
    return isTooFar || abs(sum / 4) > 1 << 60 ? nil : sum
  }
}
