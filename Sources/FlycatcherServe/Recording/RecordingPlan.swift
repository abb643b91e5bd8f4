// How a stream is recorded.

/// The settings of a recording.
package struct RecordingPlan: Sendable {
  /// What of a stream is recorded.
  package enum Content: Sendable {
    /// The video that clients see.
    case annotated
    /// The video of the source as it is coded.
    case clean
  }

  /// Which parts of a stream are recorded, where not all of it is: those in which something is seen.
  package struct Events: Sendable {
    /// The time before an event that is recorded with it, at least.
    package var before: Duration = .seconds(5)
    /// The time after an event that is recorded with it.
    package var after: Duration = .seconds(5)

    package init() {}
  }

  /// The kind of the files; each is playable up to wherever writing stopped.
  package enum Container: String, CaseIterable, Sendable {
    case matroska = "mkv"
    /// MP4 in fragments, each with an index of its own.
    case mp4

    /// The extension of the files' names.
    var fileExtension: String { rawValue }

    /// The element that takes the files apart.
    var demuxer: String {
      switch self {
      case .matroska: "matroskademux"
      case .mp4: "qtdemux"
      }
    }
  }

  /// The folder of the files.
  package var folder: String
  package var content: Content = .annotated
  package var container: Container = .matroska
  /// `nil` is all of the stream.
  package var events: Events?
  /// A Boolean value indicating whether the sound of the source is recorded, where it has any.
  package var hasSound = false
  /// A Boolean value indicating whether a WebVTT file goes beside each file.
  package var hasCues = false
  /// The length of a file; it ends with the first key frame after that.
  package var segment: Duration = .seconds(600)
  /// The age from which a file is removed; `nil` is never.
  package var keepsFor: Duration?
  /// The bytes that all files of the stream may take; beyond it the oldest is removed. `nil` is no limit.
  package var keepsBytes: Int?

  package init(folder: String) { self.folder = folder }

  /// The free bytes of the disk below which recording waits.
  static let leastFree = 32_000_000
}
