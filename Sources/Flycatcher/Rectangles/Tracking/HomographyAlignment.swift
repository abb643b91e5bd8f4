// The place of a template in a picture, to a fraction of a pixel, through changes of light and partial occlusion.
//
// Inverse compositional Gauss-Newton (Baker and Matthews, "Lucas-Kanade 20 Years On", 2004) with gain and bias
// estimated along, and Geman-McClure weights against occluders and glare; from coarse to fine.

/// The place of a template in a frame.
struct Alignment {
  var homography: Homography
  var gain: Float = 1
  var bias: Float = 0
  /// The weighted correlation of picture and template at the places that count, -1 to 1.
  var correlation: Float = 0
  /// Share of the places whose brightness is as expected.
  var inliers: Float = 0
  /// Share of the places in parts of the surface that look otherwise than the others do: something lies before them.
  var covered: Float = 0
  /// Share of the places inside the picture.
  var visible: Float = 0
  /// Mean over the visible places of 1 / (1 + (error / 20 gray levels)²): alignments of one level are compared by it.
  var score: Float = 0
}

extension Alignment {
  /// Takes in what is still missing, in the template's terms.
  fileprivate mutating func changeLight(gain change: Float, bias offset: Float) {
    bias += gain * offset
    gain = max(0.1, min(10, gain * (1 + max(-0.5, min(0.5, change)))))
  }
}

extension AlignmentTemplate {
  /// Improves an estimate on all levels from `first` on.
  ///
  /// - Parameter isRigid: Whether the perspective is left as it is.
  func align(
    _ start: Alignment, pyramid: borrowing PicturePyramid, plane: borrowing Plane, from first: Int = 0,
    isRigid: Bool = false
  ) -> Alignment {
    var alignment = start
    for index in first..<max(first, levels.count) {
      let level = levels[index]
      guard level.samples.count >= 24 else { continue }
      let quad = alignment.homography.corners
      let size = max(quad.side(0) + quad.side(2), quad.side(1) + quad.side(3)) / 2
      let cell = size / Float(level.cells)
      guard cell.isFinite, cell > 0.4 || index == first else { break }
      let height = PicturePyramid.level(ofCell: cell, top: pyramid.top)
      let factor = Double(1 << height)
      var reduced = alignment
      reduced.homography = alignment.homography.reduced(by: factor)
      reduced = pyramid.withLevel(height, of: plane) { picture in
        level.align(
          reduced, picture, iterations: iterations[min(index, iterations.count - 1)], isRigid: isRigid || index == 0,
          parameters)
      }
      let found = reduced.homography.reduced(by: 1 / factor)
      guard found.corners.isConvex else { continue }
      alignment = reduced
      alignment.homography = found
    }
    return alignment
  }
}

extension AlignmentTemplate.Level {
  /// - Parameter isRigid: Whether the perspective is left as it is; too few cells do not determine it.
  /// - Returns: the alignment found, or `start` with gain and bias of its own where that is better.
  func align(
    _ start: Alignment, _ picture: borrowing Plane, iterations: Int, isRigid: Bool,
    _ parameters: RectangleTracker.Parameters.Alignment
  ) -> Alignment {
    var alignment = start
    var scale = parameters.firstScale
    var trust = SIMD16<Float>(repeating: 1)
    for _ in 0..<2 {
      var sums = AlignmentSums(trust: trust, parameters)
      accumulate(&sums, alignment, picture, scale: scale)
      sums.adaptLight(&alignment)
      trust = sums.nextTrust
    }
    let first = judged(alignment, picture, &trust, parameters)
    for _ in 0..<iterations {
      var sums = AlignmentSums(trust: trust, parameters)
      accumulate(&sums, alignment, picture, scale: scale)
      guard let step = sums.step(isRigid: isRigid), let inverse = step.map.inverse else { break }
      guard let next = alignment.homography.after(inverse).normalized, next.corners.isConvex else { break }
      let moved = next.corners.distance(to: alignment.homography.corners)
      alignment.homography = next
      alignment.changeLight(gain: step.gain, bias: step.bias)
      scale = sums.scale
      trust = sums.nextTrust
      if moved < parameters.arrived { break }
    }
    let last = judged(alignment, picture, &trust, parameters)
    return last.score >= first.score ? last : first
  }

  /// Returns the alignment with the measures of its quality.
  private func judged(
    _ alignment: Alignment, _ picture: borrowing Plane, _ trust: inout SIMD16<Float>,
    _ parameters: RectangleTracker.Parameters.Alignment
  ) -> Alignment {
    var judged = alignment
    var sums = AlignmentSums(trust: SIMD16(repeating: 1), parameters)
    accumulate(&sums, alignment, picture, scale: parameters.judgedScale)
    trust = sums.nextTrust
    judged.covered = sums.covered(trust)
    judged.correlation = sums.correlation
    judged.visible = Float(sums.count) / Float(max(1, samples.count))
    judged.inliers = sums.count > 0 ? Float(sums.near) / Float(sums.count) : 0
    judged.score = sums.count > 0 ? sums.closeness / Float(sums.count) : 0
    return judged
  }

  private func accumulate(
    _ sums: inout AlignmentSums, _ alignment: Alignment, _ picture: borrowing Plane, scale: Float
  ) {
    let h = alignment.homography
    let (x, y, w) = (SIMD3<Float>(h.x), SIMD3<Float>(h.y), SIMD3<Float>(h.w))
    let inverseGain = 1 / alignment.gain
    let inverseScale = 1 / (scale * scale)
    let limit = SIMD2(Float(picture.width) - 1.001, Float(picture.height) - 1.001)
    let bytes = picture.bytes
    let (stride, step) = (picture.rowStride, picture.pixelStride)
    for sample in samples {
      let p = sample.place
      let depth = 1 / (w.x * p.x + w.y * p.y + w.z)
      let column = (x.x * p.x + x.y * p.y + x.z) * depth - 0.5
      let row = (y.x * p.x + y.y * p.y + y.z) * depth - 0.5
      guard column >= 0, row >= 0, column < limit.x, row < limit.y else { continue }
      let (c, r) = (Int(column), Int(row))
      let (fx, fy) = (column - Float(c), row - Float(r))
      let at = r &* stride &+ c &* step
      let (a, b) = (Float(bytes[at]), Float(bytes[at &+ step]))
      let (d, e) = (Float(bytes[at &+ stride]), Float(bytes[at &+ stride &+ step]))
      let upper = a + (b - a) * fx
      let value = upper + (d + (e - d) * fx - upper) * fy
      // Too bright or too dark to show: as expected, but neither place nor light can be told from it.
      let expected = alignment.gain * sample.value + alignment.bias
      if (value > 252 && expected > 260) || (value < 3 && expected < -5) {
        sums.addClipped(sample)
        continue
      }
      let error = (value - alignment.bias) * inverseGain - sample.value
      let ratio = 1 / (1 + error * error * inverseScale)
      sums.add(sample, value: value, error: error, ratio: ratio)
    }
  }
}

/// The normal equations of one iteration.
private struct AlignmentSums {
  private var rows = InlineArray<8, SIMD8<Float>>(repeating: .zero)
  /// Gradient with the template's brightness, with one, and with the error.
  private var withValue = SIMD8<Float>.zero
  private var withOne = SIMD8<Float>.zero
  private var right = SIMD8<Float>.zero
  /// Sums of weight, brightness, brightness², error, error x brightness; picture, picture², picture x brightness.
  private var s = SIMD8<Float>.zero
  private var weight: Float = 0
  private(set) var closeness: Float = 0
  private(set) var count = 0
  private(set) var near = 0
  /// The weight of each part of the surface: the share of its places whose brightness is as expected.
  private let trust: SIMD16<Float>
  private var counts = InlineArray<16, Float>(repeating: 0)
  private var nears = InlineArray<16, Float>(repeating: 0)

  private let parameters: RectangleTracker.Parameters.Alignment

  init(trust: SIMD16<Float>, _ parameters: RectangleTracker.Parameters.Alignment) {
    (self.trust, self.parameters) = (trust, parameters)
  }

  private var histogram = InlineArray<64, Int32>(repeating: 0)

  @inline(__always)
  mutating func add(_ sample: AlignmentTemplate.Sample, value: Float, error: Float, ratio: Float) {
    let part = Int(sample.part & 15)
    let w = ratio * ratio * trust[part]
    closeness += ratio
    let g = sample.gradient
    let weighted = g * w
    for k in 0..<8 { rows[k] += g * weighted[k] }
    let t = sample.value
    withValue += weighted * t
    withOne += weighted
    right += weighted * error
    s += SIMD8(t, t * t, error, error * t, value, value * value, value * t, 0) * w
    weight += w
    count += 1
    let magnitude = abs(error)
    counts[part] += 1
    if magnitude < parameters.inlier {
      near += 1
      nears[part] += 1
    }
    histogram[magnitude < 63 ? Int(magnitude) : 63] += 1
  }

  /// Counts a place that is beyond what the picture can show, as it should be.
  @inline(__always)
  mutating func addClipped(_ sample: AlignmentTemplate.Sample) {
    let part = Int(sample.part & 15)
    counts[part] += 1
    nears[part] += 1
    closeness += 1
    count += 1
    near += 1
    histogram[0] += 1
  }

  /// The weights of the parts for the next step. An occluder covers one part of the surface and leaves the next alone;
  /// blur and light are the same everywhere.
  var nextTrust: SIMD16<Float> {
    var shares: [Float] = []
    for k in 0..<16 where counts[k] >= 6 { shares.append(nears[k] / counts[k]) }
    guard shares.count >= 4 else { return SIMD16(repeating: 1) }
    shares.sort()
    let usual = max(0.05, shares[shares.count * 4 / 5])
    var trust = SIMD16<Float>(repeating: 1)
    for k in 0..<16 where counts[k] >= 6 {
      let share = (nears[k] / counts[k] / usual - parameters.trusted) / parameters.trustRange
      trust[k] = max(parameters.leastTrust, min(1, share))
    }
    return trust
  }

  func covered(_ trust: SIMD16<Float>) -> Float {
    var sum: Float = 0
    for k in 0..<16 where trust[k] < parameters.covered { sum += counts[k] }
    return count > 0 ? sum / Float(count) : 0
  }

  /// The error at which the weights fall off: from the median of the errors, at least a few gray levels.
  var scale: Float {
    var below: Int32 = 0
    for k in 0..<64 {
      below += histogram[k]
      if 2 * below >= count { return max(parameters.leastScale, 1.4826 * (Float(k) + 0.5) * parameters.scaleFactor) }
    }
    return parameters.mostScale
  }

  var correlation: Float {
    guard weight > 0 else { return 0 }
    let m = s / weight
    let (t, v) = (m[1] - m[0] * m[0], m[5] - m[4] * m[4])
    guard t > 0.5, v > 0.5 else { return 0 }
    return (m[6] - m[0] * m[4]) / (t * v).squareRoot()
  }

  /// Fits gain and bias alone.
  func adaptLight(_ alignment: inout Alignment) {
    let determinant = s[1] * weight - s[0] * s[0]
    guard count >= 16, determinant > 1e-3 * weight * weight else { return }
    alignment.changeLight(
      gain: (weight * s[3] - s[0] * s[2]) / determinant, bias: (s[1] * s[2] - s[0] * s[3]) / determinant)
  }

  /// The change of the map, of gain and of bias that explains the errors; `nil` where they do not settle it.
  func step(isRigid: Bool) -> (map: Homography, gain: Float, bias: Float)? {
    guard count >= 16 else { return nil }
    // Gain and bias are eliminated first (Schur complement).
    let determinant = s[1] * weight - s[0] * s[0]
    guard determinant > 1e-3 * weight * weight else { return nil }
    let (i, j, k) = (weight / determinant, -s[0] / determinant, s[1] / determinant)
    var system = SymmetricSystem()
    let first = withValue * i + withOne * j
    let second = withValue * j + withOne * k
    for n in 0..<8 {
      system.rows[n] = SIMD8<Double>(rows[n] - withValue * first[n] - withOne * second[n])
    }
    system.right = SIMD8<Double>(right - first * s[3] - second * s[2])
    if isRigid { system.fix(from: 6) }
    guard let p = system.solve() else { return nil }
    let q = SIMD8<Float>(p)
    let (valueRest, oneRest) = (s[3] - (withValue * q).sum(), s[2] - (withOne * q).sum())
    let map = Homography(x: SIMD3(1 + p[0], p[1], p[2]), y: SIMD3(p[3], 1 + p[4], p[5]), w: SIMD3(p[6], p[7], 1))
    return (map, i * valueRest + j * oneRest, j * valueRest + k * oneRest)
  }
}
