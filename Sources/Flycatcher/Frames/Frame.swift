// What a tracker sees: a view of one picture's pixels with its time. It owns nothing and cannot outlive the pixels.

/// One 8-bit component of a picture, seen in place.
///
/// Sample (x, y) lies at byte `y * rowStride + x * pixelStride`; a row ends after its last sample, whatever the stride.
public struct Plane: ~Escapable, Sendable {
  /// The memory from the first sample to the last.
  public let bytes: Span<UInt8>
  /// Samples in a row.
  public let width: Int
  public let height: Int
  /// Bytes from a row to the next.
  public let rowStride: Int
  /// Bytes from a sample to the next: 1 where the component is alone, 2 in the interleaved chroma of NV12.
  public let pixelStride: Int

  /// - Returns: `nil` where the bytes do not hold every sample, or the picture has none.
  @_lifetime(copy bytes)
  public init?(_ bytes: Span<UInt8>, width: Int, height: Int, rowStride: Int, pixelStride: Int = 1) {
    guard width > 0, height > 0, pixelStride > 0, rowStride >= (width - 1) * pixelStride + 1 else { return nil }
    let (offset, overflow) = rowStride.multipliedReportingOverflow(by: height - 1)
    guard !overflow, bytes.count - offset >= (width - 1) * pixelStride + 1 else { return nil }
    self.bytes = bytes
    self.width = width
    self.height = height
    self.rowStride = rowStride
    self.pixelStride = pixelStride
  }

  /// The samples of row `y`, `pixelStride` bytes apart.
  @inlinable
  @_lifetime(copy self)
  public func row(_ y: Int) -> Span<UInt8> {
    let start = y * rowStride
    return bytes.extracting(start..<start + (width - 1) * pixelStride + 1)
  }

  /// A part of the plane; `nil` where it does not lie inside.
  @_lifetime(copy self)
  func cropped(x: Int, y: Int, width: Int, height: Int) -> Plane? {
    guard x >= 0, y >= 0, width > 0, height > 0, x + width <= self.width, y + height <= self.height else { return nil }
    let start = y * rowStride + x * pixelStride
    return Plane(
      bytes.extracting(start..<bytes.count), width: width, height: height, rowStride: rowStride,
      pixelStride: pixelStride)
  }
}

/// A picture of the stream: its planes, its time, its orientation.
public struct Frame: ~Escapable, Sendable {
  /// Brightness, the size of the picture.
  public let luma: Plane
  /// Blue difference (Cb), at the size the format samples it; `nil` for a gray picture.
  public let blueDifference: Plane?
  /// Red difference (Cr), of the same size.
  public let redDifference: Plane?
  /// Presentation time in stream time.
  public let timestamp: Timestamp
  /// Which way is up. Regions go in and places come out relative to the upright picture.
  public let orientation: Orientation
  /// The boxes that came with the picture, from a detector before; mostly none.
  public let regions: [FrameRegion]

  @_lifetime(copy luma)
  public init(
    luma: consuming Plane, timestamp: Timestamp, orientation: Orientation = .up, regions: [FrameRegion] = []
  ) {
    self.luma = luma
    blueDifference = nil
    redDifference = nil
    self.timestamp = timestamp
    self.orientation = orientation
    self.regions = regions
  }

  /// - Returns: `nil` where the chroma planes differ in size or in `pixelStride`, or are larger than the luma plane.
  @_lifetime(copy luma, copy blueDifference, copy redDifference)
  public init?(
    luma: consuming Plane, blueDifference: consuming Plane, redDifference: consuming Plane,
    timestamp: Timestamp, orientation: Orientation = .up, regions: [FrameRegion] = []
  ) {
    guard blueDifference.width == redDifference.width, blueDifference.height == redDifference.height,
      blueDifference.pixelStride == redDifference.pixelStride,
      blueDifference.width <= luma.width, blueDifference.height <= luma.height
    else { return nil }
    self.luma = luma
    self.blueDifference = blueDifference
    self.redDifference = redDifference
    self.timestamp = timestamp
    self.orientation = orientation
    self.regions = regions
  }

  /// Width of the stored picture in pixels.
  public var width: Int { luma.width }
  /// Height of the stored picture in pixels.
  public var height: Int { luma.height }

  /// The part of the picture, without its regions, in an area that begins at even coordinates; `nil` where it does not lie inside.
  @_lifetime(copy self)
  func cropped(_ area: PixelArea) -> Frame? {
    guard let luma = luma.cropped(x: area.x, y: area.y, width: area.width, height: area.height) else { return nil }
    guard let blue = blueDifference, let red = redDifference else {
      return Frame(luma: luma, timestamp: timestamp, orientation: orientation)
    }
    let x = area.x * blue.width / width
    let y = area.y * blue.height / height
    let columns = min((area.width * blue.width + width - 1) / width, blue.width - x)
    let rows = min((area.height * blue.height + height - 1) / height, blue.height - y)
    guard let blue = blue.cropped(x: x, y: y, width: columns, height: rows),
      let red = red.cropped(x: x, y: y, width: columns, height: rows)
    else { return nil }
    return Frame(
      luma: luma, blueDifference: blue, redDifference: red, timestamp: timestamp, orientation: orientation)
  }

  /// The same picture with luma of another size.
  @_lifetime(copy self, copy luma)
  func replacing(luma: consuming Plane) -> Frame {
    Frame(luma: luma, ofChromaIn: self)
  }

  @_lifetime(copy luma, copy frame)
  private init(luma: consuming Plane, ofChromaIn frame: borrowing Frame) {
    self.luma = luma
    blueDifference = frame.blueDifference
    redDifference = frame.redDifference
    timestamp = frame.timestamp
    orientation = frame.orientation
    regions = frame.regions
  }
}
