// The observations that have not ended, as far as reports tell: they end where the stream breaks off.
package import Flycatcher

/// The objects, rectangles and trajectories that have been reported and have not ended.
package struct OpenObservations: Sendable {
  private var newest: [ObservationUUID: Observation] = [:]
  private var order: [ObservationUUID] = []

  package init() {}

  package mutating func add(_ observations: [Observation]) {
    for observation in observations {
      let uuid = observation.uuid
      if observation.hasEnded {
        if newest.removeValue(forKey: uuid) != nil { order.removeAll { $0 == uuid } }
      } else if newest.updateValue(observation, forKey: uuid) == nil {
        order.append(uuid)
      }
    }
  }

  /// Ends everything.
  ///
  /// - Parameter last: The last observations of the trackers themselves.
  /// - Returns: that, and an end for each of the others, as it was seen last.
  package mutating func end(_ last: [Observation]) -> [Observation] {
    add(last)
    let others = order.compactMap { newest[$0]?.ended }
    (newest, order) = ([:], [])
    return last + others
  }

  /// Forgets everything.
  package mutating func reset() { (newest, order) = ([:], []) }
}

extension Observation {
  fileprivate var uuid: ObservationUUID {
    switch self {
    case .trajectory(let trajectory): trajectory.uuid
    case .object(let object): object.uuid
    case .rectangle(let rectangle): rectangle.uuid
    }
  }

  fileprivate var hasEnded: Bool {
    switch self {
    case .trajectory(let trajectory): trajectory.state == .ended
    case .object(let object): object.state == .ended
    case .rectangle(let rectangle): rectangle.state == .ended
    }
  }

  /// The same, as it ends.
  fileprivate var ended: Observation {
    switch self {
    case .trajectory(var trajectory):
      trajectory.state = .ended
      return .trajectory(trajectory)
    case .object(var object):
      object.state = .ended
      return .object(object)
    case .rectangle(var rectangle):
      rectangle.state = .ended
      return .rectangle(rectangle)
    }
  }
}
