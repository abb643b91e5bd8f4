// The metas of a buffer: fields of our own, and boxes as GStreamer's elements know them.
package import CGStreamer

/// A kind of meta that holds a structure. It has no tags, so that elements which change size or format keep it.
///
/// Sendable although unchecked: GStreamer keeps the registered kind for the life of the process and never changes it.
@safe package struct BufferMeta: @unchecked Sendable {
  private let information: UnsafePointer<GstMetaInfo>
  private let name: String

  /// Registers the kind; the second time gives the first one again.
  ///
  /// - Returns: `nil` where something else has the name.
  package init?(_ name: String) {
    self.name = name
    if let known = unsafe gst_meta_get_info(name) {
      guard unsafe gst_meta_info_is_custom(known) != 0 else { return nil }
      unsafe information = known
      return
    }
    var none: UnsafePointer<CChar>?
    guard let made = unsafe gst_meta_register_custom(name, &none, nil, nil, nil) else { return nil }
    unsafe information = made
  }

  /// Calls `body` with the fields of the buffer's meta.
  ///
  /// - Returns: `nil` where the buffer has none.
  package func read<Result>(_ buffer: UnsafeMutablePointer<GstBuffer>, _ body: (Fields) -> Result) -> Result? {
    var state: gpointer?
    guard let meta = unsafe fc_next_custom_meta(buffer, information, &state),
      let structure = unsafe gst_custom_meta_get_structure(meta)
    else { return nil }
    return body(unsafe Fields(structure))
  }

  /// Calls `body` with the fields of the buffer's meta, which is made where there is none.
  ///
  /// - Parameter buffer: must be writable; its memory need not be.
  package func change(_ buffer: UnsafeMutablePointer<GstBuffer>, _ body: (Fields) -> Void) {
    if unsafe read(buffer, body) != nil { return }
    guard let meta = unsafe gst_buffer_add_custom_meta(buffer, name),
      let structure = unsafe gst_custom_meta_get_structure(meta)
    else { return }
    body(unsafe Fields(structure))
  }
}

/// A box on a picture, in its pixels.
package struct PixelRegion: Equatable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Puts a `GstVideoRegionOfInterestMeta` on a writable buffer; nothing where the box is empty.
  package func attach(
    to buffer: UnsafeMutablePointer<GstBuffer>, type: String, parameters: consuming Structure
  ) {
    guard let x = UInt32(exactly: x), let y = UInt32(exactly: y), let width = UInt32(exactly: width),
      let height = UInt32(exactly: height), width > 0, height > 0,
      let meta = unsafe gst_buffer_add_video_region_of_interest_meta(buffer, type, x, y, width, height)
    else { return }
    unsafe gst_video_region_of_interest_meta_add_param(meta, parameters.release())
  }
}

extension MappedVideoFrame {
  /// The boxes that elements have put on the buffer, with their types; those with a parameter of one of the names `except` are left out.
  package func regions(except names: [String]) -> [(type: String, region: PixelRegion)] {
    guard let buffer = unsafe frame.buffer else { return [] }
    var found: [(type: String, region: PixelRegion)] = []
    var state: gpointer?
    let api = gst_video_region_of_interest_meta_api_get_type()
    while let meta = unsafe gst_buffer_iterate_meta_filtered(buffer, &state, api) {
      guard let region = unsafe fc_region(meta) else { continue }
      if names.contains(where: { unsafe gst_video_region_of_interest_meta_get_param(region, $0) != nil }) { continue }
      let value = unsafe region.pointee
      let type = unsafe lent(g_quark_to_string(value.roi_type)) ?? ""
      unsafe found.append(
        (type, PixelRegion(x: Int(value.x), y: Int(value.y), width: Int(value.w), height: Int(value.h))))
    }
    return found
  }
}
