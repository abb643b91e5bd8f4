// Vision's error, with its codes by their own names as far as something here can fail in that way.
package import Flycatcher

/// A failure to perform a request.
public struct VNError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure. The names are those of Vision's `VNErrorCode`.
  public enum Code: Hashable, Sendable {
    /// A property of the request lies outside its range.
    case invalidArgument
    /// The frame has no presentation time.
    case timeStampNotFound
    /// The request cannot be performed here, or not at this time.
    case invalidOperation
  }

  /// The kind of failure.
  public let code: Code
  /// One sentence for the user.
  public let localizedDescription: String

  /// One sentence for the user.
  public var description: String { localizedDescription }

  package init(_ code: Code, _ description: String) {
    self.code = code
    localizedDescription = description
  }

  package init(_ error: FlycatcherError) {
    let code: Code =
      switch error.code {
      case .settingOutOfRange, .nominationRefused: .invalidArgument
      case .timestampNotFound: .timeStampNotFound
      case .timestampNotIncreasing, .limitReached: .invalidOperation
      }
    self.init(code, error.description)
  }
}
