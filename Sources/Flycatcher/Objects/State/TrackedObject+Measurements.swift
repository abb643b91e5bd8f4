// The measurements of an object's box in a frame.
import Glibc

extension TrackedObject {
  /// The box before a frame and earlier pictures, with which the box in it is compared.
  struct Before {
    var box: PixelBox
    var pictures: EarlierPictures
    /// Seconds since the frame before.
    var seconds: Double
  }

  /// Measures the present box, whose appearance the workspace holds.
  mutating func measure(
    _ found: ResponsePeak, _ frame: borrowing Frame, _ workspace: borrowing TrackingWorkspace
  ) {
    measuredBox = box
    measured[.prominence] = log(Double(max(found.sidelobeRatio, 1)))
    let place = place(in: workspace.sampled)
    measured[.colorContrast] = workspace.grid.colorContrast(
      nominatedColors, of: place, core: Float(parameters.colors.core))
    measured[.appearance] = min(max(appearanceModel.evidence(workspace.appearance), -4), 4)
    measured[.outside] = outside(frame)
    measured[.colorsAndAppearance] = measured[.colorContrast] * measured[.appearance]
  }

  /// Returns the speed of the box, in its sizes a second.
  func speed(_ before: Before) -> Double {
    let (x, y) = (box.centerX - before.box.centerX, box.centerY - before.box.centerY)
    return (x * x + y * y).squareRoot() / max(before.box.size, 1) / max(before.seconds, 1e-3)
  }

  /// The correlation with an earlier picture from which on a box shows the background: of some 36,000 boxes of the clips of
  /// `make fit-objects`, 430 had more, and 2 of those lay on the object.
  private static let backgroundCorrelation = 0.9
  /// The log-odds, by those numbers, that such a box lies on the object.
  static let backgroundLogOdds = -5.4

  /// Whether the box shows what lay at its place when the object was elsewhere.
  func isBackground(_ frame: borrowing Frame, _ pictures: EarlierPictures) -> Bool {
    for number in placesThen.indices {
      guard let then = placesThen[number], !then.touches(box) else { continue }
      let correlation = pictures.correlation(box, frame, number: number) ?? 0
      if correlation > Self.backgroundCorrelation { return true }
    }
    return false
  }

  /// Takes note of where the object is in a picture that is kept.
  mutating func note(picture number: Int) {
    placesThen[number] = isVisible ? box : nil
  }

  /// Returns the share of the box beyond the edges of the picture.
  private func outside(_ frame: borrowing Frame) -> Double {
    let (left, right) = (max(box.centerX - box.width / 2, 0), min(box.centerX + box.width / 2, Double(frame.width)))
    let (top, bottom) = (max(box.centerY - box.height / 2, 0), min(box.centerY + box.height / 2, Double(frame.height)))
    return 1 - max(right - left, 0) * max(bottom - top, 0) / max(box.width * box.height, 1e-3)
  }
}
