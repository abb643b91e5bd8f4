// The common part of the trackers' elements: a frame of the stream in, its observations onto the same buffer.
import CGStreamer
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport

/// The properties of a tracker's element as a value.
protocol TrackerSettings: VideoSettings {
  associatedtype Target: Tracker
  /// - Throws: `FlycatcherError` naming the setting outside its range.
  func makeTracker() throws(FlycatcherError) -> Target
  /// Changes a tracker at work.
  func apply(to tracker: inout Target) throws(FlycatcherError)
}

/// The caps that the trackers' elements accept: first the formats that are read in place, then those that are copied.
let trackerCaps = capsReadInPlace + sizes + "; video/x-raw" + sizes

/// Sizes in the caps of pad templates. The frame rate is left out: caps without one are taken, too.
let sizes = ", width=(int)[ 1, max ], height=(int)[ 1, max ]"

/// An element around one tracker.
@safe class TrackerElement<Settings: TrackerSettings>: VideoElement<Settings>, @unchecked Sendable {
  private struct Counts {
    var frames: UInt64 = 0
    var analyzed: UInt64 = 0
  }

  /// Its own lock, which is held while a frame is analyzed: an application's request waits for the frame's end.
  let tracker = Monitor<Settings.Target?>(nil)
  private var frames = 0
  private var lastTime: Timestamp?
  private var segmentIsNew = false
  /// The last observations before the tracker restarted, which are reported with the next frame.
  private var pending: [Observation] = []
  private var open = OpenObservations()
  private var numbers = FrameNumbers()
  private let counts = Monitor(Counts())
  /// Makes copies that can be read; `nil` where pictures are read in place.
  private var converter: PictureConverter?

  override init(
    _ base: UnsafeMutablePointer<GstBaseTransform>, _ description: ElementDescription, _ settings: Settings,
    _ properties: [Property<Settings>]
  ) {
    unsafe super.init(base, description, settings, properties)
    unsafe gst_base_transform_set_qos_enabled(base, 1)
  }

  /// The `statistics` property.
  static var statistics: PropertySpecification {
    PropertySpecification(
      name: "statistics", nick: "Statistics",
      blurb: "Number of frames received, analyzed, and passed on without analysis (guint64 frames, analyzed, skipped)",
      kind: .structure, mutability: .readOnly)
  }

  override func extraProperty(_ index: Int) -> PropertyValue {
    let counts = counts.read { $0 }
    return .structure([
      ("frames", counts.frames), ("analyzed", counts.analyzed), ("skipped", counts.frames - counts.analyzed),
    ])
  }

  // MARK: The stream

  override func accept(_ input: Caps, _ output: Caps) -> Bool {
    guard super.accept(input, output), let layout else { return false }
    converter = nil
    guard !layout.isReadInPlace else { return true }
    converter = PictureConverter(layout)
    if converter == nil {
      fail("Pictures in \(layout.format) cannot be read.", "set_caps", code: GST_STREAM_ERROR_FORMAT)
    }
    return converter != nil
  }

  override func start() -> Bool {
    let settings = takeSettings()
    do throws(FlycatcherError) {
      let new = try settings.makeTracker()
      tracker.read { $0 = new }
    } catch {
      failSettings(error)
      return false
    }
    begin(settings.orientation)
    (frames, lastTime, segmentIsNew, pending, open) = (0, nil, false, [], OpenObservations())
    counts.read { $0 = Counts() }
    numbers.reset()
    return true
  }

  /// Prepares the tracker for the frame that it sees next.
  func prepare(_ tracker: inout Settings.Target) {}

  override func stop() {
    tracker.read { $0 = nil }
    pending = []
  }

  override func take(_ request: PointedRequest) -> Bool {
    if super.take(request) { return true }
    do throws(FlycatcherError) {
      return try tracker.read { (tracker) throws(FlycatcherError) in try tracker?.take(request) ?? false }
    } catch {
      complain("What was pointed at is refused. \(words(error))")
      return true
    }
  }

  override func notice(_ event: UnsafeMutablePointer<GstEvent>) {
    unsafe super.notice(event)
    switch unsafe fc_event_type(event) {
    case GST_EVENT_FLUSH_STOP:
      log(GST_LEVEL_DEBUG, "flushed: tracking starts anew")
      tracker.read { $0?.reset() }
      (lastTime, pending, open) = (nil, [], OpenObservations())
      numbers.reset()
    case GST_EVENT_STREAM_START:
      say(open.end(finished()))
    case GST_EVENT_EOS:
      say(finished())
      open.reset()
    case GST_EVENT_SEGMENT: segmentIsNew = true
    default: break
    }
  }

  /// Everything that is still going on ends here.
  private func finished() -> [Observation] {
    let last = tracker.read { tracker in
      defer { tracker?.reset() }
      return tracker?.finish() ?? []
    }
    let observations = pending + last
    pending = []
    return observations
  }

  /// Ends what is tracked, which is reported with the next frame.
  func beginAnew() {
    pending = open.end(finished())
    numbers.number(&pending)
    numbers.reset()
    lastTime = nil
    log(GST_LEVEL_DEBUG, "tracking starts anew, \(pending.count) observations end")
  }

  /// Sends what belongs to no buffer downstream as an event.
  private func say(_ observations: [Observation]) {
    guard let time = lastTime, !observations.isEmpty else { return }
    var report = FrameReport(frame: max(frames - 1, 0), time: time, observations: observations)
    numbers.number(&report.observations)
    if let event = unsafe ObservationMeta.event(report) { unsafe gst_pad_push_event(base.pointee.srcpad, event) }
    lastTime = nil
  }

  override func transform(_ buffer: UnsafeMutablePointer<GstBuffer>) -> GstFlowReturn {
    changeSettings()
    guard let layout else { return GST_FLOW_NOT_NEGOTIATED }
    let number = frames
    frames += 1
    counts.read { $0.frames += 1 }
    guard let time = unsafe time(of: buffer) else {
      warn(
        "timestampNotFound",
        "A buffer without a timestamp passes unanalyzed. Put an element that sets timestamps before this one, such as "
          + "videoparse, h264timestamper or videorate, or do-timestamp=true on the source.")
      return GST_FLOW_OK
    }
    guard segment.isForward else {
      warn("backward", "Played backward, buffers pass unanalyzed.")
      unsafe ObservationMeta.attach(
        FrameReport(frame: number, time: time, isAnalyzed: false), to: buffer, layout, orientation)
      return GST_FLOW_OK
    }
    unsafe beginAnewWhereTimeGoesBack(buffer, time)
    var report = FrameReport(frame: number, time: time, isAnalyzed: false)
    if unsafe !isLate(buffer), let seen = unsafe observe(buffer, layout, time) {
      report.isAnalyzed = true
      numbers.add(number, at: time)
      report.observations = pending + seen
      numbers.number(&report.observations)
      pending = []
      counts.read { $0.analyzed += 1 }
      if !report.observations.isEmpty { open.add(report.observations) }
    }
    lastTime = max(lastTime ?? time, time)
    log(
      GST_LEVEL_LOG,
      "frame \(number) at \(time.seconds) s: \(report.isAnalyzed ? "\(report.observations.count) observations" : "not analyzed")"
    )
    unsafe ObservationMeta.attach(report, to: buffer, layout, orientation)
    return GST_FLOW_OK
  }

  private func beginAnewWhereTimeGoesBack(_ buffer: UnsafeMutablePointer<GstBuffer>, _ time: Timestamp) {
    // Lost frames are no reason: the trackers see from the timestamps how much is missing.
    let isElsewhere = unsafe segmentIsNew || fc_buffer_is_discontinuity(buffer) != 0
    segmentIsNew = false
    guard let lastTime, time <= lastTime, isElsewhere || lastTime - time > TimeStep.leastJumpBack else { return }
    if !isElsewhere {
      warn(
        "timeWentBack",
        "The frames' time went back from \(lastTime.seconds) s to \(time.seconds) s. What was tracked until then has ended."
      )
    }
    beginAnew()
  }

  /// - Returns: `nil` where the frame could not be used.
  private func observe(
    _ buffer: UnsafeMutablePointer<GstBuffer>, _ layout: VideoLayout, _ time: Timestamp
  ) -> [Observation]? {
    // The second reference is gone before the buffer is changed.
    guard let lent = unsafe readable(VideoBuffer(lent: buffer)),
      let mapped = MappedVideoFrame(lent, converter?.layout ?? layout),
      let frame = mapped.frame(at: time, orientation: orientation)
    else {
      warn(
        "unreadable",
        "A buffer of \(unsafe gst_buffer_get_size(buffer)) bytes passes unanalyzed: a picture of \(layout.width)×\(layout.height) "
          + "pixels in \(layout.format) takes \(layout.size).", code: GST_STREAM_ERROR_DECODE)
      return nil
    }
    do throws(FlycatcherError) {
      let outcome = try tracker.read { (tracker) throws(FlycatcherError) -> ([Observation], [FlycatcherError])? in
        guard var current = tracker.take() else { return nil }
        defer { tracker = current }
        prepare(&current)
        return (try current.track(frame), current.refusedRegions)
      }
      for refusal in outcome?.1 ?? [] {
        warn(refusal.description, "A region of interest on a buffer is not followed. \(words(refusal))")
      }
      return outcome?.0
    } catch {
      warn("\(error.code)", "A buffer passes unanalyzed. \(words(error))")
      return nil
    }
  }

  /// The buffer itself, or a copy in a format that is read.
  private func readable(_ buffer: consuming VideoBuffer) -> VideoBuffer? {
    guard let converter else { return buffer }
    return converter.convert(buffer)
  }

  private func changeSettings() {
    let hasChanged = takeChanges { (settings) throws(FlycatcherError) in
      try tracker.read { (tracker) throws(FlycatcherError) in
        guard var current = tracker.take() else { return }
        defer { tracker = current }
        try settings.apply(to: &current)
      }
    }
    guard hasChanged, wanted(accepted) != orientation else { return }
    beginAnew()
    turn(to: wanted(accepted))
  }
}
