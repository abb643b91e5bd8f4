// The painter's pictures as GStreamer's overlay, made anew only where they changed.
package import Flycatcher
package import GStreamerSupport

/// The overlay over the frames of one stream. Used by one thread at a time.
package struct StreamOverlay {
  private var painter: OverlayPainter
  private var images: [OverlayImage] = []
  private var rectangles: [OverlayRectangle?] = []
  private var composition: OverlayComposition?
  private var reader = PictureReader()
  /// Where what is drawn goes into frames of high dynamic range, and what those look like in the standard one.
  private var graphics: GraphicsTones?
  private var tones: ToneMapper?

  package init(style: OverlayStyle, orientation: Orientation, drawing: (any FrameDrawing)? = nil) {
    painter = OverlayPainter(style: style, orientation: orientation, drawing: drawing)
  }

  /// Changes the style; what is being shown goes on.
  package mutating func apply(_ style: OverlayStyle) { painter.apply(style) }

  /// Draws from now on for frames of these caps themselves, and not for a screen.
  package mutating func draw(into caps: Caps?) {
    (graphics, tones, images) = (nil, nil, [])
    guard let caps, let colors = caps.highDynamicRange, let layout = VideoLayout(caps) else { return }
    graphics = GraphicsTones(colors, height: layout.height)
    if painter.wantsPixels { tones = ToneMapper(caps, layout) }
  }

  package mutating func add(_ report: FrameReport) { painter.add(report) }

  /// Shows the box that is being dragged, or none.
  package mutating func show(_ band: PointerGestures.Band?) { painter.show(band) }

  /// Shows what is being dragged, and outlines the region that has been.
  mutating func show(_ marks: SessionPointer.Marks) {
    painter.show(marks.band)
    guard let region = marks.region else { return }
    var style = painter.style
    style.regionOfInterest = region
    painter.apply(style)
  }

  package mutating func reset() { painter.reset() }

  /// Shows the overlay the pixels that are drawn on, where it wants to see them.
  package mutating func look(
    at buffer: borrowing VideoBuffer, _ layout: VideoLayout, time: Timestamp, orientation: Orientation
  ) {
    guard painter.wantsPixels else { return }
    if let shown = tones?.map(buffer), let mapped = MappedVideoFrame(shown.buffer, shown.layout),
      let frame = mapped.frame(at: time, orientation: orientation)
    {
      return painter.look(at: frame)
    }
    guard let readable = reader.read(buffer, layout),
      let mapped = MappedVideoFrame(readable.buffer, readable.layout),
      let frame = mapped.frame(at: time, orientation: orientation)
    else { return }
    painter.look(at: frame)
  }

  /// - Returns: The pictures to be laid over the frame of this moment; `nil` if there are none.
  package mutating func composition(at time: Timestamp, width: Int, height: Int) -> OverlayComposition? {
    let wanted = painter.images(at: time, width: width, height: height)
    let isSame = wanted.count == images.count && wanted.indices.allSatisfy { wanted[$0].isSame(as: images[$0]) }
    if isSame { return composition }
    rectangles = wanted.indices.map { index in
      if index < images.count, index < rectangles.count, wanted[index].isSame(as: images[index]) {
        return rectangles[index]
      }
      let image = wanted[index]
      let pixels = graphics?.map(image.pixels) ?? image.pixels
      return OverlayRectangle(x: image.x, y: image.y, width: image.width, height: image.height, pixels: pixels.span)
    }
    images = wanted
    composition = OverlayComposition(rectangles.compactMap { $0 })
    return composition
  }
}

extension OverlayImage {
  /// Comparing the pixels costs nothing where they are the very same array.
  fileprivate func isSame(as other: OverlayImage) -> Bool {
    x == other.x && y == other.y && width == other.width && height == other.height && pixels == other.pixels
  }
}
