import Foundation

/// The sanitizer under which `make sanitize` runs the tests.
public enum Sanitizer {
  private static let library = ProcessInfo.processInfo.environment["SANITIZER_LIBRARY"]
  /// Everything takes several times as long.
  public static let isPresent = library != nil
  /// It keeps its own books in a file, which a limit on the size of files ends.
  public static let watchesThreads = library?.contains("tsan") == true
}
