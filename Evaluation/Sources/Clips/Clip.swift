// Clips and the files of their truth.
public import Foundation

/// A clip with the file that holds its truth.
public struct Clip: Sendable {
  public var video: URL
  public var truth: URL

  public init(video: URL, truth: URL) {
    self.video = video
    self.truth = truth
  }

  public var name: String { video.deletingPathExtension().lastPathComponent }

  /// The clips of a folder, by name.
  public static func all(in folder: URL) throws -> [Clip] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
      .map { Clip(video: $0.deletingPathExtension().appendingPathExtension("mp4"), truth: $0) }
      .filter { FileManager.default.fileExists(atPath: $0.video.path) }
      .sorted { $0.name < $1.name }
  }

  public func load<Truth: Decodable>(_ type: Truth.Type) throws -> Truth {
    try JSONDecoder().decode(type, from: Data(contentsOf: truth))
  }
}
