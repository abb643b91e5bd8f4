// The element `trackoverlay`: draws what the elements before it attached.
import CGStreamer
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport

/// Draws with the session's own painter: as an overlay composition where downstream takes it, else into the picture.
@safe final class TrackOverlay: VideoElement<TrackOverlay.Settings>, @unchecked Sendable {
  private var overlay: StreamOverlay?
  private var attaches = false
  /// The caps of the frames where the overlay is drawn into them here.
  private var drawnInto: Caps?
  private var lastTime: Timestamp?

  static let description = unsafe ElementDescription(
    name: "trackoverlay", typeName: "GstTrackOverlay", longName: "Track overlay",
    category: "Filter/Editor/Video",
    summary: "Draws the trajectories, objects and rectangles that were attached to the buffers",
    pads: [
      PadDescription(name: "sink", direction: GST_PAD_SINK, caps: caps),
      PadDescription(name: "src", direction: GST_PAD_SRC, caps: caps),
    ],
    properties: properties.map(\.specification),
    make: { unsafe TrackOverlay($0, $1, Settings(), properties) })

  private static let caps =
    [
      "video/x-raw", "video/x-raw(meta:GstVideoOverlayComposition)",
      "video/x-raw(memory:SystemMemory,meta:GstVideoOverlayComposition)",
    ].map { $0 + sizes }.joined(separator: "; ")

  // MARK: Negotiation

  /// Lets caps that carry overlays become caps that do not, and the reverse; `choose` selects one.
  override func transformCaps(_ caps: Caps, from direction: GstPadDirection) -> Caps? {
    let (carrying, plain) = (caps.withOverlayComposition, caps.withoutOverlayComposition)
    return direction == GST_PAD_SINK ? carrying.merged(with: plain) : plain.merged(with: carrying)
  }

  /// Takes the feature if an element downstream names it and draws what buffers carry.
  override func choose(_ others: Caps, for caps: Caps, from direction: GstPadDirection) -> Caps? {
    guard direction == GST_PAD_SINK else { return nil }
    let carrying = caps.withOverlayComposition.intersection(others)
    if !carrying.isEmpty, unsafe carrying.isDrawnDownstream(of: base.pointee.srcpad) { return carrying.fixated }
    let plain = caps.withoutOverlayComposition.intersection(others)
    return plain.isEmpty ? carrying.fixated : plain.fixated
  }

  override func accept(_ input: Caps, _ output: Caps) -> Bool {
    guard super.accept(input, output) else { return false }
    attaches = output.namesOverlayComposition
    drawnInto = attaches ? nil : output
    overlay?.draw(into: drawnInto)
    return true
  }

  // MARK: The stream

  override func start() -> Bool {
    let settings = takeSettings()
    do throws(FlycatcherError) {
      overlay = StreamOverlay(style: try settings.style(), orientation: settings.orientation.orientation(.up))
    } catch {
      failSettings(error)
      return false
    }
    begin(settings.orientation)
    lastTime = nil
    return true
  }

  override func stop() { overlay = nil }

  override func notice(_ event: UnsafeMutablePointer<GstEvent>) {
    unsafe super.notice(event)
    switch unsafe fc_event_type(event) {
    case GST_EVENT_FLUSH_STOP, GST_EVENT_STREAM_START:
      overlay?.reset()
      lastTime = nil
    case GST_EVENT_CUSTOM_DOWNSTREAM:
      if let report = unsafe ObservationMeta.report(in: event) { overlay?.add(report) }
    default: break
    }
  }

  override func transform(_ buffer: UnsafeMutablePointer<GstBuffer>) -> GstFlowReturn {
    changeSettings()
    guard let layout else { return GST_FLOW_OK }
    guard let time = unsafe time(of: buffer) else {
      // What others drew needs no time of ours.
      return unsafe passOn(buffer, with: nil, layout)
    }
    if let lastTime, time < lastTime { overlay?.reset() }
    lastTime = time
    if var report = unsafe ObservationMeta.report(on: buffer) {
      report.time = time
      overlay?.add(report)
    }
    overlay?.show(band)
    unsafe overlay?.look(at: VideoBuffer(lent: buffer), layout, time: time, orientation: orientation)
    let composition = overlay?.composition(at: time, width: layout.width, height: layout.height)
    return unsafe passOn(buffer, with: composition, layout)
  }

  /// Attaches a composition to a buffer, or draws it and what the buffer carries.
  private func passOn(
    _ buffer: UnsafeMutablePointer<GstBuffer>, with composition: OverlayComposition?, _ layout: VideoLayout
  ) -> GstFlowReturn {
    if attaches {
      unsafe composition?.attach(to: buffer)
      return GST_FLOW_OK
    }
    let isDrawn =
      unsafe OverlayComposition.blendCarried(by: buffer, layout) && composition?.blend(into: buffer, layout) ?? true
    if !isDrawn {
      warn(
        "unwritable",
        "A buffer of \(unsafe gst_buffer_get_size(buffer)) bytes passes without the overlay: a picture "
          + "of \(layout.width)×\(layout.height) pixels in \(layout.format) takes \(layout.size).",
        code: GST_STREAM_ERROR_FAILED)
    }
    return GST_FLOW_OK
  }

  private func changeSettings() {
    _ = takeChanges { (settings) throws(FlycatcherError) in
      let style = try settings.style()
      if wanted(settings) == orientation {
        overlay?.apply(style)
      } else {
        turn(to: wanted(settings))
        overlay = StreamOverlay(style: style, orientation: orientation)
        overlay?.draw(into: drawnInto)
      }
    }
  }
}
