// The reports of a session as an asynchronous sequence.
public import Flycatcher
import GStreamerSupport

/// The reports of a session, in order. Iterating runs the session; leaving the loop, or canceling its task, stops it.
public struct FrameReports: AsyncSequence, Sendable {
  let session: Session

  /// An iterator over the reports of a session.
  public struct AsyncIterator: AsyncIteratorProtocol {
    /// The error of a session that comes to an early end.
    public typealias Failure = PipelineError

    let walk: Walk

    /// Returns the next report; `nil` at the end.
    ///
    /// - Throws: `PipelineError` if the session comes to an early end.
    public mutating func next() async throws(PipelineError) -> FrameReport? {
      try await walk.next()
    }
  }

  /// Returns an iterator that begins at the first frame. The session runs once, so only one iterator can be used.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(walk: Walk(session))
  }

  /// A walk over the reports; its end of life is the end of the loop.
  final class Walk: Sendable {
    private let session: Session
    private let hasBegun = Monitor(false)

    init(_ session: Session) { self.session = session }

    deinit {
      if hasBegun.read({ $0 }) { session.abandonReports() }
    }

    func next() async throws(PipelineError) -> FrameReport? {
      if !hasBegun.read({ $0 }) {
        try session.startForReader()
        hasBegun.read { $0 = true }
      }
      let result = await withTaskCancellationHandler {
        await session.reportQueue.nextResult()
      } onCancel: {
        session.abandonReports()
      }
      return try result.get()
    }
  }
}
