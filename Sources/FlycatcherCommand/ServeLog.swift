// The log of a service: a line an event on standard error, by way of swift-log.
import FlycatcherServe
import GStreamerSupport
import Logging

enum ServeLog {
  private static let logger = Logger(label: "flycatcher.serve") { _ in LineHandler() }

  /// Writes a line; none may hold a password.
  static func write(_ line: String) { logger.info("\(line)") }

  /// The line below the log on a terminal; empty is none.
  private static let status = Monitor("")

  /// Shows a text below the log, in place of the one that was there.
  static func show(_ text: String) {
    status.read { status in
      status = text
      Terminal.write("\r\u{1B}[K" + text)
    }
  }

  /// Writes each line with its time, as journals and people read it.
  private struct LineHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel: Logger.Level = .info

    func log(event: LogEvent) {
      let line = "\(UTCTime.text())  \(Arguments.shown(event.message.description))\n"
      guard Terminal.isWatched else { return Terminal.write(line) }
      ServeLog.status.read { Terminal.write("\r\u{1B}[K" + line + $0) }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }
  }
}
