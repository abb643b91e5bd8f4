// Mouse and keyboard in a video window: GStreamer's navigation events as values.
package import CGStreamer

/// Something done in a video window. Places are in pixels of the stored picture, and may lie outside it.
package enum NavigationEvent: Hashable, Sendable {
  case press(button: Int, x: Double, y: Double, isShifted: Bool)
  case move(x: Double, y: Double)
  case release(button: Int, x: Double, y: Double)
  /// The key that is called Shift goes down, or up.
  case shift(isHeld: Bool)

  /// - Returns: `nil` for events of other kinds.
  package init?(_ event: UnsafeMutablePointer<GstEvent>) {
    guard unsafe fc_event_type(event) == GST_EVENT_NAVIGATION else { return nil }
    var (x, y, button): (Double, Double, Int32) = (.nan, .nan, 0)
    switch unsafe gst_navigation_event_get_type(event) {
    case GST_NAVIGATION_EVENT_MOUSE_BUTTON_PRESS:
      guard unsafe gst_navigation_event_parse_mouse_button_event(event, &button, &x, &y) != 0 else { return nil }
      self = .press(button: Int(button), x: x, y: y, isShifted: unsafe Self.isShifted(event))
    case GST_NAVIGATION_EVENT_MOUSE_BUTTON_RELEASE:
      guard unsafe gst_navigation_event_parse_mouse_button_event(event, &button, &x, &y) != 0 else { return nil }
      self = .release(button: Int(button), x: x, y: y)
    case GST_NAVIGATION_EVENT_MOUSE_MOVE:
      guard unsafe gst_navigation_event_parse_mouse_move_event(event, &x, &y) != 0 else { return nil }
      self = .move(x: x, y: y)
    case GST_NAVIGATION_EVENT_KEY_PRESS where unsafe Self.isShiftKey(event): self = .shift(isHeld: true)
    case GST_NAVIGATION_EVENT_KEY_RELEASE where unsafe Self.isShiftKey(event): self = .shift(isHeld: false)
    default: return nil
    }
    guard (x.isFinite && y.isFinite) || isKey else { return nil }
  }

  private var isKey: Bool {
    if case .shift = self { true } else { false }
  }

  private static func isShifted(_ event: UnsafeMutablePointer<GstEvent>) -> Bool {
    var state = GST_NAVIGATION_MODIFIER_NONE
    guard unsafe gst_navigation_event_parse_modifier_state(event, &state) != 0 else { return false }
    return state.rawValue & GST_NAVIGATION_MODIFIER_SHIFT_MASK.rawValue != 0
  }

  private static func isShiftKey(_ event: UnsafeMutablePointer<GstEvent>) -> Bool {
    var name: UnsafePointer<CChar>?
    guard unsafe gst_navigation_event_parse_key_event(event, &name) != 0 else { return false }
    return ["Shift_L", "Shift_R"].contains(unsafe lent(name) ?? "")
  }
}
