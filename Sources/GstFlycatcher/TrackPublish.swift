// The element `trackpublish`: says what was seen to a file, a descriptor, the bus, or a stream of its own.
import CGStreamer
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport

/// Hands every buffer on untouched and publishes what the elements before it attached.
@safe final class TrackPublish: ConfiguredElement<TrackPublish.Settings>, @unchecked Sendable {
  struct Settings: Sendable {
    var location = ""
    var descriptor = -1
    var postsMessages = false
    var source = ""
  }

  private var lines: JSONLines?
  /// The pad, where one has been asked for; no lock is held while it is used, for pushing may have to wait.
  private var metadata: MetadataPad? { requested.read { $0 } }
  private let requested = Monitor<MetadataPad?>(nil)
  private var stream = StreamDescription(source: "")
  private var hasBegun = false
  /// The number of the last frame in this stream that was reported on. A repeated buffer, as videorate makes them, carries the same report.
  private var lastFrame: Int?
  private var statistics = SessionStatistics()
  private var started = Moment.now

  static let description = unsafe ElementDescription(
    name: "trackpublish", typeName: "GstTrackPublish", longName: "Track publisher", category: "Filter/Analyzer/Video",
    summary: "Publishes attached observations as JSON Lines, element messages or a metadata stream",
    pads: [
      PadDescription(name: "sink", direction: GST_PAD_SINK, caps: "ANY"),
      PadDescription(name: "src", direction: GST_PAD_SRC, caps: "ANY"),
      PadDescription(
        name: "metadata", direction: GST_PAD_SRC, presence: GST_PAD_REQUEST, caps: MetadataPad.caps),
    ],
    properties: properties.map(\.specification),
    make: { unsafe TrackPublish($0, $1, Settings(), properties) })

  private static let properties: [Property<Settings>] = [
    .text(
      "location", "Location", "File to write JSON Lines to; an existing one is replaced (- = standard output)",
      \.location, of: Settings(), mutability: .ready),
    Property(
      specification: PropertySpecification(
        name: "fd", nick: "File descriptor", blurb: "Open file descriptor to write JSON Lines to (-1 = none)",
        kind: .signed(-1...Int32.max, -1), mutability: .ready),
      get: { .integer($0.descriptor) },
      set: { if case .integer(let value) = $1 { $0.descriptor = value } }),
    .boolean(
      "post-messages", "Post messages", "Post an element message named FlycatcherMeta for each frame with observations",
      \.postsMessages, of: Settings()),
    .text(
      "source", "Source", "Name of the stream in the first line (empty = the file name or URI of the source)",
      \.source, of: Settings(), mutability: .ready),
  ]

  override init(
    _ base: UnsafeMutablePointer<GstBaseTransform>, _ description: ElementDescription, _ settings: Settings,
    _ properties: [Property<Settings>]
  ) {
    unsafe super.init(base, description, settings, properties)
  }

  override var changesBuffers: Bool { false }

  // MARK: The stream

  override func start() -> Bool {
    unsafe gst_base_transform_set_passthrough(base, 1)
    let settings = settings
    (hasBegun, lastFrame, statistics, started, lines) = (false, nil, SessionStatistics(), .now, nil)
    stream = StreamDescription(source: settings.source)
    do throws(PipelineError) {
      if !settings.location.isEmpty {
        lines = try JSONLines(path: settings.location)
      } else if settings.descriptor >= 0 {
        lines = JSONLines(descriptor: Int32(clamping: settings.descriptor))
      }
      // Who stops the element waits for its streaming thread, and that for the reader.
      lines?.waitForReader { [weak self] in self?.isStopping == false }
    } catch {
      fail(error.description, "\(error.code)", resource: GST_RESOURCE_ERROR_OPEN_WRITE)
      return false
    }
    return true
  }

  /// Whether the pads take nothing any more.
  private var isStopping: Bool { unsafe fc_pad_is_flushing(base.pointee.sinkpad) != 0 }

  override func stop() {
    _ = conclude()
    lines = nil
    metadata?.forget()
  }

  override func accept(_ input: Caps, _ output: Caps) -> Bool {
    guard !hasBegun, let layout = VideoLayout(input) else { return true }
    let (numerator, denominator) = layout.framerate
    (stream.width, stream.height, stream.framerate) = (layout.width, layout.height, "\(numerator)/\(denominator)")
    return true
  }

  override func notice(_ event: UnsafeMutablePointer<GstEvent>) {
    switch unsafe fc_event_type(event) {
    case GST_EVENT_CUSTOM_DOWNSTREAM:
      if let report = unsafe ObservationMeta.report(in: event) { _ = publish(report, at: nil, duration: nil) }
    case GST_EVENT_EOS:
      _ = conclude()
      unsafe metadata?.forward(event)
    case GST_EVENT_FLUSH_START, GST_EVENT_FLUSH_STOP: unsafe metadata?.forward(event)
    case GST_EVENT_STREAM_START: lastFrame = nil
    case GST_EVENT_SEGMENT: metadata?.renewSegment()
    default: break
    }
  }

  override func transform(_ buffer: UnsafeMutablePointer<GstBuffer>) -> GstFlowReturn {
    statistics.frames += 1
    let timestamp = unsafe fc_buffer_pts(buffer)
    let report = unsafe ObservationMeta.report(on: buffer)
    if !hasBegun { stream.start = report.flatMap { unsafe start(at: $0.time, buffer) } }
    guard begin() else { return refusal }
    if let metadata, !metadata.hasBegun {
      // It was asked for while the stream went on.
      unsafe metadata.begin(stream, base.pointee.segment, at: timestamp)
    }
    if report?.isAnalyzed == true { statistics.analyzed += 1 } else { statistics.skipped += 1 }
    let duration = unsafe fc_buffer_duration(buffer)
    guard let report, report.frame != lastFrame else {
      unsafe metadata?.say(nil, at: timestamp, duration: duration, base.pointee.segment)
      return GST_FLOW_OK
    }
    lastFrame = report.frame
    return publish(report, at: timestamp, duration: duration) ? GST_FLOW_OK : refusal
  }

  /// Why a buffer does not go on: the pipeline is being stopped, or the element has said what is wrong.
  private var refusal: GstFlowReturn { isStopping ? GST_FLOW_FLUSHING : GST_FLOW_ERROR }

  /// - Returns: false where it cannot be written; the element has said so.
  private func publish(_ report: FrameReport, at timestamp: UInt?, duration: UInt?) -> Bool {
    guard begin() else { return false }
    let segment = unsafe base.pointee.segment
    metadata?.say(report, at: timestamp, duration: duration, segment)
    if settings.postsMessages, !report.observations.isEmpty { post(report) }
    return write { (lines) throws(PipelineError) in try lines.write(report) }
  }

  /// The time of day at time 0: by the source's clock where the buffer has its time, else by this machine's where the stream is live.
  private func start(at time: Timestamp, _ buffer: UnsafeMutablePointer<GstBuffer>) -> WallTime? {
    let present: WallTime? = unsafe isLive(before: base.pointee.sinkpad) ? .now : nil
    return unsafe (WallTime(of: VideoBuffer(lent: buffer)) ?? present).map { $0 + -time.nanoseconds }
  }

  private func begin() -> Bool {
    guard !hasBegun else { return true }
    hasBegun = true
    if stream.source.isEmpty { stream.source = sourceName() }
    let (stream, segment) = unsafe (stream, base.pointee.segment)
    metadata?.begin(stream, segment)
    return write { (lines) throws(PipelineError) in try lines.write(stream) }
  }

  private func conclude() -> Bool {
    guard hasBegun else { return true }
    hasBegun = false
    statistics.elapsed = .now - started
    let (statistics, segment) = unsafe (statistics, base.pointee.segment)
    metadata?.end(statistics, segment)
    return write { (lines) throws(PipelineError) in try lines.write(statistics) }
  }

  private func write(_ body: (JSONLines) throws(PipelineError) -> Void) -> Bool {
    guard let lines else { return true }
    do throws(PipelineError) {
      try body(lines)
      return true
    } catch {
      guard !isStopping else { return false }
      let isFull = error.code == .diskFull
      fail(
        error.description, "\(error.code)",
        resource: isFull ? GST_RESOURCE_ERROR_NO_SPACE_LEFT : GST_RESOURCE_ERROR_WRITE)
      return false
    }
  }

  private func post(_ report: FrameReport) {
    let structure = Structure("FlycatcherMeta")
    ObservationFields.add(report, to: structure.fields)
    let element = unsafe fc_transform_element(base)
    unsafe gst_element_post_message(element, gst_message_new_element(fc_object(element), structure.release()))
  }

  /// The file name or address at the head of the pipeline.
  private func sourceName() -> String {
    guard let address = unsafe address(before: base.pointee.sinkpad) else { return "" }
    guard let path = unsafe g_filename_from_uri(address, nil, nil) else { return redacted(address) }
    defer { unsafe g_free(path) }
    return unsafe String(cString: path).split(separator: "/").last.map(String.init) ?? ""
  }

  // MARK: The pad

  override func requestPad(
    _ template: UnsafeMutablePointer<GstPadTemplate>, _ name: String?
  ) -> UnsafeMutablePointer<GstPad>? {
    guard metadata == nil, let pad = unsafe gst_pad_new_from_template(template, "metadata") else {
      return nil
    }
    // Before it is active: from then on it has a thread, which nobody would stop where the element never starts.
    let metadata = unsafe MetadataPad(pad)
    if unsafe fc_has_active_pads(fc_transform_element(base)) != 0 { unsafe gst_pad_set_active(pad, 1) }
    guard unsafe gst_element_add_pad(fc_transform_element(base), pad) != 0 else { return nil }
    requested.read { $0 = metadata }
    return unsafe pad
  }

  override func releasePad(_ pad: UnsafeMutablePointer<GstPad>) {
    requested.read { $0 = nil }
    unsafe gst_pad_set_active(pad, 0)
    unsafe gst_element_remove_pad(fc_transform_element(base), pad)
  }
}
