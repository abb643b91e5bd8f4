// Image I/O's orientation of a stored picture.
package import Flycatcher

/// The orientation of a stored picture, by the numbers of the EXIF tag.
public enum CGImagePropertyOrientation: UInt32, Sendable, CaseIterable {
  /// Stored upright.
  case up = 1
  /// Mirrored left to right.
  case upMirrored = 2
  /// Rotated by 180°.
  case down = 3
  /// Mirrored top to bottom.
  case downMirrored = 4
  /// Mirrored about the diagonal from the top left to the bottom right.
  case leftMirrored = 5
  /// To be rotated by 90° clockwise to stand upright.
  case right = 6
  /// Mirrored about the diagonal from the top right to the bottom left.
  case rightMirrored = 7
  /// To be rotated by 90° counterclockwise to stand upright.
  case left = 8
}

extension Orientation {
  package init(_ orientation: CGImagePropertyOrientation) {
    self = Orientation(rawValue: Int(orientation.rawValue)) ?? .up
  }
}
