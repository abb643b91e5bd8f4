// Where a test puts its files.
import Foundation

/// A folder of its own for a test, gone with it.
public final class Folder: Sendable {
  public let root: String

  public init() throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("flycatcher-\(UUID())").path
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  public func path(_ name: String) -> String { root + "/" + name }
}
