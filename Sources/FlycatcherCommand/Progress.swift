// The bar that shows how far the analysis is, how fast it goes and how long it will take.
import Flycatcher
import FlycatcherPipeline

/// One line on the terminal, drawn again a few times a second; nothing where nobody watches.
struct Progress {
  /// The length of the stream; `nil` where it is not known (a live stream).
  var duration: Duration?
  private var frames = 0
  private var isDrawn = false
  private let start = ContinuousClock.now
  private var nextDrawing: ContinuousClock.Instant?

  init(duration: Duration? = nil) {
    self.duration = duration
  }

  /// Counts a frame, and draws the bar when it is due.
  mutating func advance(to time: Timestamp) {
    frames += 1
    guard Terminal.isWatched else { return }
    let now = ContinuousClock.now
    guard let due = nextDrawing else {
      nextDrawing = now + .milliseconds(200)
      return
    }
    guard now >= due else { return }
    nextDrawing = now + .milliseconds(100)
    isDrawn = true
    Terminal.write("\r\u{1B}[K" + line(at: time, elapsed: (now - start).seconds))
  }

  /// Takes the bar away.
  mutating func clear() {
    guard isDrawn else { return }
    isDrawn = false
    Terminal.write("\r\u{1B}[K")
  }

  /// For example `[███████░░░░░]  58 %   212 frames/s   0:07 left`, as much of it as fits in a line of the terminal.
  private func line(at time: Timestamp, elapsed: Double) -> String {
    let rate = Self.rate(frames, in: elapsed)
    // The last column is left free: some terminals begin a new line there.
    let columns = (Terminal.columns ?? 80) - 1
    guard let total = duration?.seconds, total > 0 else {
      return Self.joined(["\(frames) frames", rate, Self.clock(time.seconds)], columns: columns)
    }
    let share = min(max(time.seconds / total, 0), 1)
    let left = share > 0.01 ? ["\(Self.clock(elapsed * (1 - share) / share)) left"] : []
    return Self.bar(share: share, [rate] + left)
  }

  /// Returns a bar with the share in percent and as many of the other parts as fit.
  static func bar(share: Double, _ parts: [String]) -> String {
    let columns = (Terminal.columns ?? 80) - 1
    let share = min(max(share, 0), 1)
    let percent = String(Int(share * 100))
    let padded = String(repeating: " ", count: max(3 - percent.count, 0)) + percent + " %"
    let text = joined([padded] + parts, columns: columns)
    let cells = min(columns - text.count - 3, 24)
    guard cells >= 4 else { return text }
    let filled = Int(share * Double(cells))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: cells - filled)
    return "[\(bar)] \(text)"
  }

  /// Joins as many parts as fit, from the first on.
  static func joined(_ parts: [String], columns: Int) -> String {
    parts.reduce("") { line, part in
      let longer = line.isEmpty ? part : line + "   " + part
      return longer.count <= columns ? longer : line
    }
  }

  /// A number of frames in so many seconds, as in `212 frames/s`.
  static func rate(_ frames: Int, in seconds: Double) -> String {
    "\(Int((Double(frames) / max(seconds, 1e-3)).rounded())) frames/s"
  }

  /// Seconds as `m:ss`, or `h:mm:ss` from an hour on.
  static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds.isFinite ? seconds : 0, 0), 359_999).rounded())
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, padded("\(whole % 60)", to: 2))
    return hours > 0 ? "\(hours):\(padded("\(minutes)", to: 2)):\(seconds)" : "\(minutes):\(seconds)"
  }
}
