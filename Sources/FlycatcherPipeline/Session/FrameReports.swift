// What `for try await` walks over.
public import Flycatcher
import GStreamerSupport

/// The reports of a session, in order. To iterate is to run the session; to leave the loop, or to cancel its task, stops it.
public struct FrameReports: AsyncSequence, Sendable {
  let session: Session

  public struct AsyncIterator: AsyncIteratorProtocol {
    public typealias Failure = PipelineError

    let walk: Walk

    /// Returns the next report; `nil` at the end.
    ///
    /// - Throws: `PipelineError` where the session comes to an early end.
    public mutating func next() async throws(PipelineError) -> FrameReport? {
      try await walk.next()
    }
  }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(walk: Walk(session))
  }

  /// One walk over the reports; its end of life is the end of the loop.
  final class Walk: Sendable {
    private let session: Session
    private let hasBegun = Monitor(false)

    init(_ session: Session) { self.session = session }

    deinit {
      if hasBegun.read({ $0 }) { session.abandonReports() }
    }

    func next() async throws(PipelineError) -> FrameReport? {
      let isFirst = hasBegun.read { hasBegun in
        defer { hasBegun = true }
        return !hasBegun
      }
      if isFirst { try session.startForReader() }
      let result = await withTaskCancellationHandler {
        await session.reportQueue.nextResult()
      } onCancel: {
        session.abandonReports()
      }
      return try result.get()
    }
  }
}
