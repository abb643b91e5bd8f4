// The rectangle as if seen from straight ahead, small, in the lower right corner of the picture.
package import Flycatcher

/// The rectified picture of one rectangle, ready to be drawn.
struct Thumbnail {
  let uuid: ObservationUUID
  let width: Int
  let height: Int
  /// BGRA without padding, opaque.
  let pixels: [UInt8]

  init(uuid: ObservationUUID, width: Int, height: Int, pixels: [UInt8]) {
    (self.uuid, self.width, self.height, self.pixels) = (uuid, width, height, pixels)
  }

  /// - Parameter usesHD: Whether the colors are BT.709's, as in pictures of more than 576 lines; else BT.601's. A gray picture is of full range.
  init(_ uuid: ObservationUUID, _ picture: RectifiedPicture, usesHD: Bool) {
    self.uuid = uuid
    (width, height) = (picture.width, picture.height)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(picture.luma.count * 4)
    func byte(_ value: Double) -> UInt8 { UInt8(min(max(value + 0.5, 0), 255)) }
    if let blue = picture.blueDifference, let red = picture.redDifference {
      let (redShare, blueShare) = usesHD ? (0.2126, 0.0722) : (0.299, 0.114)
      let greenShare = 1 - redShare - blueShare
      for index in picture.luma.indices {
        let y = (Double(picture.luma[index]) - 16) * 255 / 219
        let b = y + (Double(blue[index]) - 128) * 255 / 112 * (1 - blueShare)
        let r = y + (Double(red[index]) - 128) * 255 / 112 * (1 - redShare)
        pixels += [byte(b), byte((y - redShare * r - blueShare * b) / greenShare), byte(r), 255]
      }
    } else {
      for y in picture.luma { pixels += [y, y, y, 255] }
    }
    self.pixels = pixels
  }
}

extension OverlayPainter {
  /// Length of the thumbnail's longer side, and its distance from the picture's edges, fractions of the shorter side.
  private static let thumbnailSize = (side: 0.32, margin: 0.025)

  /// A Boolean value indicating whether `look(at:)` has anything to look at.
  package var wantsPixels: Bool { style.showsThumbnail && !rectangles.isEmpty }

  /// Takes the thumbnail from the frame that was reported on last.
  ///
  /// It shows the rectangle that had the highest confidence when it was chosen, as long as that is tracked, and its last picture where it is not seen.
  package mutating func look(at frame: borrowing Frame) {
    guard wantsPixels, let (uuid, trail) = rectangleToShow() else { return }
    let longest = Int(Self.thumbnailSize.side * Double(min(frame.width, frame.height)))
    guard trail.isSeen, longest >= 8, trail.observation.corners.corners.allSatisfy(\.isDrawable),
      let picture = RectifiedPicture(trail.observation.corners, in: frame, longestSide: longest)
    else { return }
    show(Thumbnail(uuid, picture, usesHD: frame.height > 576))
  }

  private func rectangleToShow() -> (uuid: ObservationUUID, trail: RectangleTrail)? {
    if let thumbnail, let trail = rectangles[thumbnail.uuid], trail.isFollowed { return (thumbnail.uuid, trail) }
    let seen = rectangles.filter(\.value.isSeen)
    // Of equals the one known longest.
    let surest = seen.max { one, other in
      (one.value.observation.confidence, -one.value.number) < (other.value.observation.confidence, -other.value.number)
    }
    return surest.map { ($0.key, $0.value) }
  }

  func drawThumbnail(at time: Timestamp, on sheet: OverlaySheet) {
    guard style.showsThumbnail, let thumbnail, let trail = rectangles[thumbnail.uuid] else { return }
    let opacity = opacity(box: trail.presence, at: time)
    let margin = Self.thumbnailSize.margin * sheet.shorterSide
    let (width, height) = (Double(thumbnail.width), Double(thumbnail.height))
    let corner = Spot(x: sheet.uprightWidth - margin - width, y: sheet.uprightHeight - margin - height)
    guard opacity > 0, corner.x >= 0, corner.y >= 0 else { return }
    sheet.lay(thumbnail, at: corner, opacity: opacity)
    let outline = [(0, 0), (width, 0), (width, height), (0, height), (0, 0)].map {
      Spot(x: corner.x + $0.0, y: corner.y + $0.1)
    }
    sheet.drawRimmed(
      outline, style.color(trail.number - 1), width: lineWidth(on: sheet), isSolid: trail.isSeen, opacity: opacity)
  }
}

extension RectangleTrail {
  var isSeen: Bool { [.nominated, .tracked, .recovered].contains(observation.state) }
  var isFollowed: Bool { isSeen || observation.state == .predicted }
}
