// Compact parts of large pieces: a ball before a person, or joined by haze to what else moves.

/// Finds the compact parts of a piece of foreground: the connected components of its level sets, from the lowest level at which each is compact.
///
/// The component tree of Jones (1999), cut at a few levels: what stands out more than its surroundings within the piece comes apart from them.
struct PieceSplitter: Sendable {
  /// The factor from a level to the next.
  private static let levelFactor = 2.0

  private var labeler = ComponentLabeler(reach: 0, capacity: 4096)
  private var parts: [ComponentSums] = .reserving(512)
  /// The ellipses of what was found in a piece.
  private var known: [PieceEllipse] = .reserving(256)
  /// What may be a part at one level, and at the next.
  private var before: [(ellipse: PieceEllipse, area: Int)] = .reserving(256)
  private var now: [(ellipse: PieceEllipse, area: Int)] = .reserving(256)

  /// The levels at which the parts of a piece of differences are searched, where it was found at `low`.
  static func levels(above low: UInt8) -> some Sequence<Int> { Levels(newest: Double(low)) }

  /// Levels that rise by a factor.
  private struct Levels: Sequence, IteratorProtocol {
    var newest: Double

    mutating func next() -> Int? {
      newest *= levelFactor
      return newest < 250 ? Int(newest) : nil
    }
  }

  /// The compact parts of a piece, each at the lowest level at which it is one.
  ///
  /// - Parameters:
  ///   - image: differences or levels, with `stride` samples a row.
  ///   - levels: rising.
  ///   - leastArea: the least area of a part.
  ///   - isBounded: whether a part must lie inside the piece's box, and be compact at two neighboring levels: its border is sharp (the maximally
  ///     stable regions of Matas et al. 2002). So must a part of a picture, which holds more than the piece.
  ///   - isWanted: whether a part is compact enough, and of the right size.
  /// - Returns: the number of samples that were looked at.
  mutating func split(
    _ piece: ComponentSums, _ image: [UInt8], stride: Int, levels: some Sequence<Int>, leastArea: Int,
    isBounded: Bool, into found: inout [ComponentSums], where isWanted: (PieceEllipse) -> Bool
  ) -> Int {
    var cost = 0
    known.removeAll(keepingCapacity: true)
    before.removeAll(keepingCapacity: true)
    var isFirst = true
    for level in levels {
      if isFirst {
        labeler.scan(piece, image, stride: stride, level: UInt8(level))
      } else {
        labeler.narrow(image, stride: stride, to: UInt8(level), leastArea: leastArea)
      }
      isFirst = false
      labeler.link()
      cost += piece.boxArea
      guard labeler.largestArea >= leastArea else { break }
      parts.removeAll(keepingCapacity: true)
      let limit = UInt8(min(2 * level, 255))
      labeler.collect(image, stride: stride, into: &parts) { _, _ in
        limit
      } where: { outline in
        outline.area >= leastArea && (!isBounded || outline.isInside(piece))
      }
      now.removeAll(keepingCapacity: true)
      for part in parts {
        guard let ellipse = part.ellipse, isWanted(ellipse) else { continue }
        now.append((ellipse, part.area))
        let isStable = before.contains { $0.ellipse.isSame(as: ellipse) && 2 * part.area > $0.area }
        if (isStable || !isBounded) && !known.contains(where: { $0.isSame(as: ellipse) }) {
          found.append(part)
          known.append(ellipse)
        }
      }
      swap(&before, &now)
    }
    return cost
  }
}
