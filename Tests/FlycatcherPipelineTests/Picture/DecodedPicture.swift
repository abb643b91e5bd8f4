// Feeds a picture with a clip, and reads back what was written.
import CCairo
import DemoScene
import Flycatcher
import FlycatcherPipeline
import Foundation

/// A PNG as read from its file by cairo.
@safe struct DecodedPicture {
  let width: Int
  let height: Int
  private let pixels: [UInt8]

  init?(_ path: String) {
    guard let surface = unsafe cairo_image_surface_create_from_png(path) else { return nil }
    defer { unsafe cairo_surface_destroy(surface) }
    guard unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      let data = unsafe cairo_image_surface_get_data(surface)
    else { return nil }
    width = Int(unsafe cairo_image_surface_get_width(surface))
    height = Int(unsafe cairo_image_surface_get_height(surface))
    let stride = Int(unsafe cairo_image_surface_get_stride(surface))
    var pixels: [UInt8] = []
    for row in 0..<height {
      unsafe pixels.append(contentsOf: UnsafeBufferPointer(start: data + row * stride, count: width * 4))
    }
    self.pixels = pixels
  }

  func color(_ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int) {
    let index = (min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)) * 4
    return (Int(pixels[index + 2]), Int(pixels[index + 1]), Int(pixels[index]))
  }

  /// The picture's frame: the first and last black column and row around the plot, just outside it.
  ///
  /// Found from the outside: the long dark lines that the axes are.
  var plot: (left: Int, top: Int, right: Int, bottom: Int) {
    func isInk(_ x: Int, _ y: Int) -> Bool {
      let color = color(x, y)
      return color.red < 140 && color.green < 140 && color.blue < 140
    }
    func isColumn(_ x: Int) -> Bool { (0..<height).count { isInk(x, $0) } > height / 2 }
    func isRow(_ y: Int) -> Bool { (0..<width).count { isInk($0, y) } > width / 2 }
    let columns = (0..<width).filter(isColumn)
    let rows = (0..<height).filter(isRow)
    return (columns.first ?? 0, rows.first ?? 0, columns.last ?? 0, rows.last ?? 0)
  }

  /// The color at a place of the upright frame.
  func color(_ place: Point, _ plot: (left: Int, top: Int, right: Int, bottom: Int)) -> (
    red: Int, green: Int, blue: Int
  ) {
    color(
      plot.left + 1 + Int(place.x * Double(plot.right - plot.left - 1)),
      plot.top + 1 + Int(place.y * Double(plot.bottom - plot.top - 1)))
  }
}

/// A name for a file in the temporary folder that no other test uses.
func temporaryPath(_ extension: String) -> String {
  FileManager.default.temporaryDirectory.appendingPathComponent("flycatcher-\(UUID().uuidString).\(`extension`)").path
}

/// Shows every frame of a clip to a picture.
func feed(
  _ clip: DemoScene, _ reports: [FrameReport], to picture: StrobePicture, isGray: Bool = false,
  orientation: Orientation = .up
) throws {
  let (width, height) = (clip.width, clip.height)
  let (chromaWidth, chromaHeight) = ((width + 1) / 2, (height + 1) / 2)
  let (luma, chroma) = (width * height, chromaWidth * chromaHeight)
  for report in reports {
    let pixels = clip.frame(report.frame)
    let span = pixels.span
    guard let plane = Plane(span.extracting(0..<luma), width: width, height: height, rowStride: width),
      let blue = Plane(
        span.extracting(luma..<luma + chroma), width: chromaWidth, height: chromaHeight, rowStride: chromaWidth),
      let red = Plane(
        span.extracting(luma + chroma..<luma + 2 * chroma), width: chromaWidth, height: chromaHeight,
        rowStride: chromaWidth)
    else { throw CancellationError() }
    if isGray {
      picture.observe(Frame(luma: plane, timestamp: report.time, orientation: orientation), report)
    } else if let frame = Frame(
      luma: plane, blueDifference: blue, redDifference: red, timestamp: report.time, orientation: orientation)
    {
      picture.observe(frame, report)
    }
  }
}
