// The time of the day by the system's clock, as text.
import Glibc

enum ClockText {
  /// Seconds since the beginning of 1970, UTC.
  static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Returns a time as ISO 8601 writes it, to the millisecond.
  static func text(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e11 else { return "" }
    let milliseconds = Int((seconds * 1000).rounded(.down))
    let days = (Double(milliseconds) / 86_400_000).rounded(.down)
    let rest = milliseconds - Int(days) * 86_400_000
    let (year, month, day) = date(Int(days))
    func digits(_ number: Int, _ count: Int) -> String { padded("\(number)", to: count) }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T"
      + "\(digits(rest / 3_600_000, 2)):\(digits(rest / 60_000 % 60, 2)):\(digits(rest / 1000 % 60, 2))."
      + "\(digits(rest % 1000, 3))Z"
  }

  /// The Gregorian date of a day counted from the beginning of 1970 (Hinnant, "chrono-Compatible Low-Level Date
  /// Algorithms", 2014).
  private static func date(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let day = shifted - era * 146_097
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let calendarMonth = month < 10 ? month + 3 : month - 9
    return (year + era * 400 + (calendarMonth <= 2 ? 1 : 0), calendarMonth, dayOfYear - (153 * month + 2) / 5 + 1)
  }
}
