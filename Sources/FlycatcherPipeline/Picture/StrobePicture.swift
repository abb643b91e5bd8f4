// One picture of a whole clip: every flight over the still background, the ball shown along its path as under a
// stroboscope.
public import Flycatcher
import Synchronization

/// A picture of all trajectories of a clip.
///
/// ```swift
/// let picture = try StrobePicture(path: "flights.png")
/// // … give it to a session as an observer; when the session is over:
/// try picture.write()
/// ```
///
/// The ball's pixels come from the frames in which it was detected, so some past frames are kept. Memory is bounded: at
/// most `history` + 12 copies of a frame, each of at most about 1920 × 1080 pixels, and `maximumTrajectories` trajectories.
public final class StrobePicture: FrameObserver {
  private let file: PictureFile?
  private let palette: [OverlayColor]
  private let history: Int
  private let maximumTrajectories: Int
  private let speedUnit: SpeedUnit
  private let state: Mutex<StrobeState>

  /// Creates a picture that is written to a file. Values outside their range are clamped.
  ///
  /// - Parameters:
  ///   - path: The path of the file; its extension, .png or .svg, selects the format.
  ///   - palette: The colors of the trajectories in turn; default Okabe and Ito's.
  ///   - history: The number of newest frames that are kept, 1 to 128; default 24. Balls that are reported later than
  ///     that are not shown, their curves are.
  ///   - maximumTrajectories: The maximum number of trajectories shown, 1 to 200; default 60. Those with the most points and
  ///     the highest confidence stay, and the legend states how many there were.
  ///   - minimumConfidence: The minimum confidence of a trajectory at its end, 0 to 1; default that of
  ///     `TrajectoryDetector`. A trajectory that ends below it has been withdrawn: it is neither shown nor counted.
  ///     Trajectories are numbered in order of their beginning.
  ///   - speedUnit: The unit of the speeds in the legend; default m/s.
  /// - Throws: `PictureError` if the extension is another, or if the file cannot be written.
  public convenience init(
    path: String, palette: [OverlayColor] = .okabeIto, history: Int = 24, maximumTrajectories: Int = 60,
    minimumConfidence: Double = TrajectoryDetector.Settings().minimumConfidence,
    speedUnit: SpeedUnit = .metersPerSecond
  ) throws(PictureError) {
    self.init(
      try PictureFile(path), palette: palette, history: history, maximumTrajectories: maximumTrajectories,
      minimumConfidence: minimumConfidence, speedUnit: speedUnit)
  }

  /// Creates pictures of single trajectories, which `write(_:to:)` writes.
  ///
  /// - Parameters:
  ///   - palette: The colors of the trajectories in turn; default Okabe and Ito's.
  ///   - history: The number of newest frames that are kept, 1 to 128; default 24.
  ///   - maximumTrajectories: The maximum number of trajectories that are kept, 1 to 200; default 60.
  ///   - minimumConfidence: The minimum confidence of a trajectory at its end, 0 to 1; default that of
  ///     `TrajectoryDetector`.
  ///   - speedUnit: The unit of the speeds in the legend; default m/s.
  public convenience init(
    palette: [OverlayColor] = .okabeIto, history: Int = 24, maximumTrajectories: Int = 60,
    minimumConfidence: Double = TrajectoryDetector.Settings().minimumConfidence,
    speedUnit: SpeedUnit = .metersPerSecond
  ) {
    self.init(
      nil, palette: palette, history: history, maximumTrajectories: maximumTrajectories,
      minimumConfidence: minimumConfidence,
      speedUnit: speedUnit)
  }

  private init(
    _ file: PictureFile?, palette: [OverlayColor], history: Int, maximumTrajectories: Int, minimumConfidence: Double,
    speedUnit: SpeedUnit
  ) {
    (self.file, self.speedUnit) = (file, speedUnit)
    self.palette = palette.isEmpty ? .okabeIto : palette
    self.history = min(max(history, 1), 128)
    self.maximumTrajectories = min(max(maximumTrajectories, 1), 200)
    state = Mutex(StrobeState(minimumConfidence: min(max(minimumConfidence, 0), 1)))
  }

  /// Keeps the frame and the trajectories of its report.
  public func observe(_ frame: borrowing Frame, _ report: FrameReport) {
    state.withLock { $0.add(frame, report, history: history, maximumTrajectories: maximumTrajectories) }
  }

  /// Keeps the last observations of the stream.
  public func finish(_ report: FrameReport) {
    state.withLock { $0.finish(report, maximumTrajectories: maximumTrajectories) }
  }

  /// Draws the picture of all trajectories so far and writes it to the file.
  ///
  /// - Throws: `PictureError` if no frame has come, the file cannot be written or the picture cannot be drawn.
  public func write() throws(PictureError) {
    guard let file else { return }
    try write(page(), to: file)
  }

  /// Draws the picture of some trajectories alone and writes it to another file.
  ///
  /// - Parameters:
  ///   - trajectories: The trajectories to be shown; those that are not kept are left out.
  ///   - path: The path of the file; its extension, .png or .svg, selects the format.
  /// - Throws: `PictureError` if no frame has come, the file cannot be written or the picture cannot be drawn.
  public func write(_ trajectories: [ObservationUUID], to path: String) throws(PictureError) {
    try write(page(only: Set(trajectories)), to: PictureFile(path))
  }

  /// Draws the picture of all trajectories so far as a JPEG of limited size, for a page that is to stay small.
  ///
  /// - Parameter width: The maximum width in pixels.
  /// - Returns: `nil` if no frame has come, or if the picture cannot be drawn or encoded.
  package func jpeg(width: Int) -> [UInt8]? {
    guard let page = page(), let full = CairoCanvas(width: page.width, height: page.height)
    else { return nil }
    page.draw(on: full)
    let scale = min(Double(width) / Double(page.width), 1)
    let size = (width: Int(Double(page.width) * scale), height: Int(Double(page.height) * scale))
    guard full.isGood, let small = CairoCanvas(width: size.width, height: size.height) else { return nil }
    small.save()
    small.setAxes(origin: (0, 0), right: (scale, 0), down: (0, scale))
    small.paint(full)
    small.restore()
    guard small.isGood, let pixels = small.pixels(x: 0, y: 0, width: size.width, height: size.height) else {
      return nil
    }
    return JPEGPicture.bytes(pixels, width: size.width, height: size.height)
  }

  private func page(only wanted: Set<ObservationUUID>? = nil) -> StrobePage? {
    state.withLock { $0.page(palette, speedUnit, maximumTrajectories: maximumTrajectories, only: wanted) }
  }

  private func write(_ page: StrobePage?, to file: PictureFile) throws(PictureError) {
    guard let page else {
      throw PictureError(.noFrames, "There is no picture to write to \(file.path): no frame has come.")
    }
    let bytes =
      switch file.format {
      case .png: ByteSink.png(width: page.width, height: page.height, page.draw)
      case .svg: ByteSink.svg(width: page.width, height: page.height, page.draw)
      }
    guard let bytes else {
      throw PictureError(
        .notDrawable, "The picture for \(file.path), \(page.width) × \(page.height) pixels, could not be drawn.")
    }
    try file.write(bytes)
  }
}

/// The state of the picture: recent frames, the background and the trajectories.
struct StrobeState {
  private var recent: RecentPictures?
  private var background = BackgroundSamples()
  private(set) var flights: [ObservationUUID: StrobeTrajectory] = [:]
  /// When each of the flights that count was seen, in the order in which they were reported.
  private var beginnings: [(uuid: ObservationUUID, seen: TimeRange)] = []
  /// The number of flights that count.
  var flightCount: Int { beginnings.count }
  private var firstTime: Timestamp?
  private var lastTime = Timestamp.zero
  private var frameSize = (width: 0, height: 0)
  private let minimumConfidence: Double
  /// The maximum number of flights that are counted; a live stream may bring any number.
  private static let countLimit = 100_000

  init(minimumConfidence: Double = 0) { self.minimumConfidence = minimumConfidence }

  mutating func add(_ frame: borrowing Frame, _ report: FrameReport, history: Int, maximumTrajectories: Int) {
    let layout = StoredPicture.Layout(frame)
    if recent == nil || (beginnings.isEmpty && recent?.layout != layout) {
      // A stream that changes its size before anything flew starts anew; later, frames of another size are left out.
      recent = RecentPictures(layout, frame.orientation, limit: history)
      background = BackgroundSamples()
      frameSize = (frame.width, frame.height)
    }
    firstTime = firstTime ?? report.time
    lastTime = max(lastTime, report.time)
    guard recent?.layout == layout, recent?.orientation == frame.orientation else { return }
    recent?.add(frame)
    background.add(frame, layout)
    for case .trajectory(let flight) in report.observations { add(flight, at: report.time, maximumTrajectories) }
  }

  /// Adds the whole flights that the end of the stream makes known.
  mutating func finish(_ report: FrameReport, maximumTrajectories: Int) {
    for case .trajectory(let flight) in report.observations { add(flight, at: report.time, maximumTrajectories) }
  }

  private mutating func add(_ flight: TrajectoryObservation, at time: Timestamp, _ maximumTrajectories: Int) {
    guard let recent else { return }
    if flight.state == .ended, flight.confidence < minimumConfidence {
      flights[flight.uuid] = nil
      beginnings.removeAll { $0.uuid == flight.uuid }
      return
    }
    if flights[flight.uuid] == nil {
      // An end without a beginning belongs to a flight that was dropped to make room.
      guard flight.state != .ended, beginnings.count < Self.countLimit else { return }
      flights[flight.uuid] = StrobeTrajectory(number: 0, time: time)
      beginnings.append((flight.uuid, flight.timeRange))
    } else if let index = beginnings.lastIndex(where: { $0.uuid == flight.uuid }) {
      let start = min(beginnings[index].seen.start, flight.timeRange.start)
      beginnings[index].seen = TimeRange(from: start, to: flight.timeRange.end)
    }
    flights[flight.uuid]?.add(flight, at: time, recent)
    if flights.count > maximumTrajectories, flight.state == .ended {
      drop(flights.filter { $0.value.trail.presence.hasEnded }, downTo: maximumTrajectories)
    }
    // Flights whose end never comes must not pile up, either.
    if flights.count > 2 * maximumTrajectories {
      drop(flights.filter { $0.key != flight.uuid }, downTo: maximumTrajectories)
    }
  }

  /// Drops those of the given flights that have the least weight.
  private mutating func drop(_ candidates: [ObservationUUID: StrobeTrajectory], downTo maximum: Int) {
    let least = candidates.sorted { $0.value.weight < $1.value.weight }
    for flight in least.prefix(max(flights.count - maximum, 0)) { flights[flight.key] = nil }
  }

  /// The flights, numbered from 1 in order of their beginning, as a table of them is.
  var numberedTrajectories: [StrobeTrajectory] { numberedTrajectories(nil) }

  /// The flights, numbered, of which only some are wanted.
  private func numberedTrajectories(_ wanted: Set<ObservationUUID>?) -> [StrobeTrajectory] {
    beginnings.sorted { $0.seen.precedes($1.seen) }.enumerated().compactMap { index, beginning in
      guard wanted?.contains(beginning.uuid) ?? true else { return nil }
      var flight = flights[beginning.uuid]
      flight?.trail.number = index + 1
      return flight
    }
  }

  /// Returns the page to be drawn; `nil` if no frame has come.
  func page(
    _ palette: [OverlayColor], _ speedUnit: SpeedUnit, maximumTrajectories: Int,
    only wanted: Set<ObservationUUID>? = nil
  ) -> StrobePage? {
    guard let recent, !background.isEmpty else { return nil }
    let layout = recent.layout
    let shown = numberedTrajectories(wanted).filter { !$0.trail.points.isEmpty }.sorted { $0.weight > $1.weight }
      .prefix(maximumTrajectories).sorted { $0.trail.number < $1.trail.number }
    let still = ColorConversion(frameHeight: layout.frameHeight).pixels(
      background.median().span, layout, x: 0, y: 0, width: layout.width, height: layout.height)
    var pixels = still
    for flight in shown {
      for patch in flight.patches { patch.blend(into: &pixels, over: still, width: layout.width) }
    }
    return StrobePage(
      pixels: pixels, storedWidth: layout.width, storedHeight: layout.height, orientation: recent.orientation,
      frameSize: frameSize, flights: shown.map(\.trail), flightCount: wanted?.count ?? flightCount,
      duration: firstTime.map { (lastTime - $0).seconds } ?? 0, palette: palette,
      speedUnit: speedUnit)
  }
}
