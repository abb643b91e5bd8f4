// How a frame lies over the background: the movement of the camera and the change of light, found together and taken out.
import Glibc

/// The movement of the camera and the change of light since the background was begun.
///
/// With the background's gradient g, a frame moved by d and lit by another light is, to first order, b − g·d + α + (β − 1)·b. The four unknowns are
/// found by least squares over a coarse grid of samples, two steps of Gauss–Newton, without the samples that differ too much (what moves by
/// itself). The method of Lucas and Kanade (1981), for the whole picture.
struct Registration: Sendable {
  struct Parameters: Sendable {
    /// The most samples that are compared.
    var sampleCount = 5000.0
    /// Displacements below this many pixels are taken as none, and light within one part in a hundred as the same.
    var deadZone = 0.12
    /// The largest residual of a sample that counts, in gray levels, at first.
    var outlier = 24.0
    /// The share of samples that must agree; fewer show another scene.
    var agreement = 0.5
    /// The largest displacement, a fraction of the picture's width.
    var reach = 0.04
  }

  var parameters = Parameters()
  /// The place in the frame of the background's first pixel, in analyzed pixels.
  private(set) var offset = (x: 0.0, y: 0.0)
  private(set) var gain = 1.0
  private(set) var bias = 0.0

  /// The background at each sample: its gradient in x and y, its level as the equations take it, and its level.
  private var samples: [SIMD4<Float>] = []

  private var isStill: Bool { abs(offset.x) < parameters.deadZone && abs(offset.y) < parameters.deadZone }
  private var isSameLight: Bool { abs(gain - 1) * 128 + abs(bias + (gain - 1) * 128) < 1 }

  /// Begins with another background.
  mutating func reset() {
    let parameters = parameters
    self = Registration()
    self.parameters = parameters
  }

  /// Finds how a frame lies over the background.
  ///
  /// - Returns: false where it shows another scene, or has moved too far.
  mutating func update(_ frame: borrowing TilePicture, _ background: borrowing TilePicture) -> Bool {
    let (width, height) = (frame.width, frame.height)
    guard width >= 32, height >= 32 else { return true }
    var step = 2
    while Double((width / step) * (height / step)) > parameters.sampleCount { step += 1 }
    prepare(background, step: step)
    var outlier = Float(parameters.outlier)
    var agreement = 0.0
    for _ in 0..<2 {
      agreement = refine(frame, step: step, outlier: outlier)
      outlier = max(outlier * 0.5, 8)
    }
    // A scene with little texture, or one in which much moves, tells nothing about the camera: agreement says whether to believe it.
    let isNear = abs(offset.x) < parameters.reach * Double(width) && abs(offset.y) < parameters.reach * Double(width)
    return agreement >= parameters.agreement && isNear && gain > 0.4 && gain < 2.5
  }

  /// Takes the gradient, the level as the equations take it, and the level itself of the background at each sample.
  private mutating func prepare(_ background: borrowing TilePicture, step: Int) {
    samples.removeAll(keepingCapacity: true)
    let stride = background.stride
    let known = background.pixels.span
    for y in Swift.stride(from: 2 + step / 2, to: background.height - 2, by: step) {
      for x in Swift.stride(from: 2 + step / 2, to: background.width - 2, by: step) {
        let index = y &* stride &+ x
        let before = Float(known[index])
        let gx = (Float(known[index &+ 1]) - Float(known[index &- 1])) * 0.5
        let gy = (Float(known[index &+ stride]) - Float(known[index &- stride])) * 0.5
        samples.append(SIMD4(gx, gy, (before - 128) / 64, before))
      }
    }
  }

  private mutating func refine(_ frame: borrowing TilePicture, step: Int, outlier: Float) -> Double {
    let (wholeX, wholeY) = (Int(offset.x.rounded(.down)), Int(offset.y.rounded(.down)))
    let (partX, partY) = (Float(offset.x) - Float(wholeX), Float(offset.y) - Float(wholeY))
    let (gain, bias) = (Float(self.gain), Float(self.bias))
    var normal = NormalEquations()
    var seen = 0
    let (stride, width, height) = (frame.stride, frame.width, frame.height)
    let picture = frame.pixels.span
    let background = self.samples
    let samples = background.span
    var number = 0
    let first = 2 + step / 2
    let columns = first < width - 2 ? (width - 2 - first + step - 1) / step : 0
    for y in Swift.stride(from: first, to: height - 2, by: step) {
      let v = y + wholeY
      let row = number
      number += columns
      guard v >= 0, v + 1 < height else { continue }
      var u = first &+ wholeX
      for column in 0..<columns {
        defer { u &+= step }
        guard u >= 0, u &+ 1 < width else { continue }
        let at = v &* stride &+ u
        let upper = Float(picture[at]) * (1 - partX) + Float(picture[at &+ 1]) * partX
        let lower = Float(picture[at &+ stride]) * (1 - partX) + Float(picture[at &+ stride &+ 1]) * partX
        let value = upper * (1 - partY) + lower * partY
        let sample = samples[row &+ column]
        let residual = value - (gain * sample.w + bias)
        seen &+= 1
        guard abs(residual) < outlier else { continue }
        normal.add(SIMD4(sample.x, sample.y, sample.z, 1), residual)
      }
    }
    guard seen > 0 else { return 1 }
    if let change = normal.solution() {
      // The frame's content moved by +d is read at x + d: a residual −g·(error) moves the reading place the other way.
      offset.x += max(min(-Double(change.0), 2), -2)
      offset.y += max(min(-Double(change.1), 2), -2)
      // A plain wall says nothing about the camera, which is then taken to stand still.
      let trust = pow(normal.certainty, 0.1)
      offset.x *= trust
      offset.y *= trust
      let known = normal.contrastCertainty.squareRoot()
      let newGain = 1 + (self.gain + Double(change.2) / 64 - 1) * known
      // What is not taken for gain is bias, at the mean level.
      let level = normal.meanLevel
      let shift = (self.gain + Double(change.2) / 64 - newGain) * level
      self.bias += Double(change.3) - Double(change.2) * 2 + shift
      self.gain = newGain
    }
    return Double(normal.count) / Double(seen)
  }

  /// Writes the frame as it lies over the background, in the background's light; beyond the frame's borders the background stands in.
  func lay(_ frame: inout TilePicture, over background: borrowing TilePicture, into picture: inout TilePicture) {
    guard !isStill || !isSameLight else {
      swap(&frame, &picture)
      return
    }
    picture.resize(width: frame.width, height: frame.height)
    let moved = isStill ? (x: 0.0, y: 0.0) : offset
    let (wholeX, wholeY) = (Int(moved.x.rounded(.down)), Int(moved.y.rounded(.down)))
    let partX = Int(((moved.x - Double(wholeX)) * 16).rounded())
    let partY = Int(((moved.y - Double(wholeY)) * 16).rounded())
    let (gain, bias) = isSameLight ? (1.0, 0.0) : (self.gain, self.bias)
    // value · 1/gain − bias/gain, in 1/256, of a sum in 1/256.
    let scale = Int32((256 / gain).rounded())
    let shift = Int32((-bias / gain * 256).rounded())
    let stride = frame.stride
    for y in 0..<frame.height {
      let row = picture.row(y)
      let v = y + wholeY
      let inside = max(0, -wholeX)..<max(min(frame.width, frame.width - 1 - wholeX), max(0, -wholeX))
      guard v >= 0, v + 1 < frame.height || (v < frame.height && partY == 0), !inside.isEmpty else {
        for index in row { picture.pixels[index] = background.pixels[index] }
        continue
      }
      let below = v + 1 < frame.height ? v + 1 : v
      let first = inside.lowerBound + wholeX
      let last = inside.upperBound + wholeX + 1
      blend(
        frame.pixels.span.extracting(v * stride + first..<v * stride + last),
        frame.pixels.span.extracting(below * stride + first..<below * stride + last), partX, partY, scale, shift,
        &picture.pixels, from: row.lowerBound + inside.lowerBound)
      for x in row.lowerBound..<row.lowerBound + inside.lowerBound { picture.pixels[x] = background.pixels[x] }
      for x in row.lowerBound + inside.upperBound..<row.upperBound { picture.pixels[x] = background.pixels[x] }
    }
  }
}

/// Interpolates between two rows, and takes the light out.
private func blend(
  _ upper: Span<UInt8>, _ lower: Span<UInt8>, _ partX: Int, _ partY: Int, _ scale: Int32, _ shift: Int32,
  _ pixels: inout [UInt8], from start: Int
) {
  let count = upper.count - 1
  var all = pixels.mutableSpan
  var out = all._mutatingExtracting(start..<start + count)
  guard lower.count == upper.count, out.count == count else { return }
  let left = upper.extracting(0..<count)
  let right = upper.extracting(1..<count + 1)
  let leftBelow = lower.extracting(0..<count)
  let rightBelow = lower.extracting(1..<count + 1)
  guard left.count == count, right.count == count, leftBelow.count == count, rightBelow.count == count else { return }
  let (a, b) = (UInt16((16 - partX) * (16 - partY)), UInt16(partX * (16 - partY)))
  let (c, d) = (UInt16((16 - partX) * partY), UInt16(partX * partY))
  if scale == 256 && shift == 0 {
    for x in 0..<count {
      let sum =
        UInt16(left[x]) &* a &+ UInt16(right[x]) &* b &+ UInt16(leftBelow[x]) &* c &+ UInt16(rightBelow[x]) &* d
      out[x] = UInt8(truncatingIfNeeded: (sum &+ 128) &>> 8)
    }
    return
  }
  // A product of 32 bits in two halves of sixteen: no machine that this is built for multiplies vectors of 32 bits in one step.
  let factor = UInt16(truncatingIfNeeded: scale)
  let (whole, part) = (Int16(clamping: (shift + 128) >> 8), UInt16(truncatingIfNeeded: (shift + 128) & 255))
  for x in 0..<count {
    let sum =
      UInt16(left[x]) &* a &+ UInt16(right[x]) &* b &+ UInt16(leftBelow[x]) &* c &+ UInt16(rightBelow[x]) &* d
    let high = UInt16(truncatingIfNeeded: (UInt32(sum) &* UInt32(factor)) &>> 16)
    let low = sum &* factor
    let carry = ((low &>> 8) &+ part) &>> 8
    let value = Int16(truncatingIfNeeded: high) &+ whole &+ Int16(truncatingIfNeeded: carry)
    out[x] = UInt8(truncatingIfNeeded: min(max(value, 0), 255))
  }
}

/// The normal equations of four unknowns: movement in x and y, gain, bias.
private struct NormalEquations {
  private(set) var count = 0

  /// Adds a sample: the gradient in x and y, the level and 1.
  @inline(__always)
  mutating func add(_ row: SIMD4<Float>, _ residual: Float) {
    count &+= 1
    products += Products(row, residual)
  }

  private var products = Products()

  /// The upper triangle of the matrix, and the right side.
  struct Products {
    var x = SIMD4<Float>()
    var y = SIMD4<Float>()
    var level = SIMD4<Float>()
    var one = SIMD4<Float>()
    var right = SIMD4<Float>()

    init() {}

    @inline(__always)
    init(_ row: SIMD4<Float>, _ residual: Float) {
      x = row * row.x
      y = row * row.y
      level = row * row.z
      one = row
      right = row * residual
    }

    @inline(__always)
    static func += (left: inout Products, other: Products) {
      left.x += other.x
      left.y += other.y
      left.level += other.level
      left.one += other.one
      left.right += other.right
    }
  }

  /// The weight of no change: the squared gradient, in gray levels a pixel, at which a picture tells as much as is known beforehand.
  private static let prior: Float = 0.5
  /// The same for the light.
  private static let lightPrior: Float = 0.05

  /// How much of what is known of the movement comes from the picture rather than from the expectation that there is none, 0 to 1.
  var certainty: Double {
    let information = Double(products.x.x + products.y.y) / 2 / Double(max(count, 1))
    return information / (information + Double(Self.prior))
  }

  /// The mean gray level of the samples.
  var meanLevel: Double { Double(products.level.w) / Double(max(count, 1)) * 64 + 128 }

  /// How much of what is known of the gain comes from the picture, 0 to 1: nothing where all samples are of one level.
  var contrastCertainty: Double {
    let mean = Double(products.level.w) / Double(max(count, 1))
    let variance = max(Double(products.level.z) / Double(max(count, 1)) - mean * mean, 0)
    return variance / (variance + 0.02)
  }

  /// The least-squares solution with a weak prior for no change; `nil` without samples.
  func solution() -> (Float, Float, Float, Float)? {
    guard count >= 16 else { return nil }
    var matrix: InlineArray<4, SIMD4<Float>> = [products.x, products.y, products.level, products.one]
    var right = products.right
    let prior = Float(count) * Self.prior
    let lightPrior = Float(count) * Self.lightPrior
    for index in 0..<4 { matrix[index][index] += index < 2 ? prior : lightPrior }
    // Elimination of a positive definite matrix needs no pivots.
    for pivot in 0..<4 {
      guard matrix[pivot][pivot] > 1e-6 else { return nil }
      for row in pivot + 1..<4 {
        let factor = matrix[row][pivot] / matrix[pivot][pivot]
        matrix[row] -= matrix[pivot] * factor
        right[row] -= right[pivot] * factor
      }
    }
    var solution = SIMD4<Float>()
    for row in (0..<4).reversed() {
      var sum = right[row]
      for column in row + 1..<4 { sum -= matrix[row][column] * solution[column] }
      solution[row] = sum / matrix[row][row]
    }
    return (solution.x, solution.y, solution.z, solution.w)
  }
}
