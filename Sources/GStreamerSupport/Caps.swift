// The content of a stream: caps, and the layout of raw pictures that they describe.
package import CGStreamer

/// Caps: media types with their fields, immutable.
///
/// Sendable although unchecked: the GstCaps is only read, and its reference count is atomic.
@safe package final class Caps: @unchecked Sendable, Equatable, CustomStringConvertible {
  package let pointer: UnsafeMutablePointer<GstCaps>

  /// Takes over the caller's reference.
  package init(taking pointer: UnsafeMutablePointer<GstCaps>) {
    unsafe self.pointer = pointer
  }

  /// Keeps a reference of its own.
  package init(lent pointer: UnsafeMutablePointer<GstCaps>) {
    unsafe self.pointer = pointer
    _ = unsafe fc_mini_object_ref(pointer)
  }

  /// - Returns: `nil` where the text is not valid.
  package convenience init?(_ text: String) {
    // Types of values have no names before.
    guard (try? GStreamer.start()) != nil, let pointer = unsafe gst_caps_from_string(text) else { return nil }
    unsafe self.init(taking: pointer)
  }

  deinit { unsafe fc_mini_object_unref(pointer) }

  package var description: String { unsafe take(gst_caps_to_string(pointer)) ?? "" }

  package var isEmpty: Bool { unsafe gst_caps_is_empty(pointer) != 0 }

  package func intersection(_ other: Caps) -> Caps {
    unsafe Caps(taking: gst_caps_intersect_full(pointer, other.pointer, GST_CAPS_INTERSECT_FIRST))
  }

  package static func == (left: Caps, right: Caps) -> Bool {
    unsafe gst_caps_is_equal(left.pointer, right.pointer) != 0
  }

  /// The same caps with the feature of overlay compositions: pictures to be laid over the frame come along as a meta.
  package var withOverlayComposition: Caps {
    guard let copy = unsafe gst_caps_copy(pointer) else { return self }
    let count = unsafe gst_caps_get_size(copy)
    for index in 0..<count {
      if let features = unsafe gst_caps_get_features(copy, index) {
        unsafe gst_caps_features_add(features, Caps.overlayFeature)
      }
    }
    return unsafe Caps(taking: copy)
  }

  /// A Boolean value indicating whether the caps name the overlay feature; caps with any features at all do not count.
  package var namesOverlayComposition: Bool {
    guard unsafe gst_caps_is_any(pointer) == 0 else { return false }
    let count = unsafe gst_caps_get_size(pointer)
    for index in 0..<count {
      guard let features = unsafe gst_caps_get_features(pointer, index), unsafe gst_caps_features_is_any(features) == 0
      else { continue }
      if unsafe gst_caps_features_contains(features, Caps.overlayFeature) != 0 { return true }
    }
    return false
  }

  /// The same caps without that feature.
  package var withoutOverlayComposition: Caps {
    guard let copy = unsafe gst_caps_copy(pointer) else { return self }
    let count = unsafe gst_caps_get_size(copy)
    for index in 0..<count {
      if let features = unsafe gst_caps_get_features(copy, index), unsafe gst_caps_features_is_any(features) == 0 {
        unsafe gst_caps_features_remove(features, Caps.overlayFeature)
      }
    }
    return unsafe Caps(taking: copy)
  }

  /// These, then what the others have beyond them.
  package func merged(with others: Caps) -> Caps {
    guard let first = unsafe gst_caps_copy(pointer), let second = unsafe gst_caps_copy(others.pointer),
      let both = unsafe gst_caps_merge(first, second)
    else { return self }
    return unsafe Caps(taking: both)
  }

  /// One of what is possible.
  package var fixated: Caps {
    guard let copy = unsafe gst_caps_copy(pointer), unsafe gst_caps_is_empty(copy) == 0,
      let fixed = unsafe gst_caps_fixate(copy)
    else { return self }
    return unsafe Caps(taking: fixed)
  }

  /// Returns a Boolean value indicating whether somebody after this pad names these caps, overlay feature and all, and
  /// draws what buffers carry.
  package func isDrawnDownstream(of pad: UnsafeMutablePointer<GstPad>?) -> Bool {
    guard let pad = unsafe pad, let taken = unsafe gst_pad_peer_query_caps(pad, pointer) else { return false }
    let fixed = fixated
    guard unsafe Caps(taking: taken).namesOverlayComposition,
      let query = unsafe gst_query_new_allocation(fixed.pointer, 0)
    else { return false }
    defer { unsafe fc_mini_object_unref(query) }
    return unsafe gst_pad_peer_query(pad, query) != 0
      && gst_query_find_allocation_meta(query, gst_video_overlay_composition_meta_api_get_type(), nil) != 0
  }

  private static let overlayFeature = "meta:GstVideoOverlayComposition"
}

/// Size, format and rate of raw pictures in memory.
///
/// Sendable although unchecked: a GstVideoInfo is a value, and the format description it points to is a constant of GStreamer's.
@safe package struct VideoLayout: @unchecked Sendable {
  var information: GstVideoInfo

  init(information: GstVideoInfo) { unsafe self.information = information }

  /// - Returns: `nil` where the caps are not those of raw video.
  package init?(_ caps: Caps) {
    var information = unsafe GstVideoInfo()
    guard unsafe gst_video_info_from_caps(&information, caps.pointer) != 0 else { return nil }
    unsafe self.information = information
  }

  package var width: Int { unsafe Int(information.width) }
  package var height: Int { unsafe Int(information.height) }
  /// The width of a pixel in heights of a pixel; 1 where the caps say nothing that makes sense.
  package var pixelAspectRatio: Double {
    let (width, height) = unsafe (Double(information.par_n), Double(information.par_d))
    return width > 0 && height > 0 ? width / height : 1
  }
  /// Frames in a second as a fraction; 0/1 where the rate varies.
  package var framerate: (numerator: Int, denominator: Int) { unsafe (Int(information.fps_n), Int(information.fps_d)) }
  /// GStreamer's name of the format, such as `I420`.
  package var format: String {
    unsafe lent(gst_video_format_to_string(information.finfo.pointee.format)) ?? "UNKNOWN"
  }
  /// Bytes of a picture without padding.
  package var size: Int { unsafe Int(information.size) }
}

extension VideoLayout: Equatable {
  package static func == (left: VideoLayout, right: VideoLayout) -> Bool {
    var (one, other) = unsafe (left.information, right.information)
    return unsafe gst_video_info_is_equal(&one, &other) != 0
  }
}
