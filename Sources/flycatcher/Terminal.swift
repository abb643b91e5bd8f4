// What the user sees beside the results: messages and progress, on standard error.
import Glibc

/// Standard error, and whether somebody looks at it.
enum Terminal {
  /// Whether standard error is a terminal.
  static let isWatched = isatty(STDERR_FILENO) == 1

  /// Writes one message.
  static func say(_ message: String) {
    write("flycatcher: " + message + "\n")
  }

  /// Writes text as it is.
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      _ = unsafe Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}
