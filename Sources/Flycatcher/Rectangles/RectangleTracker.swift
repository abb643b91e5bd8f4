// The rectangle tracker: what was nominated or detected is followed, looked for when lost, and keeps its identity.

/// Follows the four corners of rectangles under perspective: of those the user nominates and, where wanted, of those it detects.
public struct RectangleTracker: Tracker {
  /// What a user can set. Each default is named here once.
  public struct Settings: Hashable, Sendable {
    /// How rectangles are detected; `nil` (default): only nominated ones are followed.
    public var detection: RectangleDetector.Settings?
    /// Least time between two detections while there is something to follow, 0 to 1 h; default 0.5 s. 0: in every frame.
    public var detectionInterval: Duration = .milliseconds(500)
    /// How long the place of a rectangle that is not seen is extrapolated before it is reported as lost, 0 to 1 h; default 0.4 s.
    public var predictionTime: Duration = .milliseconds(400)
    /// How long a lost rectangle that was detected, not nominated, is looked for before it is reported as ended, 0 to 1 h; default 2 s.
    public var recoveryTime: Duration = .seconds(2)

    public init() {}

    /// - Throws: `FlycatcherError` naming the first setting outside its range.
    public func validate() throws(FlycatcherError) {
      try detection?.validate()
      try check("detectionInterval", detectionInterval)
      try check("predictionTime", predictionTime)
      try check("recoveryTime", recoveryTime)
    }

    private func check(_ name: String, _ value: Duration) throws(FlycatcherError) {
      guard value >= .zero, value <= .seconds(3600) else {
        throw .outOfRange(name, "\(value)", allowed: "0 to 1 h")
      }
    }
  }

  public let settings: Settings
  private var nominations: [Quad] = []
  private var followed: [FollowedRectangle] = []
  private var pyramid = PicturePyramid()
  private var lastTime: Timestamp?

  /// - Throws: `FlycatcherError` naming the first setting outside its range.
  public init(_ settings: Settings = Settings()) throws(FlycatcherError) {
    try settings.validate()
    self.settings = settings
  }

  public mutating func nominate(_ quad: Quad) throws(FlycatcherError) {
    nominations.append(quad)
  }

  public mutating func track(_ frame: borrowing Frame) throws(FlycatcherError) -> [Observation] {
    let plane = frame.luma
    let time = frame.timestamp
    pyramid.update(plane)
    for i in followed.indices { followed[i].follow(pyramid, plane, time: time, patience: settings.predictionTime) }
    for quad in nominations {
      let size = SIMD2(Float(plane.width), Float(plane.height))
      func p(_ p: Point) -> SIMD2<Float> { SIMD2(Float(p.x), Float(p.y)) * size }
      let q = PixelQuad(a: p(quad.topLeft), b: p(quad.topRight), c: p(quad.bottomRight), d: p(quad.bottomLeft))
      if let f = FollowedRectangle(q, confidence: 1, isNominated: true, time: time, pyramid: pyramid, plane: plane) {
        followed.append(f)
      }
    }
    nominations = []
    return followed.map { f in
      let q = f.corners
      func p(_ p: SIMD2<Float>) -> Point {
        Point(x: Double(p.x) / Double(plane.width), y: Double(p.y) / Double(plane.height))
      }
      return .rectangle(
        RectangleObservation(
          uuid: f.uuid, state: f.state, time: time, confidence: Double(f.confidence),
          corners: Quad(topLeft: p(q.a), topRight: p(q.b), bottomRight: p(q.c), bottomLeft: p(q.d))))
    }
  }

  public mutating func finish() -> [Observation] { [] }
  public mutating func reset() {}
}
