// Rendered scenes as clips: encoded once, kept for later runs.
public import Foundation
public import Scenes
public import Scoring

public struct SceneFiles: Sendable {
  private let folder: URL
  private let jobs: Int
  /// Raised whenever the same seed renders another scene.
  private static let version = 1

  public init(in folder: URL, jobs: Int) throws {
    self.folder = Self.scenes(in: folder)
    self.jobs = jobs
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
  }

  /// The folder of the scenes with their truth, in that of all runs.
  public static func scenes(in folder: URL) -> URL { folder.appendingPathComponent("scenes-\(version)") }

  /// Keeps what is true of a version of a film.
  public func keep(_ truth: TrajectoryTruth) throws {
    try JSONEncoder().encode(truth).write(to: folder.appendingPathComponent(truth.name + ".json"))
  }

  /// The clips of some families, `seeds` of each; those that are not there yet are rendered.
  public func clips(_ families: [Family], seeds: Range<Int>) throws -> [Clip] {
    let scenes = families.flatMap { family in seeds.map { (family, $0) } }
    return try concurrently(scenes, jobs: jobs) { family, seed in
      Result { try clip(family, seed: UInt64(seed)) }
    }.map { try $0.get() }
  }

  private func clip(_ family: Family, seed: UInt64) throws -> Clip {
    let base = folder.appendingPathComponent("\(family.rawValue)-\(seed)")
    let clip = Clip(video: base.appendingPathExtension("mp4"), truth: base.appendingPathExtension("json"))
    // The truth is written last: where it is, the film is whole.
    if FileManager.default.fileExists(atPath: clip.truth.path) { return clip }
    let scene = family.scene(seed: seed)
    try Film.encode(
      to: clip.video, width: scene.width, height: scene.height, framesPerSecond: scene.framesPerSecond,
      frameCount: scene.frameCount
    ) { scene.frame($0) }
    try JSONEncoder().encode(scene.truth).write(to: clip.truth)
    return clip
  }
}

extension Film {
  /// Encodes I420 frames as H.264, as a phone or a camera would.
  static func encode(
    to file: URL, width: Int, height: Int, framesPerSecond: Int, frameCount: Int,
    frame: @Sendable @escaping (Int) -> [UInt8]
  ) throws {
    let byteCount = width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2)
    let elements = [
      ["fdsrc", "blocksize=\(byteCount)"],
      ["rawvideoparse", "format=i420", "width=\(width)", "height=\(height)", "framerate=\(framesPerSecond)/1"],
      ["x264enc", "speed-preset=veryfast", "pass=qual", "quantizer=21", "threads=1"], ["h264parse"], ["mp4mux"],
      ["filesink", "location=\(file.path)"],
    ]
    let result = launch(
      elements,
      input: { handle in
        for index in 0..<frameCount { try handle.write(contentsOf: Data(frame(index))) }
      })
    if let failure = result.failure { throw EvaluationError("\(file.path) cannot be encoded: \(failure)") }
  }
}
