// The time of day of a frame, as formats outside of this project want it.
package import GStreamerSupport
import Glibc

/// A moment of Coordinated Universal Time.
package struct WallTime: Hashable, Sendable {
  /// Microseconds since the beginning of 1970.
  package var microseconds: Int64
  /// The clock that it was read from.
  package var clock: StreamClock

  package init(microseconds: Int64, clock: StreamClock = .machine) {
    (self.microseconds, self.clock) = (microseconds, clock)
  }

  /// The time that the source of a frame has given it, as RTSP cameras do; `nil` where it has given none.
  package init?(of buffer: borrowing VideoBuffer) {
    guard let nanoseconds = buffer.referenceTime else { return nil }
    (microseconds, clock) = (nanoseconds / 1000, .source)
  }

  /// The present, by the clock of this machine.
  package static var now: WallTime {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return WallTime(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  package static func + (left: WallTime, nanoseconds: Int64) -> WallTime {
    WallTime(microseconds: left.microseconds &+ nanoseconds / 1000, clock: left.clock)
  }

  /// The moment as XML and ISO 8601 write it: `2026-11-22T14:03:11.250000Z`.
  package var text: String {
    var seconds = Int(microseconds / 1_000_000)
    let fraction = Int(microseconds % 1_000_000)
    var parts = unsafe tm()
    unsafe gmtime_r(&seconds, &parts)
    let two = { (number: Int32) in Self.padded(Int(number), 2) }
    let (year, month, day) = unsafe (parts.tm_year + 1900, two(parts.tm_mon + 1), two(parts.tm_mday))
    let (hour, minute, second) = unsafe (two(parts.tm_hour), two(parts.tm_min), two(parts.tm_sec))
    return "\(year)-\(month)-\(day)T\(hour):\(minute):\(second).\(Self.padded(fraction, 6))Z"
  }

  static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
  }
}
