// From a frame to the places a flight may go through: the picture reduced as far as the smallest radius allows, what
// moves in it, and what
// stands out inside the large moving pieces.

/// A blob as a place a flight may go through: in pixels of the upright picture, at a time.
struct Candidate: Sendable {
  /// Seconds of stream time.
  var time: Double
  var timestamp: Timestamp
  var x: Double
  var y: Double
  /// Radius across the direction of travel.
  var radius: Double
  /// Half the length of the streak.
  var length: Double
  /// Mean brightness, and color twice over: what it looks like.
  var appearance: SIMD4<Float>
  /// Whether it was cut out of a larger moving piece rather than standing free.
  var isPart: Bool
  /// Its place among the candidates of its frame.
  var number = 0
  /// How many others are near, and how many of all there are for each square pixel.
  var neighbors = 0
  var density = 0.0
  var surroundings = Surroundings()

  /// Standard deviation of the place: part of a pixel, more for what is large and changes its shape, more for a streak, whose ends fade, and
  /// much more for what was cut out.
  var noise: Double {
    isPart ? 0.3 + 0.18 * min(radius, 12) : 0.3 + 0.05 * radius + 0.015 * max(length - 2 * radius, 0)
  }

  /// Whether this is the other one in a picture that has come again.
  func isRepeat(of other: Candidate) -> Bool {
    // What is encoded anew is not quite the same.
    let reach = 0.2 + 0.02 * radius
    return abs(x - other.x) < reach && abs(y - other.y) < reach && abs(radius - other.radius) < reach
  }
}

/// Finds the candidates of each frame.
struct CandidateFinder {
  /// How many samples the search inside large pieces may look at in one frame, and inside one of them.
  private static let splitBudget = (frame: 36_000, piece: 9_000)

  /// What of a frame is looked at, and how.
  struct View {
    /// Part of the stored picture, normalized.
    var region: Rectangle
    /// Radii in pixels of the frame.
    var radii: ClosedRange<Double>
    /// How often the picture is halved beyond what the smallest radius allows.
    var coarser: Int
    /// Seconds since the frame before.
    var interval: Double
  }

  private var mask: MotionMask?
  private var color: ColorMask?
  private var finder = BlobFinder()
  private var splitter = RegionSplitter()
  private var reduction = PictureReduction()
  private var blobs: [Blob] = []
  private(set) var candidates: [Candidate] = []

  mutating func reset() {
    mask = nil
    color = nil
  }

  /// Fills `candidates` with those of the next frame.
  ///
  /// - Parameter expected: where flights should be, to be looked at more closely inside large moving pieces.
  mutating func find(in frame: borrowing Frame, _ view: View, _ expected: [ExpectedPlace]) {
    candidates.removeAll(keepingCapacity: true)
    let area = PixelArea(view.region, width: frame.width, height: frame.height)
    let halvings = min(PictureReduction.halvings(frame.width, smallest: view.radii.lowerBound) + view.coarser, 5)
    guard let cropped = frame.cropped(area) else { return }
    let place = PicturePlace(
      left: Double(area.x), top: Double(area.y), factor: Double(1 << halvings), width: Double(frame.width),
      height: Double(frame.height), orientation: frame.orientation)
    if halvings == 0 && cropped.luma.pixelStride == 1 {
      find(in: cropped, view, place, expected)
    } else {
      // Out of `self` while its pixels are looked at, so that the rest of it can change.
      var taken = PictureReduction()
      swap(&taken, &reduction)
      taken.reduce(cropped.luma, halvings: halvings)
      if let luma = taken.plane { find(in: cropped.replacing(luma: luma), view, place, expected) }
      swap(&taken, &reduction)
    }
  }

  private mutating func find(
    in frame: borrowing Frame, _ view: View, _ place: PicturePlace, _ expected: [ExpectedPlace]
  ) {
    guard frame.width >= MotionMask.tile, frame.height >= MotionMask.tile else { return }
    if let mask, mask.width != frame.width || mask.height != frame.height { reset() }
    var current = mask ?? MotionMask(frame.luma)
    mask = nil
    current.followLight(frame.luma)
    let learning = learningRows(view.interval)
    if let blue = frame.blueDifference, let red = frame.redDifference {
      var known = color
      color = nil
      if known?.fits(blue, current) != true { known = nil }
      var currentColor = known ?? ColorMask(blue, red, beside: current)
      known = nil
      currentColor.update(blue, red, learningRows: learning, light: current.light.largestChange)
      current.update(frame.luma, learningRows: learning, colored: currentColor.isActive)
      finder.find(in: frame.luma, current, blue, red, &currentColor)
      color = currentColor
    } else {
      color = nil
      current.update(frame.luma, learningRows: learning, colored: nil)
      finder.find(in: frame.luma, current)
    }
    mask = current
    finder.components.joinHalves()
    blobs.removeAll(keepingCapacity: true)
    // A radius is measured to a part of itself; the mean over a flight decides in the end.
    let radii =
      max(0.6 * view.radii.lowerBound / place.factor, 0.9)...max(1.6 * view.radii.upperBound / place.factor, 0.9)
    collectFree(frame, radii)
    for one in expected { collectExpected(one, frame, radii, place) }
    collectParts(frame, radii)
    describe(frame, place)
  }

  /// The background follows the picture by about eight gray levels a second: slower than a ball at its apex, faster
  /// than the sun.
  private func learningRows(_ interval: Double) -> Int {
    var rows = 1
    while rows < 16 && Double(rows) * 8 * interval < 0.75 { rows *= 2 }
    return rows
  }

  private mutating func collectFree(_ frame: borrowing Frame, _ radii: ClosedRange<Double>) {
    for sums in finder.components {
      guard let blob = sums.blob, sums.minX > 0, sums.minY > 0, sums.maxX < frame.width - 1,
        sums.maxY < frame.height - 1, blob.fill > 0.6, blob.major < 8 * blob.minor, radii.contains(blob.minor)
      else { continue }
      blobs.append(blob)
    }
  }

  /// Looks for a flight where it should be, if it is not seen there free but something large is.
  private mutating func collectExpected(
    _ expected: ExpectedPlace, _ frame: borrowing Frame, _ radii: ClosedRange<Double>, _ place: PicturePlace
  ) {
    let (x, y) = place.analyzed(x: expected.x, y: expected.y)
    let radius = expected.radius / place.factor
    let reach = expected.reach / place.factor
    let isSeen = blobs.contains { blob in
      abs(blob.x - x) < reach + radius && abs(blob.y - y) < reach + radius && blob.minor > 0.7 * radius
        && blob.minor < 1.4 * radius
    }
    let isInside = finder.components.contains { sums in
      Double(sums.minX) - reach < x && x < Double(sums.maxX) + reach && Double(sums.minY) - reach < y
        && y < Double(sums.maxY) + reach && sums.area > Int(4 * radius * radius)
    }
    guard !isSeen, isInside, radius < 64, abs(x) < 1e5, abs(y) < 1e5, reach < 1e4 else { return }
    let half = 2.5 * radius + reach + 3
    let columns = (Int(x - half)..<Int(x + half) + 1).clamped(to: 0..<frame.width)
    let rows = (Int(y - half)..<Int(y + half) + 1).clamped(to: 0..<frame.height)
    let smallest = max(radii.lowerBound, 0.6 * radius)
    let like = smallest...max(min(radii.upperBound, 1.6 * radius), smallest)
    guard columns.count >= 8, rows.count >= 8 else { return }
    split(frame, x: columns, y: rows, step: max(Int(radius / 8), 1), like)
  }

  /// Looks for compact regions inside what is too ragged or too large to be one flying thing.
  private mutating func collectParts(_ frame: borrowing Frame, _ radii: ClosedRange<Double>) {
    var budget = Self.splitBudget.frame
    finder.components.sort { $0.area < $1.area }
    for sums in finder.components {
      let width = sums.maxX - sums.minX + 1
      let height = sums.maxY - sums.minY + 1
      guard min(width, height) >= 8, max(width, height) >= 16 else { continue }
      if let blob = sums.blob, blob.fill > 0.85, blob.major < 1.5 * blob.minor { continue }
      var step = width * height > 1600 ? 2 : 1
      while step < 5 && width * height > Self.splitBudget.piece * step * step { step += 1 }
      let cost = width * height / (step * step)
      guard cost <= budget, cost <= 2 * Self.splitBudget.piece else { continue }
      budget -= cost
      let x = max(sums.minX - 2, 0)..<min(sums.maxX + 3, frame.width)
      let y = max(sums.minY - 2, 0)..<min(sums.maxY + 3, frame.height)
      split(frame, x: x, y: y, step: step, radii)
    }
  }

  private mutating func split(
    _ frame: borrowing Frame, x: Range<Int>, y: Range<Int>, step: Int, _ radii: ClosedRange<Double>
  ) {
    splitter.split(
      frame.luma, x: x, y: y, step: step, levelStep: 6, minimumLevels: 2, radii: radii, into: &blobs)
    let colorStep = max(step / 2, 1)
    if let blue = frame.blueDifference { splitColor(blue, frame, x: x, y: y, step: colorStep, radii) }
    if let red = frame.redDifference { splitColor(red, frame, x: x, y: y, step: colorStep, radii) }
  }

  private mutating func splitColor(
    _ plane: borrowing Plane, _ frame: borrowing Frame, x: Range<Int>, y: Range<Int>, step: Int,
    _ radii: ClosedRange<Double>
  ) {
    let scaleX = Double(frame.width) / Double(plane.width)
    let scaleY = Double(frame.height) / Double(plane.height)
    let columns = Int(Double(x.lowerBound) / scaleX)..<min(Int(Double(x.upperBound) / scaleX) + 1, plane.width)
    let rows = Int(Double(y.lowerBound) / scaleY)..<min(Int(Double(y.upperBound) / scaleY) + 1, plane.height)
    let first = blobs.count
    splitter.split(
      plane, x: columns, y: rows, step: step, levelStep: 2, minimumLevels: 3,
      radii: radii.lowerBound / scaleX...radii.upperBound, into: &blobs)
    for index in first..<blobs.count {
      blobs[index].x *= scaleX
      blobs[index].y *= scaleY
      blobs[index].minor *= scaleX
      blobs[index].major *= scaleX
    }
  }

  private mutating func describe(_ frame: borrowing Frame, _ place: PicturePlace) {
    for (index, blob) in blobs.enumerated() {
      if blob.isPart {
        let isKnown = blobs[..<index].contains { other in
          let (dx, dy) = (other.x - blob.x, other.y - blob.y)
          let ratio = other.minor / blob.minor
          return dx * dx + dy * dy < 0.2 * blob.minor * blob.minor && ratio > 0.7 && ratio < 1.4
        }
        if isKnown { continue }
      }
      candidates.append(
        Candidate(
          time: frame.timestamp.seconds, timestamp: frame.timestamp, x: blob.x, y: blob.y,
          radius: blob.minor * place.factor, length: blob.major * place.factor, appearance: appearance(of: blob, frame),
          isPart: blob.isPart,
          surroundings: mask.map { Surroundings(of: blob, frame.luma, $0) } ?? Surroundings()))
    }
    for index in candidates.indices {
      let upright = place.upright(x: candidates[index].x, y: candidates[index].y)
      candidates[index].number = index
      candidates[index].x = upright.x
      candidates[index].y = upright.y
    }
    for index in candidates.indices {
      let one = candidates[index]
      let reach = 6 * one.radius + 12
      candidates[index].neighbors =
        candidates.count { abs($0.x - one.x) < reach && abs($0.y - one.y) < reach } - 1
      candidates[index].density = (Double(candidates[index].neighbors) + 0.5) / (4 * reach * reach)
    }
  }

  /// The mean of samples in the middle of the blob.
  private func appearance(of blob: Blob, _ frame: borrowing Frame) -> SIMD4<Float> {
    var sum = SIMD4<Float>()
    var count: Float = 0
    for v in -2...2 {
      for u in -2...2 where u * u + v * v <= 5 {
        let x = min(max((blob.x + Double(u) * blob.minor * 0.3) / Double(frame.width), 0), 1)
        let y = min(max((blob.y + Double(v) * blob.minor * 0.3) / Double(frame.height), 0), 1)
        var sample = SIMD4(frame.luma.sample(x, y), 256, 256, 0)
        if let blue = frame.blueDifference { sample.y = 2 * blue.sample(x, y) }
        if let red = frame.redDifference { sample.z = 2 * red.sample(x, y) }
        sum += sample
        count += 1
      }
    }
    return sum / count
  }
}

extension Plane {
  /// The sample at a normalized place inside the plane.
  fileprivate func sample(_ x: Double, _ y: Double) -> Float {
    let column = min(Int(x * Double(width)), width - 1)
    return Float(row(min(Int(y * Double(height)), height - 1))[column * pixelStride])
  }
}
