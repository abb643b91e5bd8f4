// The terminal: results as text on standard output, messages and progress on standard error.
import CStandardStreams
import Glibc

/// The terminal, where the command runs in one.
enum Terminal {
  /// A Boolean value indicating whether standard error is a terminal.
  static let isWatched = isatty(STDERR_FILENO) == 1

  /// A Boolean value indicating whether standard output is a terminal, where lines and the progress bar meet.
  static let showsOutput = isatty(STDOUT_FILENO) == 1

  /// The number of columns of the terminal; `nil` where it does not say.
  static var columns: Int? {
    let columns = Int(fc_terminal_columns(STDERR_FILENO))
    return columns > 0 ? columns : nil
  }

  /// Opens what the caller has closed: else the next file that is opened would be taken for standard output, and be written to.
  static func occupyClosedDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // Readable only, so that writing to it fails as it would have.
      _ = unsafe open("/dev/null", O_RDONLY)
    }
  }

  /// Writes text to standard output.
  ///
  /// - Throws: `Failure` where it cannot all be written.
  static func print(_ text: String) throws(Failure) {
    do throws(FileError) {
      try Files.write(Array(text.utf8), to: STDOUT_FILENO)
    } catch {
      throw .running("Standard output cannot be written: \(error.reason).")
    }
  }

  /// Writes one message.
  static func say(_ message: String) {
    write("flycatcher: " + Arguments.shown(message) + "\n")
  }

  /// Writes text as it is.
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      _ = unsafe Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}
