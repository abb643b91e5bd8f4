// What keeps the service from running.
import FlycatcherPipeline

/// A failure to begin serving, or the reason for its end.
package struct ServeError: Error, Sendable, CustomStringConvertible {
  package enum Code: Sendable {
    /// The configuration is not one that can be served.
    case wrongSetting
    /// The system refuses something: a port, a file.
    case failed
    /// A source has not come back in the time that it is given.
    case sourceLost
    /// An encoder has failed under way.
    case encoderLost
  }

  package let code: Code
  /// For the user; holds no password.
  package let description: String

  package init(_ code: Code = .failed, _ description: String) {
    self.code = code
    self.description = redacted(description)
  }

  init(_ description: String) { self.init(.failed, description) }
}
