// A frame as it lies over the background: the movement of the camera and the change of light taken out.

extension Registration {
  /// How a plane of a frame lies over that of the background.
  struct Layer: Sendable {
    fileprivate var motion: PictureMotion
    /// The columns over which one displacement is as good as another.
    fileprivate var length: Int
    /// The factor and the summand of the light, in 256ths.
    fileprivate var scale: Int32 = 256
    fileprivate var shift: Int32 = 0
  }

  /// How the luma lies; `nil` where it lies as it is.
  func luma(width: Int) -> Layer? {
    guard !isStill || !isSameLight else { return nil }
    var layer = Layer(motion: isStill ? PictureMotion() : motion, length: isUpright ? width : TilePicture.tile)
    if !isSameLight {
      // value · 1/gain − bias/gain, in 1/256, of a sum in 1/256.
      layer.scale = Int32((256 / gain).rounded())
      layer.shift = Int32((-bias / gain * 256).rounded())
    }
    return layer
  }

  /// How a color difference at half the size lies; `nil` where it lies as it is.
  func chroma(width: Int) -> Layer? {
    isStill ? nil : Layer(motion: motion.reduced(by: 2), length: isUpright ? width : TilePicture.tile)
  }
}

extension TilePicture {
  /// Takes a frame as it lies over the background; beyond the frame's borders the background stands in.
  mutating func take(
    _ frame: inout TilePicture, laidBy layer: Registration.Layer?, over background: borrowing TilePicture
  ) {
    guard let layer else {
      swap(&frame, &self)
      return
    }
    resize(width: frame.width, height: frame.height)
    let middle = SIMD2(Double(width), Double(height)) / 2
    let length = layer.length
    let change = FixedWay(SIMD2(layer.motion.zoom, layer.motion.roll) * Double(length))
    for y in 0..<height {
      var way = FixedWay(layer.motion.way(from: SIMD2(Double(length - 1) / 2, Double(y)) - middle))
      for start in Swift.stride(from: 0, to: width, by: length) {
        lay(frame, over: background, start..<min(start + length, width), y: y, way, layer)
        way += change
      }
    }
  }

  /// Lays a part of a row.
  @inline(__always)
  private mutating func lay(
    _ frame: borrowing TilePicture, over background: borrowing TilePicture, _ columns: Range<Int>, y: Int,
    _ way: FixedWay, _ layer: Registration.Layer
  ) {
    let (place, part) = (way.whole, way.part)
    let from = columns.lowerBound &+ place.x
    let (v, row) = (y &+ place.y, y &* stride)
    if columns.count == Self.tile && from >= 0 && from &+ Self.tile < frame.width && v >= 0 && v &+ 1 < frame.height {
      let at = v &* frame.stride &+ from
      blend(
        frame.pixels.span, at, below: at &+ frame.stride, part, layer.scale, layer.shift, &pixels,
        from: row &+ columns.lowerBound, count: Self.tile)
      if columns.upperBound == width { standIn(background, row &+ width..<row &+ stride) }
      return
    }
    layBeyond(frame, over: background, columns, y: y, way, layer)
  }

  /// Lays a part of a row that may reach beyond the frame.
  private mutating func layBeyond(
    _ frame: borrowing TilePicture, over background: borrowing TilePicture, _ columns: Range<Int>, y: Int,
    _ way: FixedWay, _ layer: Registration.Layer
  ) {
    let (place, part) = (way.whole, way.part)
    let row = y * stride
    // The padding goes with the last part.
    let end = columns.upperBound == width ? stride : columns.upperBound
    let v = y + place.y
    let first = max(columns.lowerBound, -place.x)
    let inside = first..<max(min(columns.upperBound, frame.width - 1 - place.x), first)
    guard v >= 0, v + 1 < frame.height || (v < frame.height && part.y == 0), !inside.isEmpty else {
      standIn(background, row + columns.lowerBound..<row + end)
      return
    }
    let below = v + 1 < frame.height ? v + 1 : v
    let left = inside.lowerBound + place.x
    blend(
      frame.pixels.span, v * frame.stride + left, below: below * frame.stride + left, part, layer.scale, layer.shift,
      &pixels, from: row + inside.lowerBound, count: inside.count)
    standIn(background, row + columns.lowerBound..<row + inside.lowerBound)
    standIn(background, row + inside.upperBound..<row + end)
  }

  /// Lets the background stand in.
  private mutating func standIn(_ background: borrowing TilePicture, _ range: Range<Int>) {
    for index in range { pixels[index] = background.pixels[index] }
  }
}

/// A way in 16ths of a pixel, kept more finely so that it can be counted on along a row.
private struct FixedWay {
  private static let bits = 24
  private var value: SIMD2<Int>

  init(_ way: SIMD2<Double>) {
    let scaled = way * Double(1 << Self.bits)
    value = SIMD2(Int(scaled.x), Int(scaled.y))
  }

  static func += (way: inout FixedWay, change: FixedWay) { way.value &+= change.value }

  private func sixteenths(_ value: Int) -> Int { (value &+ 1 &<< (Self.bits - 5)) &>> (Self.bits - 4) }

  /// Whole pixels, and what is left of them in 16ths.
  var whole: (x: Int, y: Int) { (sixteenths(value.x) &>> 4, sixteenths(value.y) &>> 4) }
  var part: (x: Int, y: Int) { (sixteenths(value.x) & 15, sixteenths(value.y) & 15) }
}

/// Interpolates between two rows, and takes the light out.
///
/// - Parameters:
///   - above: The first sample of the upper row, as `below` of the lower one.
///   - part: The place between the samples, in 16ths.
@inline(__always)
private func blend(
  _ samples: Span<UInt8>, _ above: Int, below: Int, _ part: (x: Int, y: Int), _ scale: Int32, _ shift: Int32,
  _ pixels: inout [UInt8], from start: Int, count: Int
) {
  var all = pixels.mutableSpan
  var out = all._mutatingExtracting(start..<start &+ count)
  let left = samples.extracting(above..<above &+ count)
  let right = samples.extracting(above &+ 1..<above &+ count &+ 1)
  let leftBelow = samples.extracting(below..<below &+ count)
  let rightBelow = samples.extracting(below &+ 1..<below &+ count &+ 1)
  let (a, b) = (UInt16((16 - part.x) * (16 - part.y)), UInt16(part.x * (16 - part.y)))
  let (c, d) = (UInt16((16 - part.x) * part.y), UInt16(part.x * part.y))
  if scale == 256 && shift == 0 {
    for x in 0..<count {
      let sum =
        UInt16(left[x]) &* a &+ UInt16(right[x]) &* b &+ UInt16(leftBelow[x]) &* c &+ UInt16(rightBelow[x]) &* d
      out[x] = UInt8(truncatingIfNeeded: (sum &+ 128) &>> 8)
    }
    return
  }
  // A product of 32 bits in two halves of sixteen: no machine that this is built for multiplies vectors of 32 bits in one step.
  let factor = UInt16(truncatingIfNeeded: scale)
  let (whole, rest) = (Int16(clamping: (shift + 128) >> 8), UInt16(truncatingIfNeeded: (shift + 128) & 255))
  for x in 0..<count {
    let sum =
      UInt16(left[x]) &* a &+ UInt16(right[x]) &* b &+ UInt16(leftBelow[x]) &* c &+ UInt16(rightBelow[x]) &* d
    let high = UInt16(truncatingIfNeeded: (UInt32(sum) &* UInt32(factor)) &>> 16)
    let low = sum &* factor
    let carry = ((low &>> 8) &+ rest) &>> 8
    let value = Int16(truncatingIfNeeded: high) &+ whole &+ Int16(truncatingIfNeeded: carry)
    out[x] = UInt8(truncatingIfNeeded: min(max(value, 0), 255))
  }
}
