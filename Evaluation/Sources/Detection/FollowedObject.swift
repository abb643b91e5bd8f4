// The object tracker on decoded pictures, in the process itself: for what the command does not show.
public import Clips
@_spi(Evaluation) public import Flycatcher
import Scenes
public import Scoring

/// A clip whose frames are kept, to be followed from several frames, forward and backward.
public struct DecodedClip: Sendable {
  public let name: String
  public let truth: ObjectTruth
  private let layout: I420Layout
  private var frames: [[UInt8]] = []

  public init(_ clip: Clip) throws {
    name = clip.name
    let truth = try clip.load(ObjectTruth.self)
    self.truth = truth
    layout = I420Layout(width: Int(truth.width), height: Int(truth.height))
    var frames: [[UInt8]] = []
    try Film.decode(clip.video, layout) { frames.append($0) }
    self.frames = frames
  }

  /// The parts of the clip to follow.
  public var runs: [Run] {
    let last = min(frames.count, truth.boxes.count) - 1
    let (third, thirds) = (last / 3, 2 * last / 3)
    let runs = [
      Run(start: 0, step: 1), Run(start: third, step: 1), Run(start: thirds, step: 1), Run(start: last, step: -1),
      Run(start: thirds, step: -1), Run(start: third, step: -1), Run(start: 0, step: 2),
    ]
    return runs.filter { truth.boxes.indices.contains($0.start) }
  }

  /// A part of a clip in an order.
  public struct Run: Sendable {
    public var start: Int
    /// Frames from one to the next; below 0 backward.
    public var step: Int

    public init(start: Int, step: Int) {
      self.start = start
      self.step = step
    }
  }

  /// The box in a frame of a run, as it was measured, and the true one.
  public struct Sample: Sendable {
    public var frame: Int
    public var time: Double
    /// Relative to the picture.
    public var box: Rectangle
    public var state: TrackingState
    public var confidence: Double
    public var measurements: [Double]
    /// The log-odds where they do not come from the measurements.
    public var givenLogOdds: Double?
    /// The most that the log-odds may be, whatever is measured.
    public var mostLogOdds: Double
    /// Whether the tracker sees something in the box.
    public var isSeen: Bool
    /// Intersection over union with the true box; `nil` where the object cannot be seen.
    public var overlap: Double?
  }

  /// Follows the object from the first frame of a run; empty where it cannot be seen in that.
  ///
  /// - Parameters:
  ///   - numbers: The tuned numbers of the tracker, as far as they are not its own.
  ///   - observation: The observation model of the tracker, where it is not its own.
  package func follow(
    _ run: Run, _ settings: ObjectTracker.Settings, numbers: [String: Double] = [:],
    observation: ObservationModel? = nil, most: Int
  ) throws -> [Sample] {
    guard truth.boxes.indices.contains(run.start), let first = rectangle(run.start) else { return [] }
    var tracker = try ObjectTracker(settings)
    tracker.tunedNumbers = numbers
    if let observation { tracker.observation = observation }
    try tracker.nominate(first)
    var samples: [Sample] = []
    let last = min(frames.count, truth.boxes.count) - 1
    for (count, index) in stride(from: run.start, through: run.step > 0 ? last : 0, by: run.step).enumerated() {
      if samples.count >= most { break }
      let time = Double(count * abs(run.step)) / (truth.fps ?? 25)
      _ = try tracker.track(frames[index], layout, at: Timestamp(seconds: time))
      guard count > 0, let trace = tracker.trace.first else { continue }
      let overlap = rectangle(index).map { Self.overlap(trace.box, $0) }
      samples.append(
        Sample(
          frame: index, time: time, box: trace.box, state: trace.state, confidence: trace.confidence,
          measurements: trace.measurements, givenLogOdds: trace.givenLogOdds, mostLogOdds: trace.mostLogOdds,
          isSeen: trace.isSeen, overlap: overlap))
    }
    return samples
  }

  private func rectangle(_ frame: Int) -> Rectangle? {
    guard let box = truth.boxes[frame], box.count == 4 else { return nil }
    return Rectangle(
      x: box[0] / truth.width, y: box[1] / truth.height, width: box[2] / truth.width, height: box[3] / truth.height)
  }

  private static func overlap(_ a: Rectangle, _ b: Rectangle) -> Double {
    let width = min(a.maxX, b.maxX) - max(a.x, b.x)
    let height = min(a.maxY, b.maxY) - max(a.y, b.y)
    guard width > 0, height > 0 else { return 0 }
    return width * height / (a.width * a.height + b.width * b.height - width * height)
  }
}
