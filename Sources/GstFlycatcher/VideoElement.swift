// An element that knows the pictures it passes on, and hears what is pointed at in them.
import CGStreamer
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport

/// The settings of an element that reads pictures.
protocol VideoSettings: Sendable {
  /// The orientation of the stored picture.
  var orientation: OrientationSetting { get }
  /// A Boolean value indicating whether the mouse in a video window is listened to.
  var heedsNavigation: Bool { get set }
}

/// Reads the caps, and makes requests of the navigation events that come up from a video window.
@safe class VideoElement<Settings: VideoSettings>: ConfiguredElement<Settings>, @unchecked Sendable {
  private(set) var layout: VideoLayout?
  /// The orientation of the pictures; the streaming thread's own.
  private(set) var orientation = Orientation.up
  /// The orientation in the stream's tag; the streaming thread's own.
  private(set) var taggedOrientation = Orientation.up
  private let gestures = Monitor<PointerGestures?>(nil)

  /// To be called by `start`.
  func begin(_ orientation: OrientationSetting) {
    layout = nil
    gestures.read { $0 = nil }
    taggedOrientation = .up
    turn(to: orientation.orientation(.up))
  }

  /// The orientation by the settings and the stream's tag.
  func wanted(_ settings: Settings) -> Orientation { settings.orientation.orientation(taggedOrientation) }

  /// Reads the stream's orientation tag. With the next buffer, the settings are applied in any case.
  override func notice(_ event: UnsafeMutablePointer<GstEvent>) {
    switch unsafe fc_event_type(event) {
    case GST_EVENT_TAG:
      guard let tag = unsafe Orientation(tagIn: event), tag != taggedOrientation else { return }
      taggedOrientation = tag
      forgetTakenSettings()
    case GST_EVENT_STREAM_START where taggedOrientation != .up:
      taggedOrientation = .up
      forgetTakenSettings()
    default: break
    }
  }

  func turn(to orientation: Orientation) {
    self.orientation = orientation
    listen()
  }

  override func accept(_ input: Caps, _ output: Caps) -> Bool {
    guard let new = VideoLayout(input) else {
      fail("These caps are not those of raw video: \(input).", "set_caps", code: GST_STREAM_ERROR_FORMAT)
      return false
    }
    layout = new
    listen()
    log(GST_LEVEL_DEBUG, "pictures of \(new.width)×\(new.height) pixels in \(new.format)")
    return true
  }

  /// Has pictures cropped upstream. A sink that crops by itself would leave this element the whole picture.
  override func answer(_ query: UnsafeMutablePointer<GstQuery>) {
    var index: UInt32 = 0
    guard unsafe gst_query_find_allocation_meta(query, gst_video_crop_meta_api_get_type(), &index) != 0 else { return }
    unsafe gst_query_remove_nth_allocation_meta(query, index)
  }

  // MARK: The mouse

  static func navigation(_ blurb: StaticString, of defaults: Settings) -> Property<Settings> {
    .boolean("navigation", "Navigation", blurb, \.heedsNavigation, of: defaults)
  }

  /// The box that is being dragged in the window.
  var band: PointerGestures.Band? { gestures.read { $0?.band } }

  private func listen() {
    guard let layout else { return }
    let new = PointerGestures(width: layout.width, height: layout.height, orientation: orientation)
    gestures.read { $0 = new }
  }

  override func noticeUpstream(_ event: UnsafeMutablePointer<GstEvent>) -> Bool {
    guard let event = unsafe NavigationEvent(event), settings.heedsNavigation,
      let request = gestures.read({ $0?.take(event) })
    else { return false }
    return take(request)
  }

  /// Does what is asked for; on the window's thread.
  ///
  /// - Returns: `true` if it was for this element.
  func take(_ request: PointedRequest) -> Bool {
    guard case .region(let region) = request else { return false }
    return setRegion(region)
  }

  /// Sets the property `region-of-interest`, which notifies applications; `nil` is its default.
  private func setRegion(_ region: Rectangle?) -> Bool {
    let object = unsafe fc_g_object(base)
    guard let specification = unsafe fc_property(object, "region-of-interest") else { return false }
    var value = GValue()
    unsafe g_value_init(&value, fc_type_string())
    defer { unsafe g_value_unset(&value) }
    if let region {
      unsafe g_value_set_string(&value, "\(region.x),\(region.y),\(region.width),\(region.height)")
    } else {
      unsafe g_param_value_set_default(specification, &value)
    }
    unsafe g_object_set_property(object, "region-of-interest", &value)
    return true
  }
}
