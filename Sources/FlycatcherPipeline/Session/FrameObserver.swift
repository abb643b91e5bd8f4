// Who wants to see the pixels beside the report: pictures, and what a user writes.
public import Flycatcher

/// Sees every analyzed frame together with its report, in order, on the session's own thread, after the trackers.
/// A frame that went by unanalyzed because the trackers were behind is not shown.
public protocol FrameObserver: AnyObject, Sendable {
  /// - Parameters:
  ///   - frame: valid during the call only; copy what is to be kept.
  ///   - report: what the trackers said about it.
  func observe(_ frame: borrowing Frame, _ report: FrameReport)

  /// Sees what only the end of the stream makes known, such as the whole of a trajectory, after the last frame. Does nothing by default.
  ///
  /// - Parameter report: what the trackers said at the end, under number and time of the last frame. Not called where they said nothing.
  func finish(_ report: FrameReport)
}

extension FrameObserver {
  public func finish(_ report: FrameReport) {}
}
