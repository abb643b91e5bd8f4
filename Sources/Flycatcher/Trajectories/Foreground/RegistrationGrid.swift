// The coarse grid of samples at which a frame is compared with the background.
import Glibc

/// The background at each sample of a coarse grid, and how a frame differs from it there.
struct RegistrationGrid: Sendable {
  /// The factor and the summand of the light.
  typealias Light = (gain: Double, bias: Double)

  /// The most samples that are compared.
  private static let sampleCount = 5000
  /// The gradient, in gray levels a pixel, from which on a sample of a camera that moves tells no more: four levels of noise are as much as a quarter of a
  /// pixel there.
  private static let steepest: Float = 16
  /// The gradient from which on a sample is an edge, the least number of edges that tell anything, and the gray levels by which one may differ for noise.
  private static let (edgeGradient, leastEdges, noise) = (Float(8), 50, Float(4))
  /// The pixels of the smallest picture within which a movement is searched for.
  private static let searched = 4
  /// The parts of a side of the picture, each of which may show whether the camera has moved.
  private static let partsOfSide = 5

  /// The number of samples that are compared, and of those in a row.
  private(set) var (count, columns) = (0, 0)
  /// The pixels from a sample to the next, and the place of the first one.
  private var (step, first) = (0, 0)
  /// The middle of the picture, and what a turn is measured at: half of its width.
  private(set) var middle = SIMD2<Double>()
  /// The light of its rows.
  var bands = LightBands()
  /// The background at each sample.
  private var samples: [RegistrationSample] = []
  /// The difference of the frame at each sample from what is expected there; infinite where the frame shows nothing of it.
  private var residuals: [Float] = []
  /// The same if the camera is where it was expected, and if it has moved from there the other way.
  private var (unmoved, opposite): ([Float], [Float]) = ([], [])

  /// The pixels from a sample to the next.
  private static func step(of frame: borrowing TilePicture) -> Int {
    var step = 2
    while (frame.width / step) * (frame.height / step) > sampleCount { step += 1 }
    return step
  }

  /// Takes the gradient and the level of a background at each sample.
  ///
  /// - Parameter turns: Whether the scale and the angle are asked for, too: samples weigh by their errors then.
  mutating func take(_ background: borrowing TilePicture, turns: Bool) {
    middle = SIMD2(Double(background.width), Double(background.height)) / 2
    step = Self.step(of: background)
    first = 2 + step / 2
    let (step, first, stride) = (step, first, background.stride)
    let known = background.pixels.span
    let rows = max((background.height - 2 - first + step - 1) / step, 0)
    let columns = max((background.width - 2 - first + step - 1) / step, 0)
    let (middleX, middleY) = (Float(middle.x), Float(middle.y))
    (self.columns, count) = (columns, rows * columns)
    if samples.count < count {
      // As many as any picture has, so that another size asks for no memory.
      let size = max(count, Self.sampleCount)
      samples = [RegistrationSample](repeating: RegistrationSample(), count: size)
      residuals = [Float](repeating: 0, count: size)
      unmoved = [Float](repeating: 0, count: size)
      opposite = [Float](repeating: 0, count: size)
    }
    bands.reset(rows: rows, first: first, step: step)
    var samples = samples.mutableSpan
    let scale = turns ? 1 / middleX : 0
    for row in 0..<rows {
      let y = first + row * step
      let below = (Float(y) - middleY) * scale
      for column in 0..<columns {
        let x = first &+ column &* step
        let index = y &* stride &+ x
        let level = Float(known[index])
        let gx = (Float(known[index &+ 1]) - Float(known[index &- 1])) * 0.5
        let gy = (Float(known[index &+ stride]) - Float(known[index &- stride])) * 0.5
        let across = (Float(x) - middleX) * scale
        let steepness = (gx * gx + gy * gy).squareRoot()
        // The error of a sample is that of its level, or of its place: a steep one says no more than where it is.
        let root = turns ? 1 / (1 + square(steepness / Self.steepest)).squareRoot() : 1
        let (right, down) = (root * gx, root * gy)
        samples[row &* columns &+ column] = RegistrationSample(
          shift: SIMD4(right, down, root * (level - 128) / 64, root),
          turn: SIMD4(right * across + down * below, down * across - right * below, level, steepness))
      }
    }
  }

  /// Compares a frame with each sample, if it lies as said.
  ///
  /// - Returns: the equations of what is missing, and the number of samples that are in sight.
  mutating func compare(
    _ frame: borrowing TilePicture, at motion: PictureMotion, _ light: Light, outlier: Float, turns: Bool
  ) -> (normal: NormalEquations, seen: Int) {
    let (gain, bias, middle) = (Float(light.gain), Float(light.bias), middle)
    var normal = NormalEquations(turns: turns)
    var seen = 0
    let (stride, width, height, count, columns) = (frame.stride, frame.width, frame.height, count, columns)
    let (step, first) = (step, first)
    let picture = frame.pixels.span
    let background = self.samples
    let samples = background.span
    let bands = self.bands
    var residuals = residuals.mutableSpan
    // Places in the frame are counted on from a sample to the next, in 2²⁴ths of a pixel.
    let (bits, unit) = (24, Double(1 << 24))
    let change = (x: (step << bits) + Int(motion.zoom * Double(step) * unit), y: Int(motion.roll * Double(step) * unit))
    // Between pixels 4096ths of one count, and values are whole numbers of as many squared.
    let (parts, mask) = (bits - 12, 1 << 12 - 1)
    let scale = Float(1) / Float(1 << 24)
    let (columnsInside, rowsInside) = (UInt(bitPattern: width - 1), UInt(bitPattern: height - 1))
    for start in Swift.stride(from: 0, to: count, by: max(columns, 1)) {
      let row = samples.extracting(start..<start + columns)
      var missing = residuals._mutatingExtracting(start..<start + columns)
      let number = start / max(columns, 1)
      let (y, band) = (first + number * step, bands.ofGridRow(number))
      let way = motion.way(from: SIMD2(Double(first), Double(y)) - middle)
      var place = (x: (first << bits) + Int(way.x * unit), y: (y << bits) + Int(way.y * unit))
      for column in 0..<columns {
        let (u, v) = (place.x &>> bits, place.y &>> bits)
        let (right, down) = (place.x &>> parts & mask, place.y &>> parts & mask)
        place = (place.x &+ change.x, place.y &+ change.y)
        guard UInt(bitPattern: u) < columnsInside, UInt(bitPattern: v) < rowsInside else {
          missing[column] = .infinity
          continue
        }
        let at = v &* stride &+ u
        let (upper, lower) = (Int(picture[at]), Int(picture[at &+ stride]))
        let above = upper &<< 12 &+ (Int(picture[at &+ 1]) &- upper) &* right
        let below = lower &<< 12 &+ (Int(picture[at &+ stride &+ 1]) &- lower) &* right
        let value = Float(above &<< 12 &+ (below &- above) &* down) * scale
        missing[column] = value - (gain * row[column].level + bias) * band
        seen &+= 1
      }
      normal.add(row, missing.span, within: outlier)
    }
    return (normal, seen)
  }

  /// Finds the light of the rows from what is missing at the place that was compared last.
  ///
  /// - Parameter limit: The largest difference that counts, in gray levels.
  mutating func findBands(_ light: Light, limit: Float) {
    let (gain, bias) = (Float(light.gain), Float(light.bias))
    let (background, missing) = (self.samples, self.residuals)
    let (samples, residuals) = (background.span, missing.span)
    let width = columns / 3
    for row in 0..<count / max(columns, 1) {
      let band = bands.ofGridRow(row)
      var thirds: [3 of LightBands.Third] = [.init(), .init(), .init()]
      for number in thirds.indices {
        var third = LightBands.Third()
        let start = row &* columns &+ number &* width
        for index in start..<start &+ width where abs(residuals[index]) < limit {
          third.missing += residuals[index]
          third.expected += (gain * samples[index].level + bias) * band
          third.count &+= 1
        }
        thirds[number] = third
      }
      bands.take(row: row, thirds)
    }
    bands.find()
  }

  /// The share of the edges at which no more is missing than half a pixel explains; 1 where there are too few.
  ///
  /// It is that of the place that was compared last.
  var placedShare: Double {
    let (samples, residuals) = (samples.span, residuals.span)
    var (edges, placed) = (0, 0)
    for index in 0..<count where residuals[index].isFinite {
      let steepness = samples[index].steepness
      guard steepness > Self.edgeGradient else { continue }
      edges += 1
      if abs(residuals[index]) < 0.5 * steepness + Self.noise { placed += 1 }
    }
    return edges < Self.leastEdges ? 1 : Double(placed) / Double(edges)
  }

  /// Returns the way in whole pixels to the place near a foretold one where a small picture differs least; none where no place is better than chance.
  ///
  /// Steps of least squares find the place from less than a pixel away: farther away an edge is missing as a whole, and is taken for something that moves.
  /// Therefore no difference is too large to count here.
  func wayToNearest(in frame: borrowing TilePicture, from motion: PictureMotion, _ light: Light) -> SIMD2<Double> {
    let reach = Self.searched
    let (samples, picture) = (samples.span, frame.pixels.span)
    // The sum of the differences for each of the places, (2 · reach + 1)² of them.
    var missing = InlineArray<81, Int>(repeating: 0)
    var seen = 0
    for index in 0..<count {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      let (x, y) = (first + column * step, first + row * step)
      let way = motion.way(from: SIMD2(Double(x), Double(y)) - middle)
      let (u, v) = (x + Int(way.x.rounded()), y + Int(way.y.rounded()))
      guard u >= reach, u + reach < frame.width, v >= reach, v + reach < frame.height else { continue }
      let level = Float(light.gain) * samples[index].level + Float(light.bias)
      // No light that is followed makes more of a sample.
      guard abs(level) < 1024 else { continue }
      let expected = Int(level)
      seen += 1
      for down in 0...2 * reach {
        let start = (v + down - reach) * frame.stride + u - reach
        for across in 0...2 * reach {
          missing[down * (2 * reach + 1) + across] += abs(Int(picture[start + across]) - expected)
        }
      }
    }
    let center = 2 * reach * (reach + 1)
    guard let best = missing.indices.min(by: { missing[$0] < missing[$1] }) else { return .zero }
    // Three standard deviations of what noise makes of the sum.
    guard Double(missing[center] - missing[best]) > 3 * Double(Self.noise) * Double(seen).squareRoot() else {
      return .zero
    }
    let (down, across) = best.quotientAndRemainder(dividingBy: 2 * reach + 1)
    return SIMD2(Double(across - reach), Double(down - reach))
  }

  /// The numbers of parts of the picture that show a movement of the camera, and that show that it is where it was expected.
  struct Votes {
    var moved = 0
    var still = 0

    /// Whether something else has moved: a camera takes all parts along but those that a near thing covers.
    var refuteMovement: Bool { still >= 2 && 2 * still >= moved }
  }

  /// Counts the parts of the picture that show that the camera has moved, and those that show that it is where it was expected.
  ///
  /// Where there is little to see but a thing that moves, as at night, that is what lies best where it has gone; the few lights behind it stay. A part
  /// shows the movement where the samples lie better with it than with the opposite one, between whose pixels noise is smoothed as much.
  ///
  /// - Parameter limit: The largest difference that counts, in gray levels.
  mutating func votes(
    on motion: PictureMotion, against expected: PictureMotion, in frame: borrowing TilePicture, _ light: Light,
    limit: Float
  ) -> Votes {
    // Only the residuals are asked for: nothing is within 0 of what is expected, so that there are no equations.
    _ = compare(frame, at: expected, light, outlier: 0, turns: false)
    swap(&residuals, &unmoved)
    let back = PictureMotion(
      displacement: 2 * expected.displacement - motion.displacement, zoom: 2 * expected.zoom - motion.zoom,
      roll: 2 * expected.roll - motion.roll)
    _ = compare(frame, at: back, light, outlier: 0, turns: false)
    swap(&residuals, &opposite)
    _ = compare(frame, at: motion, light, outlier: 0, turns: false)
    let rows = count / max(columns, 1)
    var votes = Votes()
    for part in 0..<Self.partsOfSide * Self.partsOfSide {
      let (down, across) = part.quotientAndRemainder(dividingBy: Self.partsOfSide)
      // The squares with the movement, with the opposite one, and where the camera was expected.
      var (squares, number) = (SIMD3<Float>(), Float())
      for row in down * rows / Self.partsOfSide..<(down + 1) * rows / Self.partsOfSide {
        for column in across * columns / Self.partsOfSide..<(across + 1) * columns / Self.partsOfSide {
          let index = row * columns + column
          guard residuals[index].isFinite, opposite[index].isFinite else { continue }
          let missing = SIMD3(residuals[index], opposite[index], unmoved[index])
          let counted = missing.clamped(lowerBound: SIMD3(repeating: -limit), upperBound: SIMD3(repeating: limit))
          squares += counted * counted
          number += 1
        }
      }
      // Three standard deviations of the difference of two sums of squares.
      let chance = 6 * max(squares.min(), number) / max(number, 1).squareRoot()
      if squares.x - squares.z > chance {
        votes.still += 1
      } else if squares.y - squares.x > chance {
        votes.moved += 1
      }
    }
    return votes
  }
}
