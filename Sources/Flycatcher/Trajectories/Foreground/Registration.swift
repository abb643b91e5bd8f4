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

  /// The steps of Gauss–Newton for a camera that stands still, and the most of them at each size for one that moves.
  private static let steps = (still: 2, moving: 4)
  /// The number of times that the picture is halved for a camera that moves, and the least width that it is halved to.
  private static let (halvings, leastWidth) = (3, 64)
  /// The step in pixels below which a camera that moves is found in the picture, and in a small one: the next larger one goes on from there.
  private static let precision = (whole: 0.02, small: 0.1)
  /// The displacement in pixels from which on a camera moves, and the frames for which it must rest to stand still again.
  private static let (movement, rest) = (0.5, 30)
  /// The largest change of scale, and of the angle in radians, that is followed.
  private static let largestTurn = 0.1
  /// The share of the edges that must be in their place, the share of what is usual below which they are worth a search, and the part of the way by which
  /// what is usual falls in a frame.
  private static let (leastPlaced, lostShare, placedRate) = (0.5, 0.75, 0.1)
  /// The number of parts of the picture that must show that the camera has moved: a thing that moves by itself is in no more than four.
  private static let leastParts = 5

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
  /// The middle of the picture.
  private var middle = SIMD2<Double>()
  /// The background that the frame is compared with.
  private var grid = RegistrationGrid()
  /// The frame and the background, each half as large as the one before.
  private var halves: [(frame: TilePicture, background: TilePicture)] = []

  /// The light of the rows.
  var bands: LightBands { grid.bands }
  /// Whether the camera moves: it is displaced, and not for good.
  var isMoving: Bool { unrest > 0 }
  /// Whether the picture is not displaced, and whether it is neither scaled nor turned.
  var isStill: Bool {
    abs(motion.displacement.x) < parameters.deadZone && abs(motion.displacement.y) < parameters.deadZone && isUpright
  }
  var isUpright: Bool { max(abs(motion.zoom), abs(motion.roll)) * middle.x < parameters.deadZone }
  var isSameLight: Bool { !bands.areFound && abs(gain - 1) * 128 + abs(bias + (gain - 1) * 128) < 1 }

  /// Begins with another background.
  mutating func reset() {
    var fresh = Registration()
    fresh.parameters = parameters
    // The memory is as good for another scene.
    swap(&fresh.grid, &grid)
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
  /// - Returns: false where it shows another scene, or has moved too far; all is as it was then.
  mutating func update(_ frame: borrowing TilePicture, _ background: borrowing TilePicture) -> Bool {
    let known = (motion, last, gain, bias, unrest, usualPlaced)
    if find(frame, over: background) { return true }
    (motion, last, gain, bias, unrest, usualPlaced) = known
    return false
  }

  private mutating func find(_ frame: borrowing TilePicture, over background: borrowing TilePicture) -> Bool {
    let (width, height) = (frame.width, frame.height)
    guard width >= 32, height >= 32 else { return true }
    middle = SIMD2(Double(width), Double(height)) / 2
    let (before, light) = (motion, (gain, bias))
    if isMoving {
      predict()
      approach(frame, background, searches: false)
    }
    var agreement = align(frame, background, turns: isMoving, precision: Self.precision.whole)
    let placed = grid.placedShare
    if placed < Self.leastPlaced, placed < Self.lostShare * usualPlaced {
      agreement = search(frame, background, from: before, light) ?? agreement
    }
    usualPlaced += (placed - usualPlaced) * (placed > usualPlaced ? 1 : Self.placedRate)
    let expected = expected(after: before, last)
    last = before
    if magnitude(motion.displacement - expected.displacement) > Self.movement,
      votes(against: expected, in: frame).refuteMovement
    {
      (motion, (gain, bias)) = (expected, light)
      last = motion
    }
    if magnitude(motion.displacement) > Self.movement, !isMovement(frame) {
      // Something else has moved.
      (motion, (gain, bias)) = (PictureMotion(), light)
      agreement = align(frame, background, turns: false, precision: Self.precision.whole)
      motion = PictureMotion()
      last = motion
    }
    grid.bands.endFrame()
    let step = magnitude(motion.displacement - before.displacement)
    unrest =
      step > parameters.deadZone && magnitude(motion.displacement) > Self.movement ? Self.rest : max(unrest - 1, 0)
    // A scene with little texture, or one in which much moves, tells nothing about the camera: agreement says whether to believe it.
    return agreement >= parameters.agreement && step < parameters.reach * Double(width)
      && max(abs(motion.zoom), abs(motion.roll)) < Self.largestTurn
      && gain > 0.4 && gain < 2.5
  }

  /// Whether it is the camera that has moved.
  private mutating func isMovement(_ frame: borrowing TilePicture) -> Bool {
    let votes = votes(against: PictureMotion(), in: frame)
    return votes.moved >= Self.leastParts && !votes.refuteMovement
  }

  /// The parts of the picture that show that the camera has moved as found, and those that show that it is where it was expected.
  private mutating func votes(
    against expected: PictureMotion, in frame: borrowing TilePicture
  ) -> RegistrationGrid.Votes {
    grid.votes(on: motion, against: expected, in: frame, (gain, bias), limit: Float(parameters.outlier))
  }

  /// Where a camera is expected: where it was, or where it would be if it went on as it went, whichever is nearer.
  private func expected(after before: PictureMotion, _ earlier: PictureMotion) -> PictureMotion {
    var onward = before
    onward.displacement += before.displacement - earlier.displacement
    let (stays, goesOn) = (motion.displacement - before.displacement, motion.displacement - onward.displacement)
    return magnitude(goesOn) < magnitude(stays) ? onward : before
  }

  /// Searches for a camera that begins to move by a pixel or more, or moves otherwise than it did: no small steps lead there.
  ///
  /// - Parameters:
  ///   - before: Its movement in the frame before.
  ///   - light: The gain and the bias then.
  /// - Returns: the share of samples that agree; `nil` where it was not found, and all is as it was.
  private mutating func search(
    _ frame: borrowing TilePicture, _ background: borrowing TilePicture, from before: PictureMotion,
    _ light: RegistrationGrid.Light
  ) -> Double? {
    let found = (motion, (gain, bias))
    (motion, (gain, bias)) = (before, light)
    approach(frame, background, searches: true)
    let agreement = align(frame, background, turns: true, precision: Self.precision.whole)
    let moves = isMoving || magnitude(motion.displacement - before.displacement) > Self.movement
    if moves && grid.placedShare >= Self.leastPlaced { return agreement }
    (motion, (gain, bias)) = found
    return nil
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
      let factor = Double(2 << level)
      let small = halves[level]
      motion = motion.reduced(by: factor)
      if searches && level == count - 1 {
        grid.take(small.background, turns: true)
        motion.displacement += grid.wayToNearest(in: small.frame, from: motion, (gain, bias))
      }
      _ = align(small.frame, small.background, turns: true, precision: Self.precision.small)
      motion = motion.reduced(by: 1 / factor)
    }
  }

  /// Takes steps toward the place where the frame lies best, those of a camera that moves until they are shorter than the precision.
  ///
  /// - Returns: the share of samples that agree.
  private mutating func align(
    _ frame: borrowing TilePicture, _ background: borrowing TilePicture, turns: Bool, precision: Double
  ) -> Double {
    grid.take(background, turns: turns)
    var outlier = Float(parameters.outlier)
    var agreement = 0.0
    for step in 0..<(turns ? Self.steps.moving : Self.steps.still) {
      let (known, light) = (motion.displacement, (gain, bias))
      agreement = refine(frame, outlier: outlier, turns: turns)
      if step == 0 || bands.areFound { grid.findBands(light, limit: Float(parameters.outlier)) }
      outlier = max(outlier * 0.5, 8)
      if turns, magnitude(motion.displacement - known) < precision { break }
    }
    return agreement
  }

  private mutating func refine(_ frame: borrowing TilePicture, outlier: Float, turns: Bool) -> Double {
    let (normal, seen) = grid.compare(frame, at: motion, (gain, bias), outlier: outlier, turns: turns)
    // Too little of the background is in sight.
    guard 4 * seen >= grid.count else { return 0 }
    let turned = grid.middle.x * SIMD2(motion.zoom, motion.roll)
    if let change = normal.solution(turned: SIMD2(Float(turned.x), Float(turned.y))) {
      // The frame's content moved by +d is read at x + d: a residual −g·(error) moves the reading place the other way.
      let way = SIMD2(-Double(change.shift.x), -Double(change.shift.y))
      motion.displacement += way.clamped(lowerBound: SIMD2(repeating: -2), upperBound: SIMD2(repeating: 2))
      let turn = SIMD2(-Double(change.turn.x), -Double(change.turn.y)) / grid.middle.x
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
