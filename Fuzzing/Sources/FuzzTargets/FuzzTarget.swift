// The targets by their names.

/// A target: takes an input of the fuzzer, and either lives or finds a fault.
public struct FuzzTarget: Sendable {
  public let name: String
  public let run: @Sendable ([UInt8]) -> Void

  public static let all = [
    FuzzTarget(name: "trajectories", run: fuzzTrajectories),
    FuzzTarget(name: "objects", run: fuzzObjects),
    FuzzTarget(name: "rectangles", run: fuzzRectangles),
    FuzzTarget(name: "times", run: fuzzTimes),
    FuzzTarget(name: "arguments", run: fuzzArguments),
    FuzzTarget(name: "launch", run: fuzzLaunch),
    FuzzTarget(name: "overlay", run: fuzzOverlay),
    FuzzTarget(name: "elements", run: fuzzElements),
  ]
}
