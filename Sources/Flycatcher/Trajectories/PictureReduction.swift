// The part of a picture that is looked at, reduced by a power of two, and the way back to the whole one.

/// A rectangle of whole pixels.
struct PixelArea: Sendable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  /// The pixels of a normalized region, from even coordinates on, where chroma samples begin.
  init(_ region: Rectangle, width: Int, height: Int) {
    let even = { (value: Double, limit: Int) in min(max(Int(value * Double(limit)), 0), max(limit - 1, 0)) & ~1 }
    x = even(region.x, width)
    y = even(region.y, height)
    self.width = min(max(Int((region.maxX * Double(width)).rounded(.up)), x + 1), width) - x
    self.height = min(max(Int((region.maxY * Double(height)).rounded(.up)), y + 1), height) - y
  }
}

/// Where a place of the analyzed picture lies in the upright one.
struct PicturePlace {
  var left: Double
  var top: Double
  /// Pixels of the frame in one of the analyzed picture, along each axis.
  var factor: Double
  var width: Double
  var height: Double
  var orientation: Orientation

  func upright(x: Double, y: Double) -> (x: Double, y: Double) {
    let place = orientation.upright(Point(x: (left + x * factor) / width, y: (top + y * factor) / height))
    let (across, down) = orientation.swapsAxes ? (height, width) : (width, height)
    return (place.x * across, place.y * down)
  }

  /// The place in the analyzed picture of one in the upright picture.
  func analyzed(x: Double, y: Double) -> (x: Double, y: Double) {
    let (across, down) = orientation.swapsAxes ? (height, width) : (width, height)
    let place = orientation.stored(Point(x: x / across, y: y / down))
    return ((place.x * width - left) / factor, (place.y * height - top) / factor)
  }
}

/// Halves pictures by averaging four pixels to one.
struct PictureReduction {
  /// Pictures wider than this are halved even where the smallest radius does not allow it.
  static let widest = 2560

  private var pixels: [UInt8] = []
  private var width = 0
  private var height = 0

  /// How often a picture may be halved so that the smallest object keeps a radius of 2.5 pixels.
  static func halvings(_ width: Int, smallest radius: Double) -> Int {
    var halvings = 0
    while halvings < 5 && (radius / Double(2 << halvings) >= 2.5 || width >> halvings > widest) { halvings += 1 }
    return halvings
  }

  /// The reduced picture; `nil` before there is one.
  var plane: Plane? {
    @_lifetime(borrow self)
    get { Plane(pixels.span, width: width, height: height, rowStride: width) }
  }

  /// Takes in a picture, its samples side by side or not.
  mutating func reduce(_ picture: borrowing Plane, halvings: Int) {
    width = picture.width
    height = picture.height
    pixels.removeAll(keepingCapacity: true)
    if halvings == 0 || width < 2 || height < 2 {
      for y in 0..<height {
        let row = picture.row(y)
        for x in 0..<width { pixels.append(row[x * picture.pixelStride]) }
      }
      return
    }
    width /= 2
    height /= 2
    pixels.append(contentsOf: repeatElement(0, count: width * height))
    for y in 0..<height {
      halve(
        picture.row(2 * y), picture.row(2 * y + 1), stride: picture.pixelStride, &pixels, from: y * width, count: width)
    }
    for _ in 1..<max(halvings, 1) where width >= 2 && height >= 2 { halveAgain() }
  }

  private mutating func halveAgain() {
    let wide = width
    width /= 2
    height /= 2
    // In place: what is written lies before what is still to be read.
    for y in 0..<height {
      for x in 0..<width {
        let first = 2 * y * wide + 2 * x
        let sum =
          Int(pixels[first]) + Int(pixels[first + 1]) + Int(pixels[first + wide]) + Int(pixels[first + wide + 1])
        pixels[y * width + x] = UInt8((sum + 2) / 4)
      }
    }
    pixels.removeLast(pixels.count - width * height)
  }
}

/// Averages two rows to half a row.
private func halve(
  _ upper: Span<UInt8>, _ lower: Span<UInt8>, stride: Int, _ pixels: inout [UInt8], from start: Int, count: Int
) {
  var x = 0
  var pixels = pixels.mutableSpan
  if stride == 1 {
    while 2 * x + 16 <= upper.count && x + 8 <= count {
      let sum =
        SIMD16<UInt16>(truncatingIfNeeded: PixelVector(upper, at: 2 * x))
        &+ SIMD16<UInt16>(truncatingIfNeeded: PixelVector(lower, at: 2 * x))
      let mean = (sum.evenHalf &+ sum.oddHalf &+ 2) &>> 2
      for lane in 0..<8 { pixels[start + x + lane] = UInt8(truncatingIfNeeded: mean[lane]) }
      x += 8
    }
  }
  while x < count {
    let (left, right) = (2 * x * stride, (2 * x + 1) * stride)
    let sum = Int(upper[left]) + Int(upper[right]) + Int(lower[left]) + Int(lower[right])
    pixels[start + x] = UInt8((sum + 2) / 4)
    x += 1
  }
}
