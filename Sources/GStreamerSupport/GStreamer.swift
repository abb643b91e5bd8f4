// Starting GStreamer, once for the process, before anything else here is used.
import CGStreamer

/// A failure of GStreamer, in words for the user.
package struct GStreamerError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: Hashable, Sendable {
    case cannotStart, syntax, unknownElement, unknownName, unknownProperty, wrongProperty, cannotLink, empty, other
  }

  package let code: Code
  /// The unknown elements' names, for `unknownElement`.
  package let elements: [String]
  package let description: String

  package init(_ code: Code, _ description: String, elements: [String] = []) {
    self.code = code
    self.elements = elements
    self.description = description
  }
}

/// GStreamer as a whole.
@safe package enum GStreamer {
  private static let outcome: Result<Void, GStreamerError> = {
    var error: UnsafeMutablePointer<GError>?
    guard unsafe gst_init_check(nil, nil, &error) != 0 else {
      return .failure(GStreamerError(.cannotStart, unsafe take(error) ?? "GStreamer cannot be started."))
    }
    return .success(())
  }()

  /// Loads GStreamer and its plugin registry the first time; later calls cost nothing. Safe from any thread.
  package static func start() throws(GStreamerError) {
    try outcome.get()
  }

  /// Ends GStreamer if it is being traced, which is when its tracers report, for example `leaks`; otherwise the end of
  /// the process does that quicker. Nothing of GStreamer may be used afterwards.
  package static func finishTracing() {
    guard unsafe g_getenv("GST_TRACERS") != nil, gst_is_initialized() != 0,
      StreamThread.waitForAll(until: .now + .seconds(2))
    else { return }
    gst_deinit()
  }

  /// Returns a Boolean value indicating whether an element of this name is installed.
  package static func hasElement(_ name: String) -> Bool {
    guard (try? start()) != nil, let factory = unsafe gst_element_factory_find(name) else { return false }
    unsafe fc_object_unref(factory)
    return true
  }

  /// Lets `decodebin` and its like take one element before another, in this process, wherever both will do; or takes that back.
  package static func prefer(_ name: String, over other: String, _ isPreferred: Bool = true) {
    guard (try? start()) != nil, let first = unsafe gst_element_factory_find(name) else { return }
    defer { unsafe fc_object_unref(first) }
    guard let second = unsafe gst_element_factory_find(other) else { return }
    defer { unsafe fc_object_unref(second) }
    let rank = unsafe fc_rank(second)
    // One that the user has switched off (GST_PLUGIN_FEATURE_RANK) stays so.
    guard unsafe fc_rank(first) > 0 else { return }
    unsafe fc_set_rank(first, isPreferred ? rank + 1 : max(rank, 1) - 1)
  }
}

/// A C string that GStreamer lends.
func lent(_ text: UnsafePointer<CChar>?) -> String? {
  guard let text = unsafe text else { return nil }
  return unsafe String(cString: text)
}

/// A C string that GStreamer gives away.
func take(_ text: UnsafeMutablePointer<CChar>?) -> String? {
  guard let text = unsafe text else { return nil }
  defer { unsafe g_free(text) }
  return unsafe String(cString: text)
}

/// The message of an error that GStreamer gives away.
func take(_ error: UnsafeMutablePointer<GError>?) -> String? {
  guard let error = unsafe error else { return nil }
  defer { unsafe g_error_free(error) }
  return unsafe lent(error.pointee.message)
}
