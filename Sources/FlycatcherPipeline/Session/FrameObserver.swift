// The protocol of those who see the pixels beside the reports, such as the picture of all flights.
public import Flycatcher
package import GStreamerSupport

/// An observer of every analyzed frame with its report, in order, on the session's own thread, after the trackers.
///
/// Frames that pass unanalyzed because the trackers are behind are not observed. ``Session/seek(to:)`` returns `false` to
/// an observer.
public protocol FrameObserver: AnyObject, Sendable {
  /// Observes a frame that has been analyzed.
  ///
  /// - Parameters:
  ///   - frame: The frame, which is valid during the call only.
  ///   - report: The observations of the trackers.
  func observe(_ frame: borrowing Frame, _ report: FrameReport)

  /// Observes what only the end of the stream makes known, such as the whole of a trajectory, after the last frame.
  ///
  /// The default implementation does nothing.
  ///
  /// - Parameter report: The last observations of the trackers, with the number and time of the last frame. Without any,
  ///   the function is not called.
  func finish(_ report: FrameReport)
}

extension FrameObserver {
  /// Does nothing.
  public func finish(_ report: FrameReport) {}
}

/// An observer that takes the buffer itself, which it may hold.
package protocol BufferObserver: FrameObserver {
  /// Observes the buffer of a frame that has been analyzed.
  func observe(_ buffer: borrowing VideoBuffer, _ layout: VideoLayout, _ report: FrameReport)
}

extension BufferObserver {
  /// Does nothing: the buffer is observed.
  package func observe(_ frame: borrowing Frame, _ report: FrameReport) {}
}
