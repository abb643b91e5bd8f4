// The template of a tracked rectangle: places of its picture where brightness changes, from coarse to fine.

/// The appearance of a rectangle's surface, taken once, in canonical coordinates.
struct AlignmentTemplate {
  /// A place, its brightness, and how that changes with each of the eight parameters of a small perspective map.
  struct Sample {
    var place: SIMD2<Float>
    var value: Float
    /// Of 4 x 4 parts of the surface, the one it lies in.
    var part: Int32
    var gradient: SIMD8<Float>
  }

  /// One resolution.
  struct Level {
    /// Cells along the longer side.
    var cells: Int
    var samples: [Sample]
  }

  /// From coarse to fine.
  private(set) var levels: [Level] = []

  let texture: Texture
  let parameters: RectangleTracker.Parameters.Alignment
  /// Iterations by level.
  let iterations: [Int]

  init(
    _ homography: Homography, pyramid: borrowing PicturePyramid, plane: borrowing Plane,
    _ parameters: RectangleTracker.Parameters
  ) {
    (self.parameters, iterations) = (parameters.alignment, parameters.effort.iterations)
    let quad = homography.corners
    let size = SIMD2(quad.side(0) + quad.side(2), quad.side(1) + quad.side(3)) / 2
    let texture = Texture(homography, size: size, pyramid: pyramid, plane: plane, parameters.texture)
    for (cells, most) in parameters.effort.levels {
      let cell = size.max() / Float(cells)
      guard cell > parameters.template.leastCell || levels.isEmpty else { break }
      let level = PicturePyramid.level(ofCell: cell, top: pyramid.top)
      let reduced = homography.reduced(by: Double(1 << level))
      let samples = pyramid.withLevel(level, of: plane) { picture in
        let counts = (size / cell).rounded(.up)
        return Self.samples(
          reduced, picture, cells: counts, most: most, includesRim: texture == .nowhere, parameters.template)
      }
      levels.append(Level(cells: cells, samples: samples))
    }
    self.texture = texture
  }

  /// A Boolean value indicating whether there is enough to hold on to.
  var isUsable: Bool { levels.contains { $0.samples.count >= 24 } }

  private static func samples(
    _ homography: Homography, _ picture: borrowing Plane, cells: SIMD2<Float>, most: Int, includesRim: Bool,
    _ parameters: RectangleTracker.Parameters.Template
  ) -> [Sample] {
    // Two cells beyond the outline: the rim, and one more for its gradient.
    let (columns, rows) = (max(6, Int(cells.x)), max(6, Int(cells.y)))
    let step = SIMD2(2 / Float(columns), 2 / Float(rows))
    let width = columns + 4
    func place(_ column: Int, _ row: Int) -> SIMD2<Float> {
      SIMD2(Float(column) - 1.5, Float(row) - 1.5) * step - 1
    }
    var values = [Float](repeating: .nan, count: width * (rows + 4))
    for row in 0..<rows + 4 {
      for column in 0..<width {
        let at = SIMD2<Float>(homography(SIMD2<Double>(place(column, row))))
        if picture.contains(at) { values[row * width + column] = picture.brightness(at) }
      }
    }
    var found: [(strength: Float, sample: Sample)] = []
    var blocks = [Int](repeating: 0, count: 64)
    let rim = includesRim ? 1 : 0
    for row in 2 - rim..<rows + 2 + rim {
      for column in 2 - rim..<columns + 2 + rim {
        let i = row * width + column
        let change = SIMD2(values[i + 1] - values[i - 1], values[i + width] - values[i - width]) / 2
        let strength = (change * change).sum().squareRoot()
        guard strength >= parameters.leastGradient, values[i].isFinite else { continue }
        found.append((strength, sample(place(column, row), values[i], change / step)))
      }
    }
    // The strongest, but spread: each of 8 x 8 blocks gives its share.
    found.sort { $0.strength > $1.strength }
    var chosen: [Sample] = []
    let share = Int(parameters.blockShare * Float(most))
    for (_, sample) in found where chosen.count < most {
      let block = min(7, max(0, Int((sample.place.x + 1) * 4))) + 8 * min(7, max(0, Int((sample.place.y + 1) * 4)))
      guard blocks[block] < share else { continue }
      blocks[block] += 1
      chosen.append(sample)
    }
    return chosen
  }

  private static func sample(_ p: SIMD2<Float>, _ value: Float, _ g: SIMD2<Float>) -> Sample {
    let along = g.x * p.x + g.y * p.y
    let (column, row) = (max(0, min(3, (p.x + 1) * 2)), max(0, min(3, (p.y + 1) * 2)))
    return Sample(
      place: p, value: value, part: Int32(column) + 4 * Int32(row),
      gradient: SIMD8(g.x * p.x, g.x * p.y, g.x, g.y * p.x, g.y * p.y, g.y, -along * p.x, -along * p.y))
  }
}
