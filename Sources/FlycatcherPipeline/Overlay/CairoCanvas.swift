// Cairo's surface and context behind a Swift type: nobody else touches their pointers.
import CCairo

/// Something to draw on.
///
/// Safe because the pointers never leave the class, live exactly as long as it does, and cairo itself refuses drawing on a
/// surface or context that failed.
@safe final class CairoCanvas {
  let width: Int
  let height: Int
  private let surface: OpaquePointer
  private let context: OpaquePointer

  /// A transparent picture in memory.
  ///
  /// - Returns: `nil` where cairo cannot make one of this size (1 to 32,767 pixels a side, memory permitting).
  convenience init?(width: Int, height: Int) {
    guard (1...32767).contains(width), (1...32767).contains(height),
      let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    else { return nil }
    unsafe self.init(adopting: surface, width: width, height: height)
  }

  /// Takes a surface over.
  init?(adopting surface: OpaquePointer, width: Int, height: Int) {
    guard unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = unsafe cairo_create(surface)
    else {
      unsafe cairo_surface_destroy(surface)
      return nil
    }
    self.width = width
    self.height = height
    unsafe self.surface = unsafe surface
    unsafe self.context = unsafe context
    unsafe cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
    unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
  }

  deinit {
    unsafe cairo_destroy(context)
    unsafe cairo_surface_destroy(surface)
  }

  /// A Boolean value indicating whether everything until now went well; a canvas that failed draws no more.
  var isGood: Bool {
    unsafe cairo_status(context) == CAIRO_STATUS_SUCCESS && cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
  }

  /// Draws edges with fewer shades from now on: what is drawn anew for every frame costs half the time.
  func preferSpeed() { unsafe cairo_set_antialias(context, CAIRO_ANTIALIAS_FAST) }

  // MARK: Paths

  func move(_ x: Double, _ y: Double) { unsafe cairo_move_to(context, x, y) }
  func line(_ x: Double, _ y: Double) { unsafe cairo_line_to(context, x, y) }
  func closePath() { unsafe cairo_close_path(context) }

  func circle(_ x: Double, _ y: Double, _ radius: Double) {
    unsafe cairo_new_sub_path(context)
    unsafe cairo_arc(context, x, y, max(radius, 0.01), 0, 2 * .pi)
  }

  func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    unsafe cairo_rectangle(context, x, y, width, height)
  }

  func roundedRectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double) {
    let radius = min(radius, width / 2, height / 2)
    unsafe cairo_new_sub_path(context)
    unsafe cairo_arc(context, x + width - radius, y + radius, radius, -.pi / 2, 0)
    unsafe cairo_arc(context, x + width - radius, y + height - radius, radius, 0, .pi / 2)
    unsafe cairo_arc(context, x + radius, y + height - radius, radius, .pi / 2, .pi)
    unsafe cairo_arc(context, x + radius, y + radius, radius, .pi, .pi * 1.5)
    unsafe cairo_close_path(context)
  }

  func setColor(_ color: OverlayColor) {
    unsafe cairo_set_source_rgba(context, color.red, color.green, color.blue, color.opacity)
  }

  /// - Parameter dash: lengths of dashes and of the gaps between them, without the round caps; `nil` for a solid line.
  func setLine(width: Double, dash: (on: Double, off: Double)? = nil) {
    unsafe cairo_set_line_width(context, width)
    guard let dash, dash.on > 0, dash.off > 0 else { return unsafe cairo_set_dash(context, nil, 0, 0) }
    let lengths = [dash.on, dash.off]
    unsafe lengths.withUnsafeBufferPointer { unsafe cairo_set_dash(context, $0.baseAddress, 2, 0) }
  }

  func stroke(keepingPath: Bool = false) {
    if keepingPath { unsafe cairo_stroke_preserve(context) } else { unsafe cairo_stroke(context) }
  }

  func fill(keepingPath: Bool = false) {
    if keepingPath { unsafe cairo_fill_preserve(context) } else { unsafe cairo_fill(context) }
  }

  // MARK: Text

  func setFont(size: Double, isBold: Bool = false) {
    unsafe cairo_select_font_face(
      context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
    unsafe cairo_set_font_size(context, size)
  }

  /// Returns the width of a text.
  func width(of text: String) -> Double {
    var extents = cairo_text_extents_t()
    unsafe cairo_text_extents(context, text, &extents)
    return extents.x_advance
  }

  /// Writes text from `x` on, standing on the line `y`.
  func write(_ text: String, _ x: Double, _ y: Double) {
    unsafe cairo_move_to(context, x, y)
    unsafe cairo_show_text(context, text)
    unsafe cairo_new_path(context)
  }

  // MARK: Places

  func save() { unsafe cairo_save(context) }
  func restore() { unsafe cairo_restore(context) }
  func translate(_ x: Double, _ y: Double) { unsafe cairo_translate(context, x, y) }
  func scale(_ x: Double, _ y: Double) { unsafe cairo_scale(context, x, y) }
  func clipToPath() { unsafe cairo_clip(context) }

  /// Draws from now on in coordinates of which (0, 0), (1, 0) and (0, 1) lie at the three places.
  func setAxes(origin: (x: Double, y: Double), right: (x: Double, y: Double), down: (x: Double, y: Double)) {
    var matrix = cairo_matrix_t(
      xx: right.x - origin.x, yx: right.y - origin.y, xy: down.x - origin.x, yy: down.y - origin.y, x0: origin.x,
      y0: origin.y)
    unsafe cairo_set_matrix(context, &matrix)
  }

  // MARK: Pixels

  /// Makes a box of a picture in memory transparent, whatever the axes.
  func clear(x: Int, y: Int, width: Int, height: Int) {
    unsafe cairo_save(context)
    unsafe cairo_identity_matrix(context)
    unsafe cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
    unsafe cairo_rectangle(context, Double(x), Double(y), Double(width), Double(height))
    unsafe cairo_fill(context)
    unsafe cairo_restore(context)
  }

  /// Lays another canvas over this one, its top-left corner at a place.
  func paint(_ other: CairoCanvas, x: Double = 0, y: Double = 0, opacity: Double = 1) {
    unsafe cairo_set_source_surface(context, other.surface, x, y)
    unsafe cairo_paint_with_alpha(context, opacity)
  }

  /// The pixels of a box of a picture in memory, premultiplied BGRA without padding; `nil` for other canvases and boxes beyond.
  func pixels(x: Int, y: Int, width: Int, height: Int) -> [UInt8]? {
    unsafe cairo_surface_flush(surface)
    guard x >= 0, y >= 0, width > 0, height > 0, x + width <= self.width, y + height <= self.height,
      let data = unsafe cairo_image_surface_get_data(surface)
    else { return nil }
    let stride = Int(unsafe cairo_image_surface_get_stride(surface))
    return unsafe [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
      for row in 0..<height {
        let source = unsafe UnsafeBufferPointer(start: data + (y + row) * stride + x * 4, count: width * 4)
        _ = unsafe buffer[row * width * 4..<(row + 1) * width * 4].initialize(fromContentsOf: source)
      }
      count = width * height * 4
    }
  }

  /// Replaces all pixels of a picture in memory; `pixels` are premultiplied BGRA without padding.
  func setPixels(_ pixels: [UInt8]) {
    guard pixels.count == width * height * 4, let data = unsafe cairo_image_surface_get_data(surface) else { return }
    let stride = Int(unsafe cairo_image_surface_get_stride(surface))
    unsafe cairo_surface_flush(surface)
    for row in 0..<height {
      let target = unsafe UnsafeMutableBufferPointer(start: data + row * stride, count: width * 4)
      _ = unsafe target.update(fromContentsOf: pixels[row * width * 4..<(row + 1) * width * 4])
    }
    unsafe cairo_surface_mark_dirty(surface)
  }

  /// Ends a document; nothing more can be drawn.
  ///
  /// - Returns: `true` if nothing has failed.
  func finish() -> Bool {
    let wasGood = isGood
    unsafe cairo_surface_finish(surface)
    return unsafe wasGood && cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
  }

  /// Hands the surface to cairo's own functions, for writing files; the pointer must not be kept.
  func withSurface<Result>(_ body: (OpaquePointer) -> Result) -> Result { unsafe body(surface) }
}
