// The `orientation` property: which way is up in the stored picture.
import Flycatcher

extension Enumeration {
  static let orientation = Enumeration(
    "GstFlycatcherOrientation",
    [
      ("The picture stands upright", "up"), ("Mirrored left to right", "up-mirrored"),
      ("Upside down", "down"), ("Upside down and mirrored", "down-mirrored"),
      ("Mirrored, and its left side is up", "left-mirrored"), ("The right side is up", "right"),
      ("Mirrored, and its right side is up", "right-mirrored"), ("The left side is up", "left"),
    ])
}

extension Orientation {
  /// The number of the choice, from 0.
  var choice: Int {
    get { rawValue - 1 }
    set { self = Orientation(rawValue: newValue + 1) ?? .up }
  }
}
