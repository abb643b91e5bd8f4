// What a tracker sees: a view of one picture's pixels with its time. It owns nothing and cannot outlive the pixels.

/// One 8-bit component of a picture, seen in place.
///
/// Sample (x, y) lies at byte `y * rowStride + x * pixelStride`; a row ends after its last sample, whatever the stride.
public struct Plane: ~Escapable {
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
}

/// A picture of the stream: its planes, its time, its orientation.
public struct Frame: ~Escapable {
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

  @_lifetime(copy luma)
  public init(luma: consuming Plane, timestamp: Timestamp, orientation: Orientation = .up) {
    self.luma = luma
    blueDifference = nil
    redDifference = nil
    self.timestamp = timestamp
    self.orientation = orientation
  }

  /// - Returns: `nil` where the chroma planes differ in size or are larger than the luma plane.
  @_lifetime(copy luma, copy blueDifference, copy redDifference)
  public init?(
    luma: consuming Plane, blueDifference: consuming Plane, redDifference: consuming Plane,
    timestamp: Timestamp, orientation: Orientation = .up
  ) {
    guard blueDifference.width == redDifference.width, blueDifference.height == redDifference.height,
      blueDifference.width <= luma.width, blueDifference.height <= luma.height
    else { return nil }
    self.luma = luma
    self.blueDifference = blueDifference
    self.redDifference = redDifference
    self.timestamp = timestamp
    self.orientation = orientation
  }

  /// Width of the stored picture in pixels.
  public var width: Int { luma.width }
  /// Height of the stored picture in pixels.
  public var height: Int { luma.height }
}
