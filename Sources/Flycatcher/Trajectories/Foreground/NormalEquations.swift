// The equations from which the movement of the camera and the change of light follow.

/// The background at one sample of the registration.
struct RegistrationSample: Sendable {
  /// The gradient in x and y, the level as the equations take it, and 1; all times the root of what the sample counts for.
  var shift = SIMD4<Float>()
  /// How brightness changes where the picture is scaled, and where it is turned, so that its sides move by one pixel, which are 0 where that is not
  /// asked; the level; and the length of the gradient.
  var turn = SIMD4<Float>()

  /// The level.
  var level: Float { turn.z }
  /// The length of the gradient.
  var steepness: Float { turn.w }
}

/// The normal equations of the displacement in x and y, gain and bias, and of the scale and the angle of a camera that moves.
struct NormalEquations {
  private(set) var count = 0
  /// Whether the scale and the angle are unknown, too.
  private let turns: Bool
  private var shifts = Products()
  private var turnProducts = TurnProducts()

  /// The upper triangle of the matrix, and the right side.
  private struct Products {
    var x = SIMD4<Float>()
    var y = SIMD4<Float>()
    var level = SIMD4<Float>()
    var one = SIMD4<Float>()
    var right = SIMD4<Float>()

    @inline(__always)
    mutating func add(_ sample: RegistrationSample, _ residual: Float) {
      let row = sample.shift
      x += row * row.x
      y += row * row.y
      level += row * row.z
      one += row * row.w
      right += row * (residual * row.w)
    }
  }

  /// The rows of the scale and of the angle: with the other four, with each other, and their right side.
  private struct TurnProducts {
    var zoom = SIMD4<Float>()
    var roll = SIMD4<Float>()
    /// Both with each other, beside what is of no use.
    var ownZoom = SIMD4<Float>()
    var ownRoll = SIMD4<Float>()
    var right = SIMD4<Float>()

    @inline(__always)
    mutating func add(_ sample: RegistrationSample, _ residual: Float) {
      zoom += sample.shift * sample.turn.x
      roll += sample.shift * sample.turn.y
      ownZoom += sample.turn * sample.turn.x
      ownRoll += sample.turn * sample.turn.y
      right += sample.turn * (residual * sample.shift.w)
    }
  }

  init(turns: Bool) { self.turns = turns }

  /// The pixels by which a sample may be out of its place: an edge between two pixels is seen in either.
  static let misplacement: Float = 0.25

  /// Adds the samples whose levels in the frame differ from what was expected by no more than a limit; of a camera that moves, beside what their gradient
  /// explains.
  mutating func add(_ samples: Span<RegistrationSample>, _ residuals: Span<Float>, within limit: Float) {
    // Sums of its own stay in registers.
    var (shifts, turnProducts, count) = (shifts, turnProducts, count)
    guard samples.count == residuals.count else { return }
    if turns {
      for index in 0..<samples.count where abs(residuals[index]) < limit + Self.misplacement * samples[index].steepness
      {
        count &+= 1
        shifts.add(samples[index], residuals[index])
        turnProducts.add(samples[index], residuals[index])
      }
    } else {
      for index in 0..<samples.count where abs(residuals[index]) < limit {
        count &+= 1
        shifts.add(samples[index], residuals[index])
      }
    }
    (self.shifts, self.turnProducts, self.count) = (shifts, turnProducts, count)
  }

  /// The weight of no change: the squared gradient, in gray levels a pixel, at which a picture tells as much as is known beforehand.
  private static let prior = 0.5
  /// The same for the light, and for the scale and the angle.
  private static let (lightPrior, turnPrior) = (0.05, 0.02)

  /// What all samples count for together.
  private var weight: Double { max(Double(shifts.one.w), 1) }

  /// How much of what is known of the movement comes from the picture rather than from the expectation that there is none, 0 to 1.
  var certainty: Double {
    let information = Double(shifts.x.x + shifts.y.y) / 2 / weight
    return information / (information + Self.prior)
  }

  /// The mean gray level of the samples.
  var meanLevel: Double { Double(shifts.level.w) / weight * 64 + 128 }

  /// How much of what is known of the gain comes from the picture, 0 to 1: nothing where all samples are of one level.
  var contrastCertainty: Double {
    let mean = Double(shifts.level.w) / weight
    let variance = max(Double(shifts.level.z) / weight - mean * mean, 0)
    return variance / (variance + 0.02)
  }

  /// The least-squares solution with a weak prior for no change of place and light, and for no scale and no angle; `nil` without samples.
  ///
  /// - Parameter turn: the scale and the angle so far, in pixels at the picture's sides.
  func solution(turned turn: SIMD2<Float>) -> (shift: SIMD4<Float>, turn: SIMD2<Float>)? {
    guard count >= 16 else { return nil }
    var system = SymmetricSystem()
    system.rows = rows
    let right = SIMD8(lowHalf: shifts.right, highHalf: SIMD4(lowHalf: turnProducts.right.lowHalf, highHalf: SIMD2()))
    system.right = SIMD8<Double>(right)
    let prior =
      weight * SIMD8(Self.prior, Self.prior, Self.lightPrior, Self.lightPrior, Self.turnPrior, Self.turnPrior, 0, 0)
    for index in 0..<6 { system.rows[index][index] += prior[index] }
    system.right[4] += prior[4] * Double(turn.x)
    system.right[5] += prior[5] * Double(turn.y)
    system.fix(from: 6)
    guard let solution = system.solve(damping: 0).map({ SIMD8<Float>($0) }) else { return nil }
    return (solution.lowHalf, solution.highHalf.lowHalf)
  }

  /// The rows of the matrix without what is known beforehand; the last two are empty.
  private var rows: InlineArray<8, SIMD8<Double>> {
    let (zoom, roll) = (turnProducts.zoom, turnProducts.roll)
    let (ownZoom, ownRoll) = (turnProducts.ownZoom, turnProducts.ownRoll)
    let row = { (shift: SIMD4<Float>, zoom: Float, roll: Float) in
      SIMD8<Double>(SIMD8(lowHalf: shift, highHalf: SIMD4(zoom, roll, 0, 0)))
    }
    return [
      row(shifts.x, zoom.x, roll.x), row(shifts.y, zoom.y, roll.y), row(shifts.level, zoom.z, roll.z),
      row(shifts.one, zoom.w, roll.w), row(zoom, ownZoom.x, ownZoom.y), row(roll, ownRoll.x, ownRoll.y),
      .zero, .zero,
    ]
  }
}
