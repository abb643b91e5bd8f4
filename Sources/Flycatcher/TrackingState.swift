// The states through which tracked objects and rectangles go.

/// The state of a tracked object or rectangle in a frame.
public enum TrackingState: String, Sendable {
  /// The first frame, at the place that a person or a detector gave.
  case nominated
  /// Seen in this frame.
  case tracked
  /// Not seen in this frame; its place is extrapolated.
  case predicted
  /// Not seen for so long that its place is not known; it is searched for.
  case lost
  /// Seen again after it was lost.
  case recovered
  /// Tracked no longer.
  case ended
}
