// What all requests have in common: results, a completion handler, a region of interest.
import Flycatcher
public import Foundation

/// Called when a request was performed, with the error where it failed.
public typealias VNRequestCompletionHandler = (VNRequest, (any Error)?) -> Void

/// Gives `results` to a request of which no more is known than that it is one. Each kind of request has `results` of its
/// own type, which a class that declared `results` itself would not allow.
public protocol VNReporting: AnyObject {
  /// What the newest frame showed; `nil` before the first one and after a failure.
  var observations: [VNObservation]? { get }
}

extension VNReporting {
  /// What the newest frame showed; `nil` before the first one and after a failure.
  public var results: [VNObservation]? { observations }
}

/// Something to look for in frames. Made once; one that is stateful is performed on every frame of one stream.
public class VNRequest: VNReporting {
  public internal(set) var observations: [VNObservation]?
  public let completionHandler: VNRequestCompletionHandler?

  package init(completionHandler: VNRequestCompletionHandler?) {
    self.completionHandler = completionHandler
  }

  /// What the frame shows. Each kind of request has its own way.
  ///
  /// - Parameter tracks: what the handler knows of things that are followed; `nil` for a handler of one picture.
  func observe(_ frame: borrowing Frame, tracks: TrackSequence?) throws(VNError) -> [VNObservation] { [] }

  /// Looks at the frame, keeps the results and calls the completion handler.
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

/// A request that looks at a part of the picture.
public class VNImageBasedRequest: VNRequest {
  /// The part of the (upright) picture that is looked at, from its lower-left corner; default all of it. What is
  /// reported is relative to this part.
  public var regionOfInterest = CGRect(x: 0, y: 0, width: 1, height: 1)
}

/// A request that gathers evidence over the frames of one stream.
public class VNStatefulRequest: VNImageBasedRequest {
  /// Least time between two analyzed frames, judged on timestamps; `.zero`: every frame.
  public let frameAnalysisSpacing: CMTime

  package init(frameAnalysisSpacing: CMTime, completionHandler: VNRequestCompletionHandler?) {
    self.frameAnalysisSpacing = frameAnalysisSpacing
    super.init(completionHandler: completionHandler)
  }
}
