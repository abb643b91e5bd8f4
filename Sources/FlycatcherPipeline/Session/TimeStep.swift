// The meaning of a step back in time.

/// Steps between the timestamps of neighboring frames.
package enum TimeStep {
  /// The step back from which frames are taken for another scene, and not for frames of the same one in the wrong order: longer than frames are
  /// ever out of order (some 16 of them, in H.264), shorter than any cut that people make.
  package static let leastJumpBack: Duration = .milliseconds(250)
}
