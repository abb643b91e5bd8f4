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
    for y in 0..<height {
      for start in Swift.stride(from: 0, to: width, by: layer.length) {
        let end = min(start + layer.length, width)
        let way = layer.motion.way(from: SIMD2(Double(start + end - 1) / 2, Double(y)) - middle)
        lay(frame, over: background, start..<end, y: y, way, layer)
      }
    }
  }

  /// Lays a part of a row.
  private mutating func lay(
    _ frame: borrowing TilePicture, over background: borrowing TilePicture, _ columns: Range<Int>, y: Int,
    _ way: SIMD2<Double>, _ layer: Registration.Layer
  ) {
    let whole = (x: Int(way.x.rounded(.down)), y: Int(way.y.rounded(.down)))
    let part = (
      x: Int(((way.x - Double(whole.x)) * 16).rounded()), y: Int(((way.y - Double(whole.y)) * 16).rounded())
    )
    let row = y * stride
    // The padding goes with the last part.
    let end = columns.upperBound == width ? stride : columns.upperBound
    let v = y + whole.y
    let first = max(columns.lowerBound, -whole.x)
    let inside = first..<max(min(columns.upperBound, frame.width - 1 - whole.x), first)
    guard v >= 0, v + 1 < frame.height || (v < frame.height && part.y == 0), !inside.isEmpty else {
      for index in row + columns.lowerBound..<row + end { pixels[index] = background.pixels[index] }
      return
    }
    let below = v + 1 < frame.height ? v + 1 : v
    let read = inside.lowerBound + whole.x..<inside.upperBound + whole.x + 1
    blend(
      frame.pixels.span.extracting(v * stride + read.lowerBound..<v * stride + read.upperBound),
      frame.pixels.span.extracting(below * stride + read.lowerBound..<below * stride + read.upperBound), part.x, part.y,
      layer.scale, layer.shift, &pixels, from: row + inside.lowerBound)
    for index in row + columns.lowerBound..<row + inside.lowerBound { pixels[index] = background.pixels[index] }
    for index in row + inside.upperBound..<row + end { pixels[index] = background.pixels[index] }
  }
}

/// Interpolates between two rows, and takes the light out.
private func blend(
  _ upper: Span<UInt8>, _ lower: Span<UInt8>, _ partX: Int, _ partY: Int, _ scale: Int32, _ shift: Int32,
  _ pixels: inout [UInt8], from start: Int
) {
  let count = upper.count - 1
  var all = pixels.mutableSpan
  var out = all._mutatingExtracting(start..<start + count)
  guard lower.count == upper.count, out.count == count else { return }
  let left = upper.extracting(0..<count)
  let right = upper.extracting(1..<count + 1)
  let leftBelow = lower.extracting(0..<count)
  let rightBelow = lower.extracting(1..<count + 1)
  guard left.count == count, right.count == count, leftBelow.count == count, rightBelow.count == count else { return }
  let (a, b) = (UInt16((16 - partX) * (16 - partY)), UInt16(partX * (16 - partY)))
  let (c, d) = (UInt16((16 - partX) * partY), UInt16(partX * partY))
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
  let (whole, part) = (Int16(clamping: (shift + 128) >> 8), UInt16(truncatingIfNeeded: (shift + 128) & 255))
  for x in 0..<count {
    let sum =
      UInt16(left[x]) &* a &+ UInt16(right[x]) &* b &+ UInt16(leftBelow[x]) &* c &+ UInt16(rightBelow[x]) &* d
    let high = UInt16(truncatingIfNeeded: (UInt32(sum) &* UInt32(factor)) &>> 16)
    let low = sum &* factor
    let carry = ((low &>> 8) &+ part) &>> 8
    let value = Int16(truncatingIfNeeded: high) &+ whole &+ Int16(truncatingIfNeeded: carry)
    out[x] = UInt8(truncatingIfNeeded: min(max(value, 0), 255))
  }
}
