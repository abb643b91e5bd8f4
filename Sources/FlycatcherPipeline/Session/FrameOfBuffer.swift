// From a mapped buffer to what the trackers see.
package import Flycatcher
package import GStreamerSupport

/// The formats that are read in place.
let formatsReadInPlace = ["I420", "YV12", "NV12", "NV21", "Y42B", "Y444", "GRAY8"]

/// The formats that a session takes, those of more than 8 bits by taking the upper 8; everything else gets there through `videoconvert`.
package let acceptedFormats = formatsReadInPlace + ["I420_10LE", "P010_10LE", "I422_10LE", "Y444_10LE"]

extension VideoLayout {
  /// A Boolean value indicating whether pictures are read in place.
  package var isReadInPlace: Bool { formatsReadInPlace.contains(format) }
}

/// The caps of formats that are read in place, and of all that a session takes, in memory of the system.
package let capsReadInPlace = rawCaps(formatsReadInPlace)
let acceptedCaps = rawCaps(acceptedFormats)

private func rawCaps(_ formats: [String]) -> String {
  "video/x-raw, format=(string){ " + formats.joined(separator: ", ") + " }"
}

extension MappedVideoFrame {
  // The compiler (Swift 6.3) does not follow a lifetime through these optional results; each override below states the lifetime that the
  // function declares and the value has: that of the mapping.

  /// The picture as a tracker sees it, with the boxes that detectors have put on the buffer; those that trackers attach are no news.
  ///
  /// - Returns: `nil` where the format is not read in place.
  @_lifetime(borrow self)
  package func frame(at time: Timestamp, orientation: Orientation) -> Frame? {
    guard let luma = plane(0) else { return nil }
    let regions = regions(orientation, width: luma.width, height: luma.height)
    guard componentCount == 3 else {
      guard componentCount == 1 else { return nil }
      return unsafe _overrideLifetime(
        Frame(
          luma: luma, timestamp: time, orientation: orientation, pixelAspectRatio: pixelAspectRatio, regions: regions),
        borrowing: self)
    }
    guard let blueDifference = plane(1), let redDifference = plane(2) else { return nil }
    let frame = Frame(
      luma: luma, blueDifference: blueDifference, redDifference: redDifference, timestamp: time,
      orientation: orientation, pixelAspectRatio: pixelAspectRatio, regions: regions)
    return unsafe _overrideLifetime(frame, borrowing: self)
  }

  private func regions(_ orientation: Orientation, width: Int, height: Int) -> [FrameRegion] {
    let geometry = PictureGeometry(width: width, height: height, orientation: orientation)
    return regions(except: ObservationFields.kinds).map { type, region in
      let pixels = PixelRectangle(x: region.x, y: region.y, width: region.width, height: region.height)
      return FrameRegion(type: type, box: geometry.upright(pixels))
    }
  }

  @_lifetime(borrow self)
  private func plane(_ index: Int) -> Plane? {
    guard let component = component(index) else { return nil }
    let plane = Plane(
      component.bytes, width: component.width, height: component.height, rowStride: component.rowStride,
      pixelStride: component.pixelStride)
    return unsafe _overrideLifetime(plane, borrowing: self)
  }
}
