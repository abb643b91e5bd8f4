// The `orientation` property: which way is up in the stored picture.
import CGStreamer
import Flycatcher

extension Enumeration {
  static let orientation = Enumeration(
    "GstFlycatcherOrientation",
    [
      ("The picture stands upright", "up"), ("Mirrored left to right", "up-mirrored"),
      ("Upside down", "down"), ("Upside down and mirrored", "down-mirrored"),
      ("Mirrored, and its left side is up", "left-mirrored"), ("The right side is up", "right"),
      ("Mirrored, and its right side is up", "right-mirrored"), ("The left side is up", "left"),
      ("As the stream's orientation tag says", "auto"),
    ])
}

/// The setting of the orientation.
enum OrientationSetting: Sendable {
  case fixed(Orientation)
  /// The orientation of the stream's tag; upright where there is none.
  case auto

  /// The number of the choice, from 0.
  var choice: Int {
    get {
      switch self {
      case .fixed(let orientation): orientation.rawValue - 1
      case .auto: 8
      }
    }
    set { self = Orientation(rawValue: newValue + 1).map { .fixed($0) } ?? .auto }
  }

  /// - Parameter tag: The orientation of the stream's tag.
  func orientation(_ tag: Orientation) -> Orientation {
    switch self {
    case .fixed(let orientation): orientation
    case .auto: tag
    }
  }
}

extension Orientation {
  /// Returns the orientation of a tag event; `nil` if it holds none.
  init?(tagIn event: UnsafeMutablePointer<GstEvent>) {
    var list: UnsafeMutablePointer<GstTagList>?
    unsafe gst_event_parse_tag(event, &list)
    var text: UnsafeMutablePointer<CChar>?
    guard let list = unsafe list, unsafe gst_tag_list_get_string(list, GST_TAG_IMAGE_ORIENTATION, &text) != 0,
      let text = unsafe text
    else { return nil }
    defer { unsafe g_free(text) }
    // GStreamer's names of the eight values that EXIF has, in their order.
    let names = [
      "rotate-0", "flip-rotate-0", "rotate-180", "flip-rotate-180", "flip-rotate-270", "rotate-90", "flip-rotate-90",
      "rotate-270",
    ]
    guard let index = unsafe names.firstIndex(of: String(cString: text)) else { return nil }
    self.init(rawValue: index + 1)
  }
}
