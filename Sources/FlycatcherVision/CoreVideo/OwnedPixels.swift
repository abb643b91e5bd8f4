// Pixels in memory of their own, for programs that make their pictures themselves.
import Flycatcher
import Foundation

/// Memory for one picture, black to begin with.
///
/// Sendable although unchecked: who writes through the address, between locking and unlocking it, sees to it that
/// nothing reads meanwhile, as with Core Video's own.
@safe final class OwnedPixels: PixelSource, @unchecked Sendable {
  let width: Int
  let height: Int
  let format: OSType
  private let start: UnsafeMutablePointer<UInt8>
  private let count: Int
  private let planes: [(offset: Int, layout: PlaneLayout)]
  private static let longestSide = 32_768

  init(width: Int, height: Int, format: OSType) throws(VNError) {
    for (name, value) in [("width", width), ("height", height)] where !(1...Self.longestSide).contains(value) {
      throw VNError(.invalidArgument, "\(name) is \(value); it must be from 1 to \(Self.longestSide).")
    }
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    var layouts = [PlaneLayout(width: width, height: height, rowStride: width)]
    switch format {
    case kCVPixelFormatType_OneComponent8: break
    case kCVPixelFormatType_420YpCbCr8Planar:
      layouts += Array(repeating: PlaneLayout(width: halfWidth, height: halfHeight, rowStride: halfWidth), count: 2)
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
      layouts.append(PlaneLayout(width: halfWidth, height: halfHeight, rowStride: 2 * halfWidth))
    default:
      throw VNError(
        .invalidFormat,
        "The pixel format \(PixelFormats.name(of: format)) cannot be read; take L008, y420, 420v or 420f.")
    }
    var (planes, end) = ([(offset: Int, layout: PlaneLayout)](), 0)
    for layout in layouts {
      planes.append((end, layout))
      end += layout.rowStride * layout.height
    }
    guard let memory = unsafe calloc(end, 1) else {
      throw VNError(
        .outOfMemory, "There is no memory for a picture of \(width) × \(height) pixels, which takes \(end) bytes.")
    }
    unsafe start = memory.assumingMemoryBound(to: UInt8.self)
    (self.width, self.height, self.format, self.planes, count) = (width, height, format, planes, end)
    guard layouts.count > 1 else { return }
    // The chroma of no color.
    unsafe (start + planes[1].offset).update(repeating: 128, count: end - planes[1].offset)
  }

  deinit { unsafe free(start) }

  var planeCount: Int { planes.count }

  func layout(ofPlane index: Int) -> PlaneLayout? { planes.indices.contains(index) ? planes[index].layout : nil }

  func address(ofPlane index: Int) -> UnsafeMutableRawPointer? {
    guard planes.indices.contains(index) else { return nil }
    return unsafe UnsafeMutableRawPointer(start + planes[index].offset)
  }

  func withFrame(
    at time: Timestamp, _ orientation: Orientation, _ body: (borrowing Frame) throws(VNError) -> [VNObservation]
  ) throws(VNError) -> [VNObservation] {
    // Safe: the memory lives as long as this object, which the caller holds.
    let bytes = unsafe Span(_unsafeStart: UnsafePointer(start), count: count)
    let isInterleaved = planes.count == 2
    guard let luma = plane(bytes, 0) else { throw Self.unreadable }
    guard planes.count > 1 else { return try body(Frame(luma: luma, timestamp: time, orientation: orientation)) }
    guard let blue = plane(bytes, 1, pixelStride: isInterleaved ? 2 : 1),
      let red = plane(
        bytes, isInterleaved ? 1 : 2, pixelStride: isInterleaved ? 2 : 1, skipping: isInterleaved ? 1 : 0),
      let frame = Frame(
        luma: luma, blueDifference: blue, redDifference: red, timestamp: time, orientation: orientation)
    else { throw Self.unreadable }
    return try body(frame)
  }

  @_lifetime(copy bytes)
  private func plane(_ bytes: Span<UInt8>, _ index: Int, pixelStride: Int = 1, skipping bytesBefore: Int = 0) -> Plane?
  {
    let (offset, layout) = planes[index]
    let length = layout.rowStride * layout.height - bytesBefore
    return Plane(
      bytes.extracting(offset + bytesBefore..<offset + bytesBefore + length), width: layout.width,
      height: layout.height, rowStride: layout.rowStride, pixelStride: pixelStride)
  }

  private static let unreadable = VNError(.internalError, "The planes of a picture of its own do not fit together.")
}
