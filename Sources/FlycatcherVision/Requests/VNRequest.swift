// The common part of all requests: results, a completion handler, a revision, a region of interest.
import Flycatcher
public import Foundation
import Synchronization

/// A function that is called when a request was performed, with the error if it failed.
public typealias VNRequestCompletionHandler = (VNRequest, (any Error)?) -> Void

/// A type with observations of any kind.
///
/// It gives `results` to `VNRequest`, while each kind of request has `results` of its own type; a class that declared
/// `results` itself would not allow that.
public protocol VNReporting: AnyObject {
  /// The observations of the newest frame; `nil` before the first frame and after a failure.
  var observations: [VNObservation]? { get }
}

extension VNReporting {
  /// The observations of the newest frame; `nil` before the first frame and after a failure.
  public var results: [VNObservation]? { observations }
}

/// A request to analyze pictures.
///
/// A stateful one is created once and performed on every frame of one stream. This class itself, and the abstract ones
/// below it, can be created but not performed: `unsupportedRequest`.
public class VNRequest: VNReporting {
  /// The observations of the newest frame; `nil` before the first frame and after a failure.
  public internal(set) var observations: [VNObservation]?
  /// The function that is called after each frame, on the thread that performs the request.
  public let completionHandler: VNRequestCompletionHandler?
  /// The revision of the request; default ``defaultRevision``. All revisions give the same results here. One that is not
  /// supported is accepted when set, and refused by `perform` with `unsupportedRevision`.
  public var revision: Int
  /// A Boolean value that Vision takes as a wish for less haste; it changes nothing here. Default false.
  public var preferBackgroundProcessing = false
  /// A Boolean value that keeps Vision off the graphics processor, which nothing here uses in any case. Default false.
  @available(*, deprecated, message: "The analysis runs on the processor in any case.")
  public var usesCPUOnly: Bool {
    get { true }
    set { _ = newValue }
  }

  private let cancellation = Atomic(false)
  /// The revision of the request when it was made, which needs no check.
  private let initialRevision: Int

  /// Creates a request that cannot be performed itself.
  ///
  /// - Parameter completionHandler: Called after each frame.
  public init(completionHandler: VNRequestCompletionHandler? = nil) {
    self.completionHandler = completionHandler
    initialRevision = Self.defaultRevision
    revision = initialRevision
  }

  /// The revisions that can be set.
  public class var supportedRevisions: IndexSet { IndexSet(integer: 1) }
  /// The revision of a new request: the newest one.
  public class var defaultRevision: Int { supportedRevisions.last ?? 1 }
  /// The newest revision.
  public class var currentRevision: Int { defaultRevision }

  /// Cancels the request: the picture on which it is being performed gives no results, or the next one does not where it
  /// is not being performed, and `perform` throws `requestCancelled`.
  ///
  /// A request can be performed again after that. Can be called from the completion handler of another request.
  public func cancel() { cancellation.store(true, ordering: .releasing) }

  /// Returns the observations of a picture. Each kind of request overrides this.
  ///
  /// - Parameter tracks: The tracks of the handler's sequence; `nil` for a handler of one picture.
  func observe(_ picture: RequestedPicture, tracks: TrackSequence?) throws(VNError) -> [VNObservation] {
    throw VNError(
      .unsupportedRequest,
      "\(type(of: self)) cannot be performed; use VNDetectTrajectoriesRequest, VNDetectRectanglesRequest, "
        + "VNTrackObjectRequest or VNTrackRectangleRequest.")
  }

  /// Forgets the pictures before: the next one begins another stream. Requests that keep something override this.
  func beginStream() {}

  /// Throws where a property that every kind of request has lies outside its range.
  func check() throws(VNError) {
    guard revision == initialRevision || type(of: self).supportedRevisions.contains(revision) else {
      let known = type(of: self).supportedRevisions.map { "\($0)" }.joined(separator: ", ")
      throw VNError(
        .unsupportedRevision, "Revision \(revision) of \(type(of: self)) is not supported; it must be one of: \(known)."
      )
    }
  }

  /// Analyzes the picture, keeps the results and calls the completion handler.
  func perform(on picture: RequestedPicture, tracks: TrackSequence?) throws(VNError) {
    do throws(VNError) {
      try checkCancellation()
      try check()
      let found = try observe(picture, tracks: tracks)
      try checkCancellation()
      observations = found
    } catch {
      observations = nil
      completionHandler?(self, error)
      throw error
    }
    completionHandler?(self, nil)
  }

  private func checkCancellation() throws(VNError) {
    guard cancellation.exchange(false, ordering: .acquiring) else { return }
    throw VNError(.requestCancelled, "The \(type(of: self)) was canceled.")
  }
}

/// A request that analyzes a part of the picture.
public class VNImageBasedRequest: VNRequest {
  /// The part of the upright picture that is analyzed, from its lower-left corner; default all of it,
  /// ``VNNormalizedIdentityRect``. Observations are relative to this part, those of tracking requests to the whole
  /// picture.
  ///
  /// A region that does not lie in the picture is accepted when set, and refused by `perform` with `invalidArgument`.
  public var regionOfInterest = VNNormalizedIdentityRect

  override func check() throws(VNError) {
    try super.check()
    let region = regionOfInterest
    guard Coordinates(region).region.isInsidePicture else {
      throw VNError(
        .invalidArgument,
        "regionOfInterest is \(region.origin.x),\(region.origin.y),\(region.size.width),\(region.size.height) (x, y, "
          + "width, height from the lower-left corner); it must have a positive area inside the picture, 0 to 1.")
    }
  }
}

/// A request that gathers evidence over the frames of one stream.
public class VNStatefulRequest: VNImageBasedRequest {
  /// The minimum time between two analyzed frames, judged on timestamps; ``CMTime/zero`` is every frame.
  public let frameAnalysisSpacing: CMTime

  /// Creates a request that cannot be performed itself.
  ///
  /// - Parameters:
  ///   - frameAnalysisSpacing: The minimum time between two analyzed frames; `.zero` is every frame.
  ///   - completionHandler: Called after each frame.
  public init(frameAnalysisSpacing: CMTime, completionHandler: VNRequestCompletionHandler? = nil) {
    self.frameAnalysisSpacing = frameAnalysisSpacing
    super.init(completionHandler: completionHandler)
  }

  /// The number of frames that must have been analyzed before there can be results.
  public var minimumLatencyFrameCount: Int { 1 }

  override func check() throws(VNError) {
    try super.check()
    guard frameAnalysisSpacing.duration != nil else {
      throw VNError(
        .invalidArgument,
        "frameAnalysisSpacing is \(frameAnalysisSpacing.seconds) s; it must be a number of seconds, 0 or more.")
    }
  }
}
