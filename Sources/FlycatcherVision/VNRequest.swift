// The common part of all requests: results, a completion handler, a region of interest.
import Flycatcher
public import Foundation

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

/// A request to analyze frames. A stateful one is created once and performed on every frame of one stream.
public class VNRequest: VNReporting {
  /// The observations of the newest frame; `nil` before the first frame and after a failure.
  public internal(set) var observations: [VNObservation]?
  /// The function that is called after each frame.
  public let completionHandler: VNRequestCompletionHandler?

  package init(completionHandler: VNRequestCompletionHandler?) {
    self.completionHandler = completionHandler
  }

  /// Returns the observations of a frame. Each kind of request overrides this.
  ///
  /// - Parameter tracks: The tracks of the handler's sequence; `nil` for a handler of one picture.
  func observe(_ frame: borrowing Frame, tracks: TrackSequence?) throws(VNError) -> [VNObservation] { [] }

  /// Analyzes the frame, keeps the results and calls the completion handler.
  func perform(on frame: borrowing Frame, tracks: TrackSequence?) throws(VNError) {
    do {
      observations = try observe(frame, tracks: tracks)
    } catch {
      observations = nil
      completionHandler?(self, error)
      throw error
    }
    completionHandler?(self, nil)
  }
}

/// A request that analyzes a part of the picture.
public class VNImageBasedRequest: VNRequest {
  /// The part of the upright picture that is analyzed, from its lower-left corner; default all of it. Observations are
  /// relative to this part.
  public var regionOfInterest = CGRect(x: 0, y: 0, width: 1, height: 1)
}

/// A request that gathers evidence over the frames of one stream.
public class VNStatefulRequest: VNImageBasedRequest {
  /// The minimum time between two analyzed frames, judged on timestamps; `.zero` is every frame.
  public let frameAnalysisSpacing: CMTime

  package init(frameAnalysisSpacing: CMTime, completionHandler: VNRequestCompletionHandler?) {
    self.frameAnalysisSpacing = frameAnalysisSpacing
    super.init(completionHandler: completionHandler)
  }
}
