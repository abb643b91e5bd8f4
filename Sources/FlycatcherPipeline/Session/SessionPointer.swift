// The mouse over a session's window: what it asks for goes from the window's thread to those of the stream.
import Flycatcher
import GStreamerSupport

/// Gestures as they are made, and what they ask for until somebody takes it up.
final class SessionPointer: Sendable {
  /// The marks that a gesture shows on the picture.
  struct Marks {
    /// The box that is being dragged.
    var band: PointerGestures.Band?
    /// The region of interest where one has been dragged; the inner `nil`: it has been taken back.
    var region: Rectangle??
  }

  private struct State {
    var gestures: PointerGestures?
    var requests: [PointedRequest] = []
    var region: Rectangle??
  }

  private let state = Monitor(State())
  private static let mostRequests = 256

  /// From now on places refer to pictures of this size.
  func setPicture(width: Int, height: Int, orientation: Orientation) {
    state.read { $0.gestures = PointerGestures(width: width, height: height, orientation: orientation) }
  }

  func take(_ event: NavigationEvent) {
    state.read { state in
      guard let request = state.gestures?.take(event), state.requests.count < Self.mostRequests else { return }
      state.requests.append(request)
      if case .region(let region) = request { state.region = .some(region) }
    }
  }

  /// Returns the requests since the last call.
  func takeRequests() -> [PointedRequest] {
    state.read { state in
      defer { state.requests.removeAll(keepingCapacity: true) }
      return state.requests
    }
  }

  var marks: Marks { state.read { Marks(band: $0.gestures?.band, region: $0.region) } }
}
