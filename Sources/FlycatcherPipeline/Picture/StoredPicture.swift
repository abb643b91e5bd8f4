// Copies of frames, reduced where they are large: the only pixels that outlive a frame.
import Flycatcher

/// A frame's pixels as planes of their own.
struct StoredPicture {
  /// The layout of a frame's samples in its copy.
  struct Layout: Hashable {
    /// Size of the copy's luma.
    var width: Int
    var height: Int
    /// Size of the copy's chroma; 0 for gray.
    var chromaWidth: Int
    var chromaHeight: Int
    /// The number of the frame's pixels, across and down, that are one pixel of the copy.
    var reduction: Int
    /// Height of the frame.
    var frameHeight: Int

    /// The most pixels a copy may have, a little more than 1920 × 1080.
    static let limit = 2_100_000

    init(_ frame: borrowing Frame) {
      var reduction = 1
      while (frame.width / reduction) * (frame.height / reduction) > Self.limit { reduction += 1 }
      self.reduction = reduction
      frameHeight = frame.height
      // Rounded up: the copy covers the frame to its last pixel.
      width = (frame.width + reduction - 1) / reduction
      height = (frame.height + reduction - 1) / reduction
      chromaWidth = 0
      chromaHeight = 0
      if let chroma = frame.blueDifference {
        chromaWidth = (chroma.width + reduction - 1) / reduction
        chromaHeight = (chroma.height + reduction - 1) / reduction
      }
    }

    var lumaCount: Int { width * height }
    var chromaCount: Int { chromaWidth * chromaHeight }
    var hasColor: Bool { chromaCount > 0 }
  }

  let layout: Layout
  var time: Timestamp
  /// Luma, then both chroma planes.
  private(set) var samples: [UInt8]

  /// Copies a frame.
  ///
  /// - Parameter isSmooth: Whether samples of a large frame are averaged; otherwise one stands for its neighbors, which is faster.
  init(_ frame: borrowing Frame, _ layout: Layout, isSmooth: Bool) {
    self.layout = layout
    time = frame.timestamp
    samples = Array(repeating: 0, count: layout.lumaCount + 2 * layout.chromaCount)
    refill(frame, isSmooth: isSmooth)
  }

  /// Copies another frame of the same layout into the memory of this one.
  mutating func refill(_ frame: borrowing Frame, isSmooth: Bool) {
    time = frame.timestamp
    copy(frame.luma, at: 0, layout.width, layout.height, isSmooth)
    guard layout.hasColor, let blue = frame.blueDifference, let red = frame.redDifference else { return }
    copy(blue, at: layout.lumaCount, layout.chromaWidth, layout.chromaHeight, isSmooth)
    copy(red, at: layout.lumaCount + layout.chromaCount, layout.chromaWidth, layout.chromaHeight, isSmooth)
  }

  private mutating func copy(_ plane: borrowing Plane, at start: Int, _ width: Int, _ height: Int, _ isSmooth: Bool) {
    let reduction = layout.reduction
    for y in 0..<height {
      let first = min(y * reduction, plane.height - 1)
      let target = start + y * width
      if reduction == 1, plane.pixelStride == 1 {
        copyRow(plane.row(first), to: &samples, at: target)
      } else if !isSmooth || reduction == 1 {
        pickRow(plane.row(first), every: plane.pixelStride * reduction, to: &samples, at: target, count: width)
      } else {
        for x in 0..<width { samples[target + x] = mean(plane, x * reduction, first) }
      }
    }
  }

  private func mean(_ plane: borrowing Plane, _ left: Int, _ top: Int) -> UInt8 {
    let columns = min(left, plane.width - 1)..<min(left + layout.reduction, plane.width)
    let rows = top..<min(top + layout.reduction, plane.height)
    guard !columns.isEmpty, !rows.isEmpty else { return 0 }
    var sum = 0
    for y in rows {
      let row = plane.row(y)
      for x in columns { sum += Int(row[x * plane.pixelStride]) }
    }
    let count = columns.count * rows.count
    return UInt8(truncatingIfNeeded: (sum + count / 2) / count)
  }
}

/// Copies a row of samples without gaps.
private func copyRow(_ row: Span<UInt8>, to samples: inout [UInt8], at start: Int) {
  guard start >= 0, start + row.count <= samples.count else { return }
  // Both ends were just checked; a plain copy is seven times as fast as a loop over the array.
  unsafe row.withUnsafeBufferPointer { source in
    unsafe samples.withUnsafeMutableBufferPointer { target in
      _ = unsafe target[start..<start + source.count].update(fromContentsOf: source)
    }
  }
}

/// Copies every `step`th sample of a row; the last one again where the row ends early.
private func pickRow(_ row: Span<UInt8>, every step: Int, to samples: inout [UInt8], at start: Int, count: Int) {
  var target = samples.mutableSpan
  for x in 0..<count { target[start + x] = row[min(x * step, row.count - 1)] }
}

/// Samples of one place as a color on the screen.
struct ColorConversion {
  private let kr: Float
  private let kb: Float

  /// By ITU-R BT.709 for more than 576 lines and BT.601 for others, as GStreamer assumes where nothing is said; limited range.
  init(frameHeight: Int) { (kr, kb) = frameHeight > 576 ? (0.2126, 0.0722) : (0.299, 0.114) }

  func rgb(_ luma: UInt8, _ blueDifference: UInt8, _ redDifference: UInt8) -> (UInt8, UInt8, UInt8) {
    let y = (Float(luma) - 16) * (255.0 / 219)
    let r = y + (Float(redDifference) - 128) * (255.0 / 112) * (1 - kr)
    let b = y + (Float(blueDifference) - 128) * (255.0 / 112) * (1 - kb)
    let g = (y - kr * r - kb * b) / (1 - kr - kb)
    func byte(_ value: Float) -> UInt8 { UInt8(min(max(value + 0.5, 0), 255)) }
    return (byte(r), byte(g), byte(b))
  }

  /// A box of a picture as BGRA, opaque, without padding.
  func pixels(
    _ samples: Span<UInt8>, _ layout: StoredPicture.Layout, x left: Int, y top: Int, width: Int, height: Int
  ) -> [UInt8] {
    var pixels = [UInt8](repeating: 255, count: max(width * height * 4, 0))
    var index = 0
    for y in top..<top + height {
      for x in left..<left + width {
        var chroma = (UInt8(128), UInt8(128))
        if layout.hasColor {
          let place =
            layout.lumaCount + y * layout.chromaHeight / layout.height * layout.chromaWidth
            + x * layout.chromaWidth / layout.width
          chroma = (samples[place], samples[place + layout.chromaCount])
        }
        let color = rgb(samples[y * layout.width + x], chroma.0, chroma.1)
        pixels[index] = color.2
        pixels[index + 1] = color.1
        pixels[index + 2] = color.0
        index += 4
      }
    }
    return pixels
  }
}
