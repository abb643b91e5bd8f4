// Core Video's functions on pictures, and the formats that they name.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A number that names a format by four characters.
public typealias OSType = UInt32
/// The outcome of a function of Core Video: 0 is success.
public typealias CVReturn = Int32
/// The bits of a set of options.
public typealias CVOptionFlags = UInt64

/// The outcome of a function that did what it was asked to.
public let kCVReturnSuccess: CVReturn = 0
/// The outcome of a function whose argument does not fit, as a picture whose memory is gone.
public let kCVReturnInvalidArgument: CVReturn = -6661

/// 8 bits of gray, `L008`: GStreamer's `GRAY8`.
public let kCVPixelFormatType_OneComponent8: OSType = 0x4C30_3038
/// Three planes of Y, Cb and Cr, the latter two at half the size, `y420`: GStreamer's `I420`.
public let kCVPixelFormatType_420YpCbCr8Planar: OSType = 0x7934_3230
/// A plane of Y and one of Cb and Cr in turn, `420v`: GStreamer's `NV12`.
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
/// The same with values from 0 to 255, `420f`.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
/// Four bytes a pixel, blue first: GStreamer's `BGRA`.
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241

/// The ways of locking the address of a picture.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
  /// The bits, by Core Video's numbers.
  public let rawValue: CVOptionFlags

  /// Creates a set from its bits.
  public init(rawValue: CVOptionFlags) { self.rawValue = rawValue }

  /// Nothing is written. The pixels of a GStreamer buffer or a frame must not be written in any case.
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// Returns the number of pixels in a row.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.pixels.width }

/// Returns the number of rows.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.pixels.height }

/// Returns the format of the pixels; 0 for those that have no name here, which requests read all the same.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.pixels.format }

/// Returns a Boolean value indicating whether the picture lies in planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.pixels.planeCount > 1 }

/// Returns the number of planes; 0 for a picture that does not lie in planes.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
  CVPixelBufferIsPlanar(pixelBuffer) ? pixelBuffer.pixels.planeCount : 0
}

/// Returns the number of samples in a row of a plane; 0 for one that is not there.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.pixels.layout(ofPlane: planeIndex)?.width ?? 0
}

/// Returns the number of rows of a plane; 0 for one that is not there.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.pixels.layout(ofPlane: planeIndex)?.height ?? 0
}

/// Returns the number of bytes from one row to the next.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
  CVPixelBufferGetBytesPerRowOfPlane(pixelBuffer, 0)
}

/// Returns the number of bytes from one row of a plane to the next; 0 for one that is not there.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.pixels.layout(ofPlane: planeIndex)?.rowStride ?? 0
}

/// Makes the address of a picture usable until it is unlocked; here it is so in any case.
///
/// - Returns: `kCVReturnSuccess`, or `kCVReturnInvalidArgument` where the memory is gone.
@discardableResult
public func CVPixelBufferLockBaseAddress(_ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags) -> CVReturn
{
  unsafe pixelBuffer.pixels.address(ofPlane: 0) == nil ? kCVReturnInvalidArgument : kCVReturnSuccess
}

/// Ends the use of the address of a picture.
///
/// - Returns: `kCVReturnSuccess`.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn { kCVReturnSuccess }

/// Returns the address of the first byte; it is valid as long as the pixel buffer is held.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
  unsafe pixelBuffer.pixels.address(ofPlane: 0)
}

/// Returns the address of the first byte of a plane; `nil` for one that is not there.
public func CVPixelBufferGetBaseAddressOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
  unsafe pixelBuffer.pixels.address(ofPlane: planeIndex)
}

/// GStreamer's names of formats, and Core Video's numbers.
enum PixelFormats {
  private static let types: [String: OSType] = [
    "GRAY8": kCVPixelFormatType_OneComponent8, "I420": kCVPixelFormatType_420YpCbCr8Planar,
    "NV12": kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, "BGRA": kCVPixelFormatType_32BGRA,
  ]

  static func type(named name: String) -> OSType { types[name] ?? 0 }

  /// The four characters of a number, or the number itself where they are none.
  static func name(of type: OSType) -> String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: type >> OSType($0)) }
    return bytes.allSatisfy { (33...126).contains($0) } ? String(decoding: bytes, as: UTF8.self) : "\(type)"
  }
}
