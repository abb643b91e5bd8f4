// The elements of a session's pipeline, for those who feed one of their own.
package import GStreamerSupport

extension Session {
  /// The element of this name; `nil` where the pipeline has none.
  package func element(named name: String) -> Element? { job.pipeline.element(named: name) }

  /// A Boolean value indicating whether the pipeline takes the frames with the overlay.
  package var takesAnnotatedFrames: Bool { job.parts.annotated != nil }
}
