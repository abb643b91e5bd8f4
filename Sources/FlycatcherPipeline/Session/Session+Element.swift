// The elements of a session's pipeline, for those who feed one of their own.
package import GStreamerSupport

extension Session {
  /// The element of this name; `nil` where the pipeline has none.
  package func element(named name: String) -> Element? { job.pipeline.element(named: name) }
}
