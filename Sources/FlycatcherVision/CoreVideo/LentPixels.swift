// The pixels of a frame that somebody else owns, for the duration of a call.
import Flycatcher
import GStreamerSupport
import Synchronization

/// The planes of a frame, until they are taken back.
///
/// Sendable although unchecked: requests use the addresses only in `withFrame`, which counts its uses, and `takeBack` waits
/// until there is none. An address that a program asked for is its own to give up by then.
@safe final class LentPixels: PixelSource, @unchecked Sendable {
  @safe private struct Samples {
    let bytes: UnsafeBufferPointer<UInt8>
    let layout: PlaneLayout
    let pixelStride: Int

    init(_ plane: borrowing Plane) {
      // Safe: not used after the lender has taken the memory back, which it does before its own access ends.
      unsafe bytes = plane.bytes.withUnsafeBufferPointer { unsafe $0 }
      layout = PlaneLayout(width: plane.width, height: plane.height, rowStride: plane.rowStride)
      pixelStride = plane.pixelStride
    }
  }

  private let luma: Samples
  private let chroma: (blue: Samples, red: Samples)?
  private let regions: [FrameRegion]
  private let uses = Mutex(Uses())

  private struct Uses {
    var count = 0
    var isOver = false
    /// Where the lender waits for the end of the last use: made when it has to.
    var end: Monitor<Bool>?
  }

  init(_ frame: borrowing Frame) {
    regions = frame.regions
    luma = Samples(frame.luma)
    if let blue = frame.blueDifference, let red = frame.redDifference {
      chroma = (Samples(blue), Samples(red))
    } else {
      chroma = nil
    }
  }

  var width: Int { luma.layout.width }
  var height: Int { luma.layout.height }
  var format: OSType {
    guard let (blue, red) = chroma else { return kCVPixelFormatType_OneComponent8 }
    guard blue.layout.width * 2 - width < 2, blue.layout.height * 2 - height < 2 else { return 0 }
    guard blue.pixelStride == 2 else { return kCVPixelFormatType_420YpCbCr8Planar }
    // Blue first: Core Video has no name for the other order.
    let isBlueFirst = unsafe blue.bytes.baseAddress.map { unsafe $0 + 1 } == red.bytes.baseAddress
    return isBlueFirst ? kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange : 0
  }
  var planeCount: Int {
    guard chroma != nil else { return 1 }
    return format == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange ? 2 : 3
  }

  private func samples(ofPlane index: Int) -> Samples? {
    guard index >= 0, index < planeCount else { return nil }
    return index == 0 ? luma : index == 1 ? chroma?.blue : chroma?.red
  }

  func layout(ofPlane index: Int) -> PlaneLayout? { samples(ofPlane: index)?.layout }

  func address(ofPlane index: Int) -> UnsafeMutableRawPointer? {
    guard let samples = samples(ofPlane: index), !uses.withLock({ $0.isOver }) else { return nil }
    return unsafe UnsafeMutableRawPointer(mutating: samples.bytes.baseAddress)
  }

  func withFrame(
    at time: Timestamp, _ orientation: Orientation, _ body: (borrowing Frame) throws(VNError) -> [VNObservation]
  ) throws(VNError) -> [VNObservation] {
    let mayUse = uses.withLock { uses in
      if !uses.isOver { uses.count += 1 }
      return !uses.isOver
    }
    guard mayUse else {
      throw VNError(
        .invalidImage,
        "The picture was lent by a frame and is gone. Perform requests on it within the call that lends it.")
    }
    defer { endUse() }
    return try lend(at: time, orientation, body)
  }

  private func endUse() {
    let end = uses.withLock { uses in
      uses.count -= 1
      return uses.count == 0 ? uses.end : nil
    }
    end?.change { $0 = true }
  }

  private func lend(
    at time: Timestamp, _ orientation: Orientation, _ body: (borrowing Frame) throws(VNError) -> [VNObservation]
  ) throws(VNError) -> [VNObservation] {
    // Safe: the memory is there until `takeBack` returns, which waits for the end of this use; the spans do not outlive it.
    guard let gray = unsafe Self.plane(Span(_unsafeElements: luma.bytes), luma) else {
      throw Self.unreadable
    }
    guard let chroma else {
      return try body(Frame(luma: gray, timestamp: time, orientation: orientation, regions: regions))
    }
    guard let blue = unsafe Self.plane(Span(_unsafeElements: chroma.blue.bytes), chroma.blue),
      let red = unsafe Self.plane(Span(_unsafeElements: chroma.red.bytes), chroma.red),
      let frame = Frame(
        luma: gray, blueDifference: blue, redDifference: red, timestamp: time, orientation: orientation,
        regions: regions)
    else { throw Self.unreadable }
    return try body(frame)
  }

  @_lifetime(copy bytes)
  private static func plane(_ bytes: Span<UInt8>, _ samples: Samples) -> Plane? {
    Plane(
      bytes, width: samples.layout.width, height: samples.layout.height, rowStride: samples.layout.rowStride,
      pixelStride: samples.pixelStride)
  }

  private static let unreadable = VNError(.invalidImage, "The planes of the frame do not fit together.")

  /// Waits for the uses on other threads, and lends no more.
  func takeBack() {
    let end: Monitor<Bool>? = uses.withLock { uses in
      uses.isOver = true
      if uses.count > 0 { uses.end = Monitor(false) }
      return uses.end
    }
    _ = end?.wait { $0 ? true : nil }
  }
}
