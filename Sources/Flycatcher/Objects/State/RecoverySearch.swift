// Where to look for an object that was lost: where it would be by now had it gone on, and around the place where it was
// last seen, farther and farther out.

/// In each frame first the place to which the object's last speed leads, for that is where it comes out from behind
/// something; then a square spiral of places around the last one. That begins again and again, reaches farther each
/// second time, and after it has passed the picture's edges no farther than at first; every other time it looks for
/// another size.
struct RecoverySearch: Sendable {
  /// A window to look at.
  struct Place: Sendable {
    var x: Double
    var y: Double
    /// Size of the object relative to the last known.
    var scale: Double
  }

  private static let scales = [1.0, 0.8, 1.0, 1.25]
  private var onward: Place
  private let velocityX: Double
  private let velocityY: Double
  private var hasLookedOnward = true
  private var ring = 0
  private var step = 0
  private var round = 0

  /// - Parameters:
  ///   - x: where the object was when it was last seen, as `y`, in pixels.
  ///   - velocityX: how it moved then, as `velocityY`, in pixels a frame.
  init(x: Double, y: Double, velocityX: Double, velocityY: Double) {
    onward = Place(x: x, y: y, scale: 1)
    self.velocityX = velocityX
    self.velocityY = velocityY
  }

  /// Goes on to the next frame.
  mutating func advance() {
    onward.x += velocityX
    onward.y += velocityY
    hasLookedOnward = false
  }

  /// The next window inside the picture.
  ///
  /// - Parameter spacing: distance of neighboring windows in pixels.
  mutating func next(aroundX x: Double, y: Double, spacing: Double, pictureWidth: Int, pictureHeight: Int) -> Place? {
    if !hasLookedOnward {
      hasLookedOnward = true
      let isElsewhere = abs(onward.x - x) > spacing / 2 || abs(onward.y - y) > spacing / 2
      if isElsewhere && isInside(onward, pictureWidth, pictureHeight) { return onward }
    }
    // Most places of a spiral around a corner lie outside; only so many are passed over in one frame.
    for _ in 0..<256 {
      let (column, row) = offset()
      let place = Place(
        x: x + Double(column) * spacing, y: y + Double(row) * spacing,
        scale: Self.scales[round % Self.scales.count])
      advance(outermost: Int(Double(max(pictureWidth, pictureHeight)) / max(spacing, 1)) + 1)
      if isInside(place, pictureWidth, pictureHeight) { return place }
    }
    return nil
  }

  private func isInside(_ place: Place, _ width: Int, _ height: Int) -> Bool {
    place.x >= 0 && place.x <= Double(width) && place.y >= 0 && place.y <= Double(height)
  }

  /// Place `step` of the `8 * ring` places of a ring, in units of the spacing.
  private func offset() -> (Int, Int) {
    guard ring > 0 else { return (0, 0) }
    let along = step % (2 * ring)
    return switch step / (2 * ring) {
    case 0: (along - ring, -ring)
    case 1: (ring, along - ring)
    case 2: (ring - along, ring)
    default: (-ring, ring - along)
    }
  }

  /// - Parameter outermost: the ring beyond which everything lies outside the picture.
  private mutating func advance(outermost: Int) {
    step += 1
    guard step >= 8 * ring else { return }
    step = 0
    ring += 1
    let reach = 1 + round / 2
    guard ring > min(reach, outermost) else { return }
    ring = 0
    round = reach >= outermost ? 0 : round + 1
  }
}
