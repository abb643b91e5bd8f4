// The pixels of a GStreamer buffer, read in place.
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport
import Synchronization

/// A GStreamer buffer, held and mapped for reading.
///
/// Sendable although unchecked: the mapping is only read, and lies in memory that nobody may write while this holds its
/// reference to the buffer.
final class MappedPixels: PixelSource, @unchecked Sendable {
  private let buffer: VideoBuffer
  private let mapped: MappedVideoFrame
  private let information: VideoLayout
  let format: OSType
  /// The copy in planes of 8 bits of a picture that is not read in place, made when it is first asked for.
  private let plain = Mutex<MappedPixels?>(nil)

  /// - Throws: `invalidImage` where the memory cannot be read, or does not hold the picture.
  init(_ buffer: borrowing VideoBuffer, _ layout: VideoLayout) throws(VNError) {
    guard let mapped = MappedVideoFrame(buffer, layout) else {
      throw VNError(
        .invalidImage,
        "The memory of the buffer cannot be read, or does not hold a \(layout.format) picture of \(layout.width) × "
          + "\(layout.height) pixels.")
    }
    self.buffer = buffer.share()
    self.mapped = mapped
    information = layout
    format = PixelFormats.type(named: layout.format)
  }

  var width: Int { information.width }
  var height: Int { information.height }
  var planeCount: Int { mapped.planeCount }

  func layout(ofPlane index: Int) -> PlaneLayout? {
    mapped.planeSize(index).map { PlaneLayout(width: $0.width, height: $0.height, rowStride: $0.rowStride) }
  }

  func address(ofPlane index: Int) -> UnsafeMutableRawPointer? { unsafe mapped.planeAddress(index) }

  func withFrame(
    at time: Timestamp, _ orientation: Orientation, _ body: (borrowing Frame) throws(VNError) -> [VNObservation]
  ) throws(VNError) -> [VNObservation] {
    guard information.isReadInPlace else {
      return try readable().withFrame(at: time, orientation, body)
    }
    return try Self.lend(mapped, information.format, at: time, orientation, body)
  }

  /// Lends the picture as long as the mapping is borrowed.
  private static func lend(
    _ mapped: borrowing MappedVideoFrame, _ format: String, at time: Timestamp, _ orientation: Orientation,
    _ body: (borrowing Frame) throws(VNError) -> [VNObservation]
  ) throws(VNError) -> [VNObservation] {
    guard let frame = mapped.frame(at: time, orientation: orientation) else {
      throw VNError(
        .invalidImage, "The \(format) picture cannot be read: its rows run upward, or a plane is missing.")
    }
    return try body(frame)
  }

  private func readable() throws(VNError) -> MappedPixels {
    let known = plain.withLock { $0 }
    if let known { return known }
    guard let converter = PictureConverter(information) else {
      throw VNError(
        .invalidFormat,
        "A picture in the format \(information.format) cannot be read. Put videoconvert before the appsink.")
    }
    guard let copy = converter.convert(buffer) else {
      throw VNError(.outOfMemory, "There is no memory for a copy of the \(information.format) picture in 8 bits.")
    }
    let made = try MappedPixels(copy, converter.layout)
    plain.withLock { $0 = made }
    return made
  }
}
