// How a frame lies over the background: the movement of the camera and the change of light, found together.
import Glibc

/// The movement of the camera and the change of light since the background was begun.
///
/// With the background's gradient g, a frame moved by d and lit by another light is, to first order, b − g·d + α + (β − 1)·b. The unknowns are
/// found by least squares over a coarse grid of samples, in steps of Gauss–Newton, without the samples that differ too much (what moves by
/// itself). The method of Lucas and Kanade (1981), for the whole picture. Of a camera that stands still d is one displacement; of one that moves it
/// has a scale and an angle, too.
struct Registration: Sendable {
  struct Parameters: Sendable {
    /// Displacements below this many pixels are taken as none, and light within one part in a hundred as the same.
    var deadZone = 0.12
    /// The largest residual of a sample that counts, in gray levels, at first.
    var outlier = 24.0
    /// The share of samples that must agree; fewer show another scene.
    var agreement = 0.5
    /// The largest displacement from one frame to the next, a fraction of the picture's width. Where a camera has moved on by as much, the
    /// background goes along.
    var reach = 0.04
  }

  /// The most samples that are compared.
  private static let sampleCount = 5000
  /// The steps of Gauss–Newton for a camera that stands still, and the most of them at each size for one that moves.
  private static let steps = (still: 2, moving: 4)
  /// The number of times that the picture is halved for a camera that moves, and the least width that it is halved to.
  private static let (halvings, leastWidth) = (3, 64)
  /// The step in pixels below which a camera that moves is found in the picture, and in a small one: the next larger one goes on from there.
  private static let precision = (whole: 0.02, small: 0.1)
  /// The displacement in pixels from which on a camera moves, and the frames for which it must rest to stand still again.
  private static let (movement, rest) = (0.5, 30)
  /// The parts of a side of the picture, each of which may show whether the camera has moved, and the number of parts that must show it: a thing that
  /// moves by itself is in no more than four.
  private static let (partsOfSide, leastParts) = (5, 5)
  /// The largest change of scale, and of the angle in radians, that is followed.
  private static let largestTurn = 0.1
  /// The gradient, in gray levels a pixel, from which on a sample of a camera that moves tells no more: four levels of noise are as much as a quarter of a
  /// pixel there.
  private static let steepest: Float = 16
  /// The gradient from which on a sample is an edge, the least number of edges that tell anything, and the gray levels by which one may differ for noise.
  private static let (edgeGradient, leastEdges, noise) = (Float(8), 50, Float(4))
  /// The share of the edges that must be in their place, the share of what is usual below which they are worth a search, and the part of the way by which
  /// what is usual falls in a frame.
  private static let (leastPlaced, lostShare, placedRate) = (0.5, 0.75, 0.1)
  /// The pixels of the smallest picture within which a movement is searched for.
  private static let searched = 4

  var parameters = Parameters()
  /// The movement of the camera, in analyzed pixels.
  private(set) var motion = PictureMotion()
  private(set) var gain = 1.0
  private(set) var bias = 0.0

  /// The frames after which the camera stands still, if it rests; 0 where it does.
  private var unrest = 0
  /// The share of the edges that are usually in their place: fewer where things are near and far, or where much moves by itself.
  private var usualPlaced = 1.0
  /// The movement when the frame before was laid.
  private var last = PictureMotion()
  /// The middle of the picture, and what a turn is measured at: half of its width.
  private var middle = SIMD2<Double>()
  /// The background at each sample.
  private var samples: [RegistrationSample] = []
  /// The difference of the frame at each sample from what is expected there; infinite where the frame shows nothing of it.
  private var residuals: [Float] = []
  /// The same if the camera has not moved, and if it has moved the other way.
  private var (unmoved, opposite): ([Float], [Float]) = ([], [])
  /// The number of samples that are compared, and of those in a row.
  private var (count, columns) = (0, 0)
  /// The frame and the background, each half as large as the one before.
  private var halves: [(frame: TilePicture, background: TilePicture)] = []

  /// Whether the camera moves: it is displaced, and not for good.
  var isMoving: Bool { unrest > 0 }
  /// Whether the picture is not displaced, and whether it is neither scaled nor turned.
  var isStill: Bool {
    abs(motion.displacement.x) < parameters.deadZone && abs(motion.displacement.y) < parameters.deadZone && isUpright
  }
  var isUpright: Bool { max(abs(motion.zoom), abs(motion.roll)) * middle.x < parameters.deadZone }
  var isSameLight: Bool { abs(gain - 1) * 128 + abs(bias + (gain - 1) * 128) < 1 }

  /// Begins with another background.
  mutating func reset() {
    var fresh = Registration()
    fresh.parameters = parameters
    // The memory is as good for another scene.
    swap(&fresh.samples, &samples)
    swap(&fresh.residuals, &residuals)
    swap(&fresh.unmoved, &unmoved)
    swap(&fresh.opposite, &opposite)
    swap(&fresh.halves, &halves)
    self = fresh
  }

  /// Goes on over a background that begins elsewhere.
  ///
  /// - Parameter change: from the old place of its first pixel to the new one.
  mutating func moveBackground(by change: SIMD2<Double>) {
    motion.moveMiddle(by: change)
    last.moveMiddle(by: change)
  }

  /// The place in the frame of one over the background, in analyzed pixels.
  func place(of place: SIMD2<Double>) -> SIMD2<Double> { place + motion.way(from: place - middle) }

  /// Finds how a frame lies over the background.
  ///
  /// - Returns: false where it shows another scene, or has moved too far.
  mutating func update(_ frame: borrowing TilePicture, _ background: borrowing TilePicture) -> Bool {
    let (width, height) = (frame.width, frame.height)
    guard width >= 32, height >= 32 else { return true }
    middle = SIMD2(Double(width), Double(height)) / 2
    let (before, light) = (motion, (gain, bias))
    if isMoving {
      predict()
      approach(frame, background, searches: false)
    }
    var agreement = align(frame, background, turns: isMoving, precision: Self.precision.whole)
    let placed = placedShare
    if placed < Self.leastPlaced, placed < Self.lostShare * usualPlaced {
      agreement = search(frame, background, from: before, light) ?? agreement
    }
    usualPlaced += (placed - usualPlaced) * (placed > usualPlaced ? 1 : Self.placedRate)
    last = before
    if magnitude(motion.displacement) > Self.movement, !isSeenAllOver(frame) {
      // Something else has moved.
      (motion, (gain, bias)) = (PictureMotion(), light)
      agreement = align(frame, background, turns: false, precision: Self.precision.whole)
      motion = PictureMotion()
      last = motion
    }
    let step = magnitude(motion.displacement - before.displacement)
    unrest =
      step > parameters.deadZone && magnitude(motion.displacement) > Self.movement ? Self.rest : max(unrest - 1, 0)
    // A scene with little texture, or one in which much moves, tells nothing about the camera: agreement says whether to believe it.
    return agreement >= parameters.agreement && step < parameters.reach * Double(width)
      && max(abs(motion.zoom), abs(motion.roll)) < Self.largestTurn
      && gain > 0.4 && gain < 2.5
  }

  /// The share of the edges at which no more is missing than half a pixel explains; 1 where there are too few.
  ///
  /// It is that of the place from which the last step was taken.
  private var placedShare: Double {
    let (samples, residuals) = (samples.span, residuals.span)
    var (edges, placed) = (0, 0)
    for index in 0..<min(count, residuals.count) where residuals[index].isFinite {
      let steepness = samples[index].steepness
      guard steepness > Self.edgeGradient else { continue }
      edges += 1
      if abs(residuals[index]) < 0.5 * steepness + Self.noise { placed += 1 }
    }
    return edges < Self.leastEdges ? 1 : Double(placed) / Double(edges)
  }

  /// Searches for a camera that begins to move by a pixel or more, or moves otherwise than it did: no small steps lead there.
  ///
  /// - Parameters:
  ///   - before: Its movement in the frame before.
  ///   - light: The gain and the bias then.
  /// - Returns: the share of samples that agree; `nil` where it was not found, and all is as it was.
  private mutating func search(
    _ frame: borrowing TilePicture, _ background: borrowing TilePicture, from before: PictureMotion,
    _ light: (Double, Double)
  ) -> Double? {
    let found = (motion, (gain, bias))
    (motion, (gain, bias)) = (before, light)
    approach(frame, background, searches: true)
    let agreement = align(frame, background, turns: true, precision: Self.precision.whole)
    let moves = isMoving || magnitude(motion.displacement - before.displacement) > Self.movement
    if moves && placedShare >= Self.leastPlaced { return agreement }
    (motion, (gain, bias)) = found
    return nil
  }

  /// Whether it is the camera that has moved: of the parts of the picture that can tell, more show the movement than show that there is none.
  ///
  /// Where there is little to see but a thing that moves, as at night, that is what lies best where it has gone; the few lights behind it stay. A part
  /// shows the movement where the samples lie better with it than with the opposite one, between whose pixels noise is smoothed as much.
  private mutating func isSeenAllOver(_ frame: borrowing TilePicture) -> Bool {
    let (step, limit) = (Self.step(of: frame), Float(parameters.outlier))
    // Only the residuals are asked for: nothing is within 0 of what is expected, so that there are no equations.
    let found = motion
    motion = PictureMotion()
    _ = measure(frame, step: step, outlier: 0, turns: false)
    swap(&residuals, &unmoved)
    motion = PictureMotion(displacement: -found.displacement, zoom: -found.zoom, roll: -found.roll)
    _ = measure(frame, step: step, outlier: 0, turns: false)
    swap(&residuals, &opposite)
    motion = found
    _ = measure(frame, step: step, outlier: 0, turns: false)
    let rows = count / max(columns, 1)
    var (moved, still) = (0, 0)
    for part in 0..<Self.partsOfSide * Self.partsOfSide {
      let (down, across) = part.quotientAndRemainder(dividingBy: Self.partsOfSide)
      // The squares with the movement, with the opposite one, and with none.
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
        still += 1
      } else if squares.y - squares.x > chance {
        moved += 1
      }
    }
    return moved > still && moved >= Self.leastParts
  }

  /// A camera that is moved goes on as it went.
  private mutating func predict() {
    let way = motion.displacement - last.displacement
    if magnitude(way) > 4 * parameters.deadZone { motion.displacement += way }
  }

  /// Finds a large movement in small pictures, in each a little better. From a quarter of the size it is not far to the whole.
  ///
  /// - Parameter searches: Whether it is searched for in the smallest one first.
  private mutating func approach(
    _ frame: borrowing TilePicture, _ background: borrowing TilePicture, searches: Bool
  ) {
    var count = 0
    while count < Self.halvings && frame.width >> (count + 1) >= Self.leastWidth { count += 1 }
    while halves.count < count { halves.append((TilePicture(), TilePicture())) }
    for level in 0..<count {
      if level == 0 {
        halves[0].frame.takeHalf(of: frame)
        halves[0].background.takeHalf(of: background)
      } else {
        halves[level].frame.takeHalf(of: halves[level - 1].frame)
        halves[level].background.takeHalf(of: halves[level - 1].background)
      }
    }
    for level in ((count > 1 ? 1 : 0)..<count).reversed() {
      let whole = (motion, middle)
      let factor = Double(2 << level)
      let small = halves[level]
      motion = motion.reduced(by: factor)
      middle = SIMD2(Double(small.frame.width), Double(small.frame.height)) / 2
      if searches && level == count - 1 { searchPlace(small.frame, small.background) }
      _ = align(small.frame, small.background, turns: true, precision: Self.precision.small)
      motion = motion.reduced(by: 1 / factor)
      middle = whole.1
    }
  }

  /// Looks for the place in a small picture where the frame differs least from the background, by whole pixels around the one that is foretold.
  ///
  /// Steps of least squares find the place from less than a pixel away: farther away an edge is missing as a whole, and is taken for something that moves.
  /// Therefore no difference is too large to count here.
  private mutating func searchPlace(_ frame: borrowing TilePicture, _ background: borrowing TilePicture) {
    let step = Self.step(of: frame)
    prepare(background, step: step, turns: true)
    let (reach, first) = (Self.searched, 2 + step / 2)
    let known = self.samples
    let (samples, picture) = (known.span, frame.pixels.span)
    // The sum of the differences for each place.
    var missing = InlineArray<81, Int>(repeating: 0)
    var seen = 0
    for index in 0..<count {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      let (x, y) = (first + column * step, first + row * step)
      let way = motion.way(from: SIMD2(Double(x), Double(y)) - middle)
      let (u, v) = (x + Int(way.x.rounded()), y + Int(way.y.rounded()))
      guard u >= reach, u + reach < frame.width, v >= reach, v + reach < frame.height else { continue }
      let level = Float(gain) * samples[index].level + Float(bias)
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
    guard let best = missing.indices.min(by: { missing[$0] < missing[$1] }) else { return }
    // Three standard deviations of what noise makes of the sum.
    guard Double(missing[center] - missing[best]) > 3 * Double(Self.noise) * Double(seen).squareRoot() else { return }
    let (down, across) = best.quotientAndRemainder(dividingBy: 2 * reach + 1)
    motion.displacement += SIMD2(Double(across - reach), Double(down - reach))
  }

  /// Takes steps toward the place where the frame lies best, those of a camera that moves until they are shorter than the precision.
  ///
  /// - Returns: the share of samples that agree.
  private mutating func align(
    _ frame: borrowing TilePicture, _ background: borrowing TilePicture, turns: Bool, precision: Double
  ) -> Double {
    let step = Self.step(of: frame)
    prepare(background, step: step, turns: turns)
    var outlier = Float(parameters.outlier)
    var agreement = 0.0
    for _ in 0..<(turns ? Self.steps.moving : Self.steps.still) {
      let known = motion.displacement
      agreement = refine(frame, step: step, outlier: outlier, turns: turns)
      outlier = max(outlier * 0.5, 8)
      if turns, magnitude(motion.displacement - known) < precision { break }
    }
    return agreement
  }

  /// The pixels from a sample to the next.
  private static func step(of frame: borrowing TilePicture) -> Int {
    var step = 2
    while (frame.width / step) * (frame.height / step) > sampleCount { step += 1 }
    return step
  }

  /// Takes the gradient and the level of the background at each sample.
  private mutating func prepare(_ background: borrowing TilePicture, step: Int, turns: Bool) {
    let stride = background.stride
    let known = background.pixels.span
    let first = 2 + step / 2
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

  /// Compares the frame with each sample where it lies so far.
  ///
  /// - Returns: the equations of what is missing, and the number of samples that are in sight.
  private mutating func measure(
    _ frame: borrowing TilePicture, step: Int, outlier: Float, turns: Bool
  ) -> (normal: NormalEquations, seen: Int) {
    let (gain, bias, motion, middle) = (Float(gain), Float(bias), motion, middle)
    var normal = NormalEquations(turns: turns)
    var seen = 0
    let (stride, width, height, count, columns) = (frame.stride, frame.width, frame.height, count, columns)
    let picture = frame.pixels.span
    let background = self.samples
    let samples = background.span
    var residuals = residuals.mutableSpan
    let first = 2 + step / 2
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
      let y = first + start / max(columns, 1) * step
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
        missing[column] = value - (gain * row[column].level + bias)
        seen &+= 1
      }
      normal.add(row, missing.span, within: outlier)
    }
    return (normal, seen)
  }

  private mutating func refine(_ frame: borrowing TilePicture, step: Int, outlier: Float, turns: Bool) -> Double {
    let (normal, seen) = measure(frame, step: step, outlier: outlier, turns: turns)
    // Too little of the background is in sight.
    guard 4 * seen >= count else { return 0 }
    let turned = middle.x * SIMD2(motion.zoom, motion.roll)
    if let change = normal.solution(turned: SIMD2(Float(turned.x), Float(turned.y))) {
      // The frame's content moved by +d is read at x + d: a residual −g·(error) moves the reading place the other way.
      let way = SIMD2(-Double(change.shift.x), -Double(change.shift.y))
      motion.displacement += way.clamped(lowerBound: SIMD2(repeating: -2), upperBound: SIMD2(repeating: 2))
      let turn = SIMD2(-Double(change.turn.x), -Double(change.turn.y)) / middle.x
      motion.zoom += min(max(turn.x, -0.01), 0.01)
      motion.roll += min(max(turn.y, -0.01), 0.01)
      // A plain wall says nothing about the camera, which is then taken to stand still.
      if !turns { motion.displacement *= pow(normal.certainty, 0.1) }
      let known = normal.contrastCertainty.squareRoot()
      let newGain = 1 + (self.gain + Double(change.shift.z) / 64 - 1) * known
      // What is not taken for gain is bias, at the mean level.
      let level = normal.meanLevel
      let shift = (self.gain + Double(change.shift.z) / 64 - newGain) * level
      self.bias += Double(change.shift.w) - Double(change.shift.z) * 2 + shift
      self.gain = newGain
    }
    return Double(normal.count) / Double(seen)
  }
}
