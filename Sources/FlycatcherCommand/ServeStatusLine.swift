// How a service goes, in one line on a terminal.
import Flycatcher
import FlycatcherServe
import GStreamerSupport

/// Draws the line below the log, again every second, until the end of its life; nothing where nobody watches.
final class ServeStatusLine: Sendable {
  private let isOver = Monitor(false)
  private static let interval: Duration = .seconds(1)

  init(_ service: Service) {
    guard Terminal.isWatched else { return }
    let isOver = isOver
    _ = StreamThread.start("fc-status") {
      var (earlier, moment) = (service.status, Moment.now)
      while isOver.wait(until: .now + Self.interval, { $0 ? true : nil }) == nil {
        let (status, now) = (service.status, Moment.now)
        ServeLog.show(Self.text(status, since: earlier, (now - moment).seconds))
        (earlier, moment) = (status, now)
      }
    }
  }

  deinit {
    isOver.change { $0 = true }
    if Terminal.isWatched { ServeLog.show("") }
  }

  /// For example `/live 30 frames/s   /court2 no picture   3 clients`, as much of it as fits in a line of the terminal.
  static func text(_ status: ServiceStatus, since earlier: ServiceStatus, _ seconds: Double) -> String {
    let streams = status.streams.map { stream in
      let before = earlier.streams.first { $0.path == stream.path }?.frames ?? 0
      guard !stream.isStalled else { return "\(stream.path) no picture" }
      return "\(stream.path) \(Progress.rate(max(stream.frames - before, 0), in: seconds))"
    }
    return Progress.joined(
      streams + ["\(status.clients) client\(status.clients == 1 ? "" : "s")"], columns: (Terminal.columns ?? 80) - 1)
  }
}
