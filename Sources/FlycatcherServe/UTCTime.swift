// The time of day, for logs and notices.
package import GStreamerSupport
import Glibc

package enum UTCTime {
  /// Returns a moment of the past as ISO 8601 writes it, to the second: `2026-11-22T14:03:11Z`.
  package static func text(of moment: Moment = .now) -> String {
    var seconds = time(nil) - Int((Moment.now - moment).components.seconds)
    var parts = unsafe tm()
    unsafe gmtime_r(&seconds, &parts)
    let two = { (number: Int32) in number < 10 ? "0\(number)" : "\(number)" }
    let (year, month, day) = unsafe (parts.tm_year + 1900, two(parts.tm_mon + 1), two(parts.tm_mday))
    let (hour, minute, second) = unsafe (two(parts.tm_hour), two(parts.tm_min), two(parts.tm_sec))
    return "\(year)-\(month)-\(day)T\(hour):\(minute):\(second)Z"
  }
}
