// Core Video's picture in memory: a GStreamer buffer, a frame that a session lends, or memory of its own.
package import Flycatcher
package import GStreamerSupport

/// A picture in memory, by Core Video's name.
///
/// It comes out of a ``CMSampleBuffer``, which a ``SampleBufferReader`` reads or which views a `Frame`; its pixels are
/// those of the GStreamer buffer or the frame and are not copied. ``init(width:height:pixelFormatType:)`` makes one with
/// memory of its own. Unlike Apple's, the pixel buffer of a sample buffer keeps its presentation time, so that a request
/// which needs times can be performed on it.
public final class CVPixelBuffer: Sendable {
  let pixels: any PixelSource
  /// The presentation time of the sample that it came with.
  let timestamp: Timestamp?
  /// The orientation of a frame that it views.
  let orientation: Orientation

  init(_ pixels: any PixelSource, timestamp: Timestamp?, orientation: Orientation = .up) {
    self.pixels = pixels
    self.timestamp = timestamp
    self.orientation = orientation
  }

  /// Creates a black picture with memory of its own.
  ///
  /// - Parameters:
  ///   - width: The number of pixels in a row, 1 to 32,768.
  ///   - height: The number of rows, 1 to 32,768.
  ///   - pixelFormatType: One of the formats that are read in place: `kCVPixelFormatType_OneComponent8`,
  ///     `…_420YpCbCr8Planar` or `…_420YpCbCr8BiPlanarVideoRange`, or the latter's `…FullRange`.
  /// - Throws: ``VNError`` `invalidArgument` for another size, `invalidFormat` for another format, `outOfMemory` where
  ///   the system grants no memory for it.
  public convenience init(width: Int, height: Int, pixelFormatType: OSType) throws(VNError) {
    self.init(try OwnedPixels(width: width, height: height, format: pixelFormatType), timestamp: nil)
  }

  /// Views a GStreamer buffer.
  ///
  /// - Throws: `invalidImage` where the memory cannot be read, or does not hold the picture.
  package convenience init(
    _ buffer: borrowing VideoBuffer, _ layout: VideoLayout, timestamp: Timestamp?
  ) throws(VNError) {
    self.init(try MappedPixels(buffer, layout), timestamp: timestamp)
  }
}

/// A picture in memory, by another name of Core Video's.
public typealias CVImageBuffer = CVPixelBuffer
/// A picture in memory, by another name of Core Video's.
public typealias CVBuffer = CVPixelBuffer

/// Pixels, wherever they lie: each kind of memory lends them as a frame, and as planes.
protocol PixelSource: AnyObject, Sendable {
  var width: Int { get }
  var height: Int { get }
  var format: OSType { get }
  var planeCount: Int { get }
  /// The layout of a plane; `nil` for one that is not there.
  func layout(ofPlane index: Int) -> PlaneLayout?
  /// The address of a plane's first byte; `nil` where there is no such plane, or the memory is gone.
  func address(ofPlane index: Int) -> UnsafeMutableRawPointer?
  /// Lends the picture for the duration of a call.
  ///
  /// - Throws: `invalidImage` where the memory is gone, `invalidFormat` where it cannot be read, or the error of `body`.
  func withFrame(
    at time: Timestamp, _ orientation: Orientation, _ body: (borrowing Frame) throws(VNError) -> [VNObservation]
  ) throws(VNError) -> [VNObservation]
}

/// The size of a plane.
struct PlaneLayout: Hashable, Sendable {
  var width: Int
  var height: Int
  var rowStride: Int
}
