// What the tracker measured in the newest frame, for the evaluation that fits its observation model.

extension ObjectTracker {
  /// The measurements of an object in the newest frame.
  @_spi(Evaluation) public struct Trace: Sendable {
    public static let measurementNames = BoxMeasurements.Name.allCases.map { "\($0)" }
    /// The box that was measured, relative to the upright picture.
    public var box: Rectangle
    public var measurements: [Double]
    /// The log-odds where they do not come from the measurements.
    public var givenLogOdds: Double?
    /// The most that the log-odds may be, whatever is measured.
    public var mostLogOdds: Double
    /// Whether something that may be the object is seen in the box.
    public var isSeen: Bool
    public var state: TrackingState
    public var confidence: Double
  }

  /// The measurements of every object in the newest frame.
  @_spi(Evaluation) public var trace: [Trace] {
    objects.map { object in
      let values = object.measured.values
      return Trace(
        box: geometry.upright(object.measuredBox), measurements: values.indices.map { Double(values[$0]) },
        givenLogOdds: object.givenLogOdds, mostLogOdds: object.mostLogOdds, isSeen: !object.isMissing,
        state: object.state, confidence: object.confidence)
    }
  }

  /// How likely a box lies on its object, for objects that are nominated from now on.
  @_spi(Evaluation) public var observation: ObservationModel {
    get { parameters.observation }
    set { parameters.observation = newValue }
  }
}
