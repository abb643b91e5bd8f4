// The part of the picture around a path: what is seen there tells of it, what is seen in another corner does not.

/// The surroundings of a path.
struct Surroundings: Sendable {
  /// Pixels around the path, as a share of the longer side of the picture.
  private static let reach = 0.2

  private let box: PlaceBox
  /// Their share of the picture.
  private let share: Double

  /// - Parameters:
  ///   - path: The box around it.
  ///   - picture: What is analyzed; `nil` where it is not known.
  init(of path: PlaceBox, in picture: PlaceBox?) {
    guard let picture, all(picture.low .< picture.high) else {
      (box, share) = (.everywhere, 1)
      return
    }
    let size = picture.size
    let reach = SIMD2(repeating: Self.reach * size.max())
    box = PlaceBox(
      low: pointwiseMax(path.low - reach, picture.low), high: pointwiseMin(path.high + reach, picture.high))
    let part = pointwiseMax(box.size, SIMD2()) / size
    share = part.x * part.y
  }

  /// Whether another path came into them.
  func meet(_ path: PlaceBox) -> Bool { box.meets(path) }

  /// The number of things that there would be if the whole picture were as it is here, but no more than there are.
  ///
  /// - Parameters:
  ///   - near: The number of things here.
  ///   - all: The number of them anywhere.
  func expected(near: Int, all: Int) -> Double { near == 0 ? 0 : min(Double(near) / share, Double(all)) }
}
