// Compact parts of large pieces: a ball before a person, or joined by haze to what else moves.

/// Finds the compact parts of a piece of foreground: the connected components of its level sets, from the lowest level at which each is compact.
///
/// The component tree of Jones (1999), cut at a few levels: what stands out more than its surroundings within the piece comes apart from them.
struct PieceSplitter: Sendable {
  /// The factor from a level to the next.
  private static let levelFactor = 1.5

  private var labeler = ComponentLabeler(reach: 0, capacity: 4096)
  private var parts: [ComponentSums] = []

  /// The compact parts of a piece.
  ///
  /// - Parameters:
  ///   - image: differences, with `stride` samples a row.
  ///   - low: the level at which the piece was found.
  ///   - isWanted: whether a part is compact enough, and of the right size.
  /// - Returns: the number of samples that were looked at.
  mutating func split(
    _ piece: ComponentSums, _ image: [UInt8], stride: Int, low: UInt8, into found: inout [ComponentSums],
    where isWanted: (PieceEllipse) -> Bool
  ) -> Int {
    var cost = 0
    var level = Double(low) * Self.levelFactor
    let first = found.count
    while level < 250 {
      parts.removeAll(keepingCapacity: true)
      labeler.begin()
      scan(piece, image, stride: stride, level: UInt8(level))
      labeler.collect(into: &parts) { $0.area >= 6 }
      cost += (piece.maxX - piece.minX + 1) * (piece.maxY - piece.minY + 1)
      guard !parts.isEmpty else { break }
      for part in parts {
        guard let ellipse = part.ellipse, isWanted(ellipse) else { continue }
        let isKnown = found[first...].contains { other in
          guard let known = other.ellipse else { return false }
          let reach = 0.6 * known.minor
          return abs(known.x - ellipse.x) < reach && abs(known.y - ellipse.y) < reach
        }
        if !isKnown { found.append(part) }
      }
      level *= Self.levelFactor
    }
    return cost
  }

  private mutating func scan(_ piece: ComponentSums, _ image: [UInt8], stride: Int, level: UInt8) {
    let levels = PixelVector(repeating: level)
    // Whole tiles, so that no vector reaches beyond its row.
    let first = piece.minX / TilePicture.tile * TilePicture.tile
    for y in piece.minY...piece.maxY {
      var run = RunSums(y: y)
      for x in Swift.stride(from: first, through: piece.maxX, by: TilePicture.tile) {
        let index = y * stride + x
        var mask = PixelVector(image, at: index).mask(atLeast: levels)
        if mask == 0 {
          if run.isOpen { run.close(into: &labeler) }
          continue
        }
        if x < piece.minX { mask &= ~0 &<< UInt32(piece.minX - x) }
        if x + TilePicture.tile - 1 > piece.maxX { mask &= ~(~0 &<< UInt32(piece.maxX + 1 - x)) }
        run.walk(image, at: index, mask, strong: mask, limit: 2 * Int(level), column: x, into: &labeler)
      }
      if run.isOpen { run.close(into: &labeler) }
    }
  }
}
