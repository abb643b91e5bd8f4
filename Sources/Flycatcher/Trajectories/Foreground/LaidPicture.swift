// A frame as it lies over the background: the movement of the camera and the change of light taken out.

extension Registration {
  /// The factor and the summand that take the light out, in 256ths.
  struct Light: Sendable {
    fileprivate var scale: Int32 = 256
    fileprivate var shift: Int32 = 0
  }

  /// How a plane of a frame lies over that of the background.
  struct Layer: Sendable {
    fileprivate var motion: PictureMotion
    /// The columns over which one displacement is as good as another.
    fileprivate var length = TilePicture.tile
    fileprivate var light = Light()
    fileprivate var bands: LightBands?

    /// The rows of a tile over which the displacement changes by no more than it is rounded to.
    fileprivate var height: Int {
      min(max(Int(1 / max(16 * max(abs(motion.zoom), abs(motion.roll)), 1e-3)), 1), TilePicture.tile)
    }

    fileprivate var isSameLight: Bool { bands == nil && light.scale == 256 && light.shift == 0 }

    /// The light of a row.
    fileprivate func light(y: Int) -> Light {
      guard let bands else { return light }
      return Light(scale: Int32((Float(light.scale) / bands.ofRow(y)).rounded()), shift: light.shift)
    }
  }

  /// How the luma lies; `nil` where it lies as it is.
  func luma(width: Int) -> Layer? {
    guard !isStill || !isSameLight else { return nil }
    var layer = Layer(motion: isStill ? PictureMotion() : motion)
    if !isSameLight {
      layer.length = isUpright ? width : TilePicture.tile
      // value · 1/gain − bias/gain, in 1/256, of a sum in 1/256.
      layer.light = Light(
        scale: Int32((256 / gain).rounded()), shift: Int32((-bias / gain * 256).rounded()))
      layer.bands = bands.areFound ? bands : nil
    }
    return layer
  }

  /// How a color difference at half the size lies; `nil` where it lies as it is.
  var chroma: Layer? { isStill ? nil : Layer(motion: motion.reduced(by: 2)) }
}

extension TilePicture {
  /// Takes a frame as it lies over the background; beyond the frame's borders the background stands in.
  ///
  /// As many rows of a tile as one displacement is good for have that of their middle.
  mutating func take(
    _ frame: inout TilePicture, laidBy layer: Registration.Layer?, over background: borrowing TilePicture
  ) {
    guard let layer else {
      swap(&frame, &self)
      return
    }
    resize(width: frame.width, height: frame.height)
    let place = FramePlace(width: width, height: height, stride: stride)
    let middle = SIMD2(Double(width), Double(height)) / 2
    let (samples, known) = (frame.pixels.span, background.pixels.span)
    var out = pixels.mutableSpan
    let height = layer.height
    for top in Swift.stride(from: 0, to: place.height, by: height) {
      let rows = top..<min(top + height, place.height)
      for left in Swift.stride(from: 0, to: place.width, by: layer.length) {
        let columns = left..<min(left + layer.length, place.width)
        let center = SIMD2(Double(left), Double(top)) + SIMD2(Double(layer.length - 1), Double(height - 1)) / 2
        let way = SampleWay(layer.motion.way(from: center - middle))
        if layer.isSameLight && place.holdsTile(columns, rows, way) {
          layTile(samples, place, columns.lowerBound, rows, way, &out)
          if columns.upperBound == place.width { place.pad(known, rows, &out) }
        } else {
          for y in rows { layRow(samples, place, over: known, columns, y: y, way, layer.light(y: y), &out) }
        }
      }
    }
  }
}

/// A way to whole samples, and what is left of it in 16ths.
private struct SampleWay {
  let whole: (x: Int, y: Int)
  let part: (x: Int, y: Int)

  init(_ way: SIMD2<Double>) {
    let (x, y) = (Int((16 * way.x + 0.5).rounded(.down)), Int((16 * way.y + 0.5).rounded(.down)))
    whole = (x >> 4, y >> 4)
    part = (x & 15, y & 15)
  }
}

/// The size of the frame that is laid and of what it is laid over, and the number of samples from a row to the next.
private struct FramePlace {
  let width: Int
  let height: Int
  let stride: Int

  /// Whether a whole tile is wanted, and all samples that it lies between are in the frame.
  func holdsTile(_ columns: Range<Int>, _ rows: Range<Int>, _ way: SampleWay) -> Bool {
    columns.count == TilePicture.tile && columns.lowerBound + way.whole.x >= 0
      && columns.upperBound + way.whole.x < width && rows.lowerBound + way.whole.y >= 0
      && rows.upperBound + way.whole.y < height
  }

  /// Lets the background stand in for what lies beyond the last column.
  func pad(_ known: Span<UInt8>, _ rows: Range<Int>, _ out: inout MutableSpan<UInt8>) {
    guard width < stride else { return }
    for y in rows { standIn(known, y * stride + width..<(y + 1) * stride, &out) }
  }
}

/// Lays a tile that has samples of the frame all around, in the light that it has.
private func layTile(
  _ samples: Span<UInt8>, _ place: FramePlace, _ column: Int, _ rows: Range<Int>, _ way: SampleWay,
  _ out: inout MutableSpan<UInt8>
) {
  let right = UInt16(truncatingIfNeeded: way.part.x)
  let down = UInt16(truncatingIfNeeded: way.part.y)
  let half = PixelVector.Lanes(repeating: 128)
  var from = (rows.lowerBound &+ way.whole.y) &* place.stride &+ column &+ way.whole.x
  var to = rows.lowerBound &* place.stride &+ column
  var upper = across(samples, from, right)
  for _ in rows {
    from &+= place.stride
    let lower = across(samples, from, right)
    let even = upper.even &* (16 &- down) &+ lower.even &* down
    let odd = upper.odd &* (16 &- down) &+ lower.odd &* down
    PixelVector(highBytesOf: even &+ half, odd &+ half).write(to: &out, at: to)
    to &+= place.stride
    upper = lower
  }
}

/// Sixteen samples between neighbors in a row, in 16ths: those at even places and those at odd ones apart, which needs no packing.
@inline(__always)
private func across(
  _ samples: Span<UInt8>, _ index: Int, _ right: UInt16
) -> (even: PixelVector.Lanes, odd: PixelVector.Lanes) {
  let (one, other) = (PixelVector(samples, at: index), PixelVector(samples, at: index &+ 1))
  return (
    one.even &* (16 &- right) &+ other.even &* right,
    one.odd &* (16 &- right) &+ other.odd &* right
  )
}

/// Lays a part of a row that may reach beyond the frame.
private func layRow(
  _ samples: Span<UInt8>, _ place: FramePlace, over known: Span<UInt8>, _ columns: Range<Int>, y: Int,
  _ way: SampleWay, _ light: Registration.Light, _ out: inout MutableSpan<UInt8>
) {
  let row = y * place.stride
  // The padding goes with the last part.
  let end = columns.upperBound == place.width ? place.stride : columns.upperBound
  let v = y + way.whole.y
  let first = max(columns.lowerBound, -way.whole.x)
  let inside = first..<max(min(columns.upperBound, place.width - 1 - way.whole.x), first)
  guard v >= 0, v + 1 < place.height || (v < place.height && way.part.y == 0), !inside.isEmpty else {
    return standIn(known, row + columns.lowerBound..<row + end, &out)
  }
  let below = v + 1 < place.height ? v + 1 : v
  let left = inside.lowerBound + way.whole.x
  blend(
    samples, v * place.stride + left, below: below * place.stride + left, way.part, light, &out,
    row + inside.lowerBound..<row + inside.upperBound)
  standIn(known, row + columns.lowerBound..<row + inside.lowerBound, &out)
  standIn(known, row + inside.upperBound..<row + end, &out)
}

/// Lets the background stand in.
private func standIn(_ known: Span<UInt8>, _ range: Range<Int>, _ out: inout MutableSpan<UInt8>) {
  for index in range { out[index] = known[index] }
}

/// Interpolates between two rows, and takes the light out.
///
/// - Parameters:
///   - above: The first sample of the upper row, as `below` of the lower one.
///   - part: The place between the samples, in 16ths.
private func blend(
  _ samples: Span<UInt8>, _ above: Int, below: Int, _ part: (x: Int, y: Int), _ light: Registration.Light,
  _ out: inout MutableSpan<UInt8>, _ range: Range<Int>
) {
  let count = range.count
  var out = out._mutatingExtracting(range)
  let left = samples.extracting(above..<above &+ count)
  guard part != (0, 0) else {
    for x in 0..<count { out[x] = light.taken(from: UInt16(left[x]) &<< 8) }
    return
  }
  let right = samples.extracting(above &+ 1..<above &+ count &+ 1)
  let leftBelow = samples.extracting(below..<below &+ count)
  let rightBelow = samples.extracting(below &+ 1..<below &+ count &+ 1)
  let (a, b) = (UInt16((16 - part.x) * (16 - part.y)), UInt16(part.x * (16 - part.y)))
  let (c, d) = (UInt16((16 - part.x) * part.y), UInt16(part.x * part.y))
  for x in 0..<count {
    out[x] = light.taken(
      from: UInt16(left[x]) &* a &+ UInt16(right[x]) &* b &+ UInt16(leftBelow[x]) &* c &+ UInt16(rightBelow[x]) &* d)
  }
}

extension Registration.Light {
  /// A sample in 256ths without the light.
  ///
  /// A product of 32 bits in two halves of sixteen: no machine that this is built for multiplies vectors of 32 bits in one step.
  @inline(__always)
  fileprivate func taken(from sum: UInt16) -> UInt8 {
    let factor = UInt16(truncatingIfNeeded: scale)
    let whole = Int16(clamping: (shift + 128) >> 8)
    let rest = UInt16(truncatingIfNeeded: (shift + 128) & 255)
    let high = UInt16(truncatingIfNeeded: (UInt32(sum) &* UInt32(factor)) &>> 16)
    let low = sum &* factor
    let carry = ((low &>> 8) &+ rest) &>> 8
    let value = Int16(truncatingIfNeeded: high) &+ whole &+ Int16(truncatingIfNeeded: carry)
    return UInt8(truncatingIfNeeded: min(max(value, 0), 255))
  }
}
