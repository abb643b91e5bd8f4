// The meta that the trackers' elements put on buffers, and the others read from them.
import CGStreamer
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport

/// `FlycatcherMeta` and the boxes on buffers, and the event for observations without a buffer.
enum ObservationMeta {
  /// `nil` where another plugin has taken the name.
  static let shared = BufferMeta(ObservationFields.metaName)

  /// - Parameter buffer: writable.
  static func attach(
    _ report: FrameReport, to buffer: UnsafeMutablePointer<GstBuffer>, _ layout: VideoLayout,
    _ orientation: Orientation
  ) {
    unsafe shared?.change(buffer) { ObservationFields.add(report, to: $0) }
    for observation in report.observations {
      guard let (name, region) = region(of: observation, layout, orientation) else { continue }
      unsafe region.attach(to: buffer, type: name, parameters: ObservationFields.parameters(observation))
    }
  }

  static func report(on buffer: UnsafeMutablePointer<GstBuffer>) -> FrameReport? {
    unsafe shared?.read(buffer) { ObservationFields.report($0) } ?? nil
  }

  /// A serialized event with the fields of the meta, for what ends with the stream.
  static func event(_ report: FrameReport) -> UnsafeMutablePointer<GstEvent>? {
    let structure = Structure("FlycatcherMeta")
    ObservationFields.add(report, to: structure.fields)
    return unsafe gst_event_new_custom(GST_EVENT_CUSTOM_DOWNSTREAM, structure.release())
  }

  static func report(in event: UnsafeMutablePointer<GstEvent>) -> FrameReport? {
    guard unsafe fc_event_type(event) == GST_EVENT_CUSTOM_DOWNSTREAM,
      unsafe gst_event_has_name(event, ObservationFields.metaName) != 0,
      let structure = unsafe fc_structure_of_event(event)
    else { return nil }
    return ObservationFields.report(unsafe Fields(structure))
  }

  /// The box of an observation in pixels of the stored picture, cut off at its edges, and what it is called.
  private static func region(
    of observation: Observation, _ layout: VideoLayout, _ orientation: Orientation
  ) -> (String, PixelRegion)? {
    switch observation {
    case .trajectory(let trajectory):
      guard trajectory.state != .ended, let newest = trajectory.detectedPoints.last else { return nil }
      let size = orientation.uprightSize(width: Double(layout.width), height: Double(layout.height))
      let (x, y) = (newest.radius, newest.radius * size.width / size.height)
      let center = newest.location
      let box = Rectangle(x: center.x - x, y: center.y - y, width: 2 * x, height: 2 * y)
      return pixels(box, layout, orientation).map { ("trajectory", $0) }
    case .object(let object):
      guard object.state != .lost, object.state != .ended else { return nil }
      let name = object.label.isEmpty ? "object" : object.label
      return pixels(object.boundingBox, layout, orientation).map { (name, $0) }
    case .rectangle(let rectangle):
      guard rectangle.state != .lost, rectangle.state != .ended else { return nil }
      let corners = rectangle.corners.corners
      let (x, y) = (corners.map(\.x).sorted(), corners.map(\.y).sorted())
      let box = Rectangle(x: x[0], y: y[0], width: x[3] - x[0], height: y[3] - y[0])
      return pixels(box, layout, orientation).map { ("rectangle", $0) }
    }
  }

  private static func pixels(_ box: Rectangle, _ layout: VideoLayout, _ orientation: Orientation) -> PixelRegion? {
    let geometry = PictureGeometry(width: layout.width, height: layout.height, orientation: orientation)
    return geometry.pixels(touchedBy: box).map { PixelRegion(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
  }
}
