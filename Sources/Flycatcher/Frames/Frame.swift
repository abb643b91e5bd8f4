// The input of a tracker: a view of one picture's pixels with its time. It owns nothing and cannot outlive the pixels.

/// One 8-bit component of a picture, read in place.
///
/// Sample (x, y) lies at byte `y * rowStride + x * pixelStride`; a row ends after its last sample, whatever the stride.
/// A plane cannot outlive the memory that it views.
public struct Plane: ~Escapable, Sendable {
  /// The memory from the first sample to the last, and possibly beyond.
  public let bytes: Span<UInt8>
  /// The number of samples in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The number of bytes from one row to the next.
  public let rowStride: Int
  /// The number of bytes from one sample to the next: 1 where the component is alone, 2 in the interleaved chroma of
  /// NV12.
  public let pixelStride: Int

  /// Creates a plane over memory.
  ///
  /// - Parameters:
  ///   - bytes: The memory, from the first sample on.
  ///   - width: The number of samples in a row, 1 or more.
  ///   - height: The number of rows, 1 or more.
  ///   - rowStride: The number of bytes from one row to the next; at least what a row takes.
  ///   - pixelStride: The number of bytes from one sample to the next, 1 or more.
  /// - Returns: `nil` if the bytes do not hold every sample, or if there is no sample.
  @_lifetime(copy bytes)
  public init?(_ bytes: Span<UInt8>, width: Int, height: Int, rowStride: Int, pixelStride: Int = 1) {
    guard width > 0, height > 0, pixelStride > 0 else { return nil }
    let (last, isTooWide) = (width - 1).multipliedReportingOverflow(by: pixelStride)
    let (offset, isTooHigh) = rowStride.multipliedReportingOverflow(by: height - 1)
    guard !isTooWide, !isTooHigh, rowStride > last, bytes.count - offset > last else { return nil }
    self.bytes = bytes
    self.width = width
    self.height = height
    self.rowStride = rowStride
    self.pixelStride = pixelStride
  }

  /// Returns the samples of row `y`, `pixelStride` bytes apart.
  ///
  /// - Parameter y: The number of the row, from 0 to `height - 1`.
  @inlinable
  @_lifetime(copy self)
  public func row(_ y: Int) -> Span<UInt8> {
    let start = y * rowStride
    return bytes.extracting(start..<start + (width - 1) * pixelStride + 1)
  }

  /// Returns a part of the plane; `nil` where it does not lie inside.
  @_lifetime(copy self)
  func cropped(x: Int, y: Int, width: Int, height: Int) -> Plane? {
    guard x >= 0, y >= 0, width > 0, height > 0, x + width <= self.width, y + height <= self.height else { return nil }
    let start = y * rowStride + x * pixelStride
    return Plane(
      bytes.extracting(start..<bytes.count), width: width, height: height, rowStride: rowStride,
      pixelStride: pixelStride)
  }
}

/// A picture of a stream with its time and orientation.
///
/// A frame is a view: it owns no pixels and cannot outlive those that it was made of.
public struct Frame: ~Escapable, Sendable {
  /// The brightness (Y) of the picture, at full resolution.
  public let luma: Plane
  /// The blue difference (Cb), at the resolution of the format; `nil` for a gray picture.
  public let blueDifference: Plane?
  /// The red difference (Cr), of the same size and spacing as the blue one; `nil` for a gray picture.
  public let redDifference: Plane?
  /// The presentation time in stream time.
  public let timestamp: Timestamp
  /// The orientation of the stored picture. Regions and observations are relative to the upright picture.
  public let orientation: Orientation
  /// The width of a pixel of the stored picture, in heights of a pixel: 1 where pixels are square, the default.
  /// Measures are of the picture as it is shown.
  public let pixelAspectRatio: Double
  /// The boxes that a detector upstream attached to the picture; mostly none.
  public let regions: [FrameRegion]

  /// Creates a gray frame.
  ///
  /// - Parameters:
  ///   - luma: The brightness of the picture.
  ///   - timestamp: The presentation time in stream time.
  ///   - orientation: The orientation of the stored picture.
  ///   - pixelAspectRatio: The width of a pixel of the stored picture, in heights of a pixel; anything but a positive
  ///     number counts as 1.
  ///   - regions: The boxes that a detector attached to the picture.
  @_lifetime(copy luma)
  public init(
    luma: consuming Plane, timestamp: Timestamp, orientation: Orientation = .up, pixelAspectRatio: Double = 1,
    regions: [FrameRegion] = []
  ) {
    self.luma = luma
    blueDifference = nil
    redDifference = nil
    self.timestamp = timestamp
    self.orientation = orientation
    self.pixelAspectRatio = Self.usable(pixelAspectRatio)
    self.regions = regions
  }

  /// Creates a frame with color.
  ///
  /// - Parameters:
  ///   - luma: The brightness of the picture.
  ///   - blueDifference: The blue difference, at most of the size of `luma`.
  ///   - redDifference: The red difference, of the size and the `pixelStride` of `blueDifference`.
  ///   - timestamp: The presentation time in stream time.
  ///   - orientation: The orientation of the stored picture.
  ///   - pixelAspectRatio: The width of a pixel of the stored picture, in heights of a pixel; anything but a positive
  ///     number counts as 1.
  ///   - regions: The boxes that a detector attached to the picture.
  /// - Returns: `nil` if the chroma planes differ in size or in `pixelStride`, or are larger than the luma plane.
  @_lifetime(copy luma, copy blueDifference, copy redDifference)
  public init?(
    luma: consuming Plane, blueDifference: consuming Plane, redDifference: consuming Plane,
    timestamp: Timestamp, orientation: Orientation = .up, pixelAspectRatio: Double = 1, regions: [FrameRegion] = []
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
    self.pixelAspectRatio = Self.usable(pixelAspectRatio)
    self.regions = regions
  }

  private static func usable(_ ratio: Double) -> Double { ratio > 0 && ratio.isFinite ? ratio : 1 }

  /// The width of a pixel of the upright picture, in heights of a pixel.
  var uprightPixelAspectRatio: Double { orientation.swapsAxes ? 1 / pixelAspectRatio : pixelAspectRatio }

  /// The width of the stored picture in pixels.
  public var width: Int { luma.width }
  /// The height of the stored picture in pixels.
  public var height: Int { luma.height }

  /// Returns the part of the picture, without its regions, in an area that begins at even coordinates; `nil` where it
  /// does not lie inside.
  @_lifetime(copy self)
  func cropped(_ area: PixelRectangle) -> Frame? {
    guard let luma = luma.cropped(x: area.x, y: area.y, width: area.width, height: area.height) else { return nil }
    guard let blue = blueDifference, let red = redDifference else {
      return Frame(
        luma: luma, timestamp: timestamp, orientation: orientation, pixelAspectRatio: pixelAspectRatio)
    }
    let x = area.x * blue.width / width
    let y = area.y * blue.height / height
    let columns = min((area.width * blue.width + width - 1) / width, blue.width - x)
    let rows = min((area.height * blue.height + height - 1) / height, blue.height - y)
    guard let blue = blue.cropped(x: x, y: y, width: columns, height: rows),
      let red = red.cropped(x: x, y: y, width: columns, height: rows)
    else { return nil }
    return Frame(
      luma: luma, blueDifference: blue, redDifference: red, timestamp: timestamp, orientation: orientation,
      pixelAspectRatio: pixelAspectRatio)
  }

  /// Returns the same picture with luma of another size.
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
    pixelAspectRatio = frame.pixelAspectRatio
    regions = frame.regions
  }
}
