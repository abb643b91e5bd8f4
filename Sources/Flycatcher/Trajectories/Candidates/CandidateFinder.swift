// From the pieces of foreground to candidates: which are compact, and what is seen of each.

/// Finds the candidates of each frame.
struct CandidateFinder: Sendable {
  /// The tuned numbers of the stage.
  struct Parameters: Sendable {
    /// The most candidates of a frame; those seen best are kept.
    var capacity = 110.0
    /// The least area of a piece over that of its ellipse.
    var leastFill = 0.5
    /// The largest ratio of length to width: a fast ball's streak.
    var largestElongation = 14.0
    /// The least radius in analyzed pixels.
    var leastRadius = 0.75
    /// Measured radii may lie outside the radii asked for by this factor: the mean over a trajectory decides.
    var radiusTolerance = 1.6
    /// The least significance: the mean difference in standard deviations, times the root of the area in analyzed pixels.
    var leastSignificance = 22.0
    /// The share of its strongest pixels' difference at which a piece ends.
    var edgeShare = 0.45
    /// The most samples of bounding boxes that are looked at in a frame to measure pieces so.
    var refinementBudget = 150_000.0
    /// The area in analyzed pixels from which on a piece that is not compact is searched for parts.
    var leastSplitArea = 60.0
    /// The most samples that this search looks at in a frame.
    var splitBudget = 150_000.0
    /// Frames over which the density of clutter is averaged.
    var densityMemory = 8.0
  }

  /// The part of a frame that is analyzed, and how.
  struct View: Sendable {
    /// Part of the stored picture, normalized.
    var region: Rectangle
    /// Radii in pixels of the frame.
    var radii: ClosedRange<Double>
    /// The number of halvings beyond those that the size of the picture asks for.
    var coarser: Int
    /// Seconds since the frame before.
    var interval: Double
  }

  var parameters = Parameters()
  var foreground = Foreground()
  private(set) var candidates: [Candidate] = .reserving(usualCount)
  private(set) var place = PicturePlace()
  private var clutter = ClutterMap()
  private var splitter = PieceSplitter()
  private var parts: [ComponentSums] = .reserving(usualCount)
  private var tint: [UInt8] = []
  /// The best candidates, and their numbers, while they are chosen.
  private var best: [Candidate] = .reserving(usualCount)
  private var order: [Int] = .reserving(usualCount)
  /// The candidates of most frames; more take memory when they come.
  private static let usualCount = 256
  /// The samples that were looked at in this frame to measure pieces once more.
  private var refinementCost = 0

  mutating func reset() {
    foreground.reset()
    candidates.removeAll(keepingCapacity: true)
    clutter.reset()
  }

  /// What is analyzed, in the upright picture.
  var box: PlaceBox {
    place.box(columns: foreground.background.width, rows: foreground.background.height)
  }

  /// Fills `candidates` with those of the next frame.
  ///
  /// - Returns: false where the frame begins a new scene: nothing goes on from the frames before.
  mutating func find(in frame: borrowing Frame, _ view: View) -> Bool {
    candidates.removeAll(keepingCapacity: true)
    let area = PixelRectangle(view.region, width: frame.width, height: frame.height, alignment: 2)
    guard let cropped = frame.cropped(area) else { return true }
    let halvings = halvings(cropped.width, cropped.height, view)
    let step = foreground.update(cropped, halvings: halvings, interval: view.interval)
    if step == .begun {
      clutter.reset()
      return false
    }
    let factor = Double(1 << halvings)
    place = PicturePlace(
      geometry: PictureGeometry(frame),
      corner: SIMD2(Double(area.x), Double(area.y)) + factor * foreground.origin.pixels, factor: factor)
    guard step == .compared else { return true }
    let tolerance = parameters.radiusTolerance
    let radii =
      max(
        view.radii.lowerBound / place.factor / tolerance, parameters.leastRadius)...max(
        view.radii.upperBound / place.factor * tolerance, parameters.leastRadius)
    collect(radii, frame.timestamp)
    clutter.resize(place.geometry.uprightSize)
    for index in candidates.indices { candidates[index].density = clutter.density(of: candidates[index]) }
    clutter.update(candidates, memory: parameters.densityMemory)
    return true
  }

  private func halvings(_ width: Int, _ height: Int, _ view: View) -> Int {
    var halvings = 0
    while halvings < 5 && width >> halvings >= 32 && height >> halvings >= 32
      && (Double((width >> halvings) * (height >> halvings)) > foreground.parameters.largestArea
        || view.radii.lowerBound / Double(2 << halvings) >= 2.5)
    { halvings += 1 }
    return min(halvings + view.coarser, 5)
  }

  private mutating func collect(_ radii: ClosedRange<Double>, _ timestamp: Timestamp) {
    refinementCost = 0
    for piece in foreground.slow.components { add(piece, .background, radii, timestamp) }
    addParts(radii, timestamp)
    addColorParts(radii, timestamp)
    let known = candidates.count
    for piece in foreground.fast.components {
      guard let ellipse = piece.ellipse else { continue }
      // What the background shows whole is not taken a second time.
      let isKnown = candidates[..<known].contains { other in
        let upright = place.upright(ellipse.place)
        let reach = max(0.6 * other.length, ellipse.major * place.factor) + place.factor
        return abs(other.x - upright.x) < reach && abs(other.y - upright.y) < reach
          && other.radius > 0.5 * ellipse.minor * place.factor && other.radius < 2.5 * ellipse.minor * place.factor
      }
      if !isKnown { add(piece, .neighbors, radii, timestamp) }
    }
    if candidates.count > Int(parameters.capacity) { keepBest(Int(parameters.capacity)) }
  }

  /// Keeps so many of the candidates, those seen best, the best one first.
  private mutating func keepBest(_ count: Int) {
    order.removeAll(keepingCapacity: true)
    for index in candidates.indices {
      if order.count == count {
        guard candidates[index].significance > candidates[order[count - 1]].significance else { continue }
        order.removeLast()
      }
      order.append(index)
      var place = order.count - 1
      while place > 0, candidates[order[place]].significance > candidates[order[place - 1]].significance {
        order.swapAt(place, place - 1)
        place -= 1
      }
    }
    best.removeAll(keepingCapacity: true)
    for index in order { best.append(candidates[index]) }
    swap(&candidates, &best)
  }

  /// Adds the compact parts of the pieces that are not compact, as far as the budget goes.
  private mutating func addParts(_ radii: ClosedRange<Double>, _ timestamp: Timestamp) {
    var cost = 0
    let background = foreground.background
    parts.removeAll(keepingCapacity: true)
    for piece in foreground.slow.components where piece.area >= Int(parameters.leastSplitArea) {
      guard cost < Int(parameters.splitBudget) else { break }
      if let ellipse = piece.ellipse, ellipse.fill > 0.85, ellipse.major < 1.7 * ellipse.minor { continue }
      cost += splitter.split(
        piece, foreground.slow.image, stride: background.stride,
        levels: PieceSplitter.levels(above: foreground.slow.threshold(background.tile(of: piece))), leastArea: 6,
        isBounded: false, into: &parts
      ) { part in part.isCompact && part.minor >= 1.5 && radii.contains(part.minor) }
    }
    let known = candidates.count
    for part in parts {
      guard let ellipse = part.ellipse else { continue }
      let upright = place.upright(ellipse.place)
      let isKnown = candidates[..<known].contains { other in
        abs(other.x - upright.x) < 0.5 * other.radius && abs(other.y - upright.y) < 0.5 * other.radius
          && ellipse.minor * place.factor > 0.6 * other.radius
      }
      if !isKnown { add(part, .part, radii, timestamp) }
    }
  }

  /// The least step between the levels of a color difference, and the most of them.
  private static let colorLevels = (step: 4, count: 20)

  /// Adds the parts of large pieces that differ from the rest of them by color.
  private mutating func addColorParts(_ radii: ClosedRange<Double>, _ timestamp: Timestamp) {
    var cost = 0
    for piece in foreground.slow.components where piece.area >= Int(parameters.leastSplitArea) {
      if let ellipse = piece.ellipse, ellipse.fill > 0.85, ellipse.major < 1.7 * ellipse.minor { continue }
      for side in ChromaBackground.Side.allCases {
        guard cost < 2 * Int(parameters.splitBudget) else { return }
        guard let (box, range) = foreground.chroma.write(piece, side, into: &tint) else { continue }
        let step = max(Self.colorLevels.step, (range.upperBound - range.lowerBound) / Self.colorLevels.count)
        // Nothing can be compact at two levels where there is but one.
        guard range.lowerBound + 2 * step < range.upperBound else {
          if range.lowerBound + step < range.upperBound { cost += box.boxArea }
          continue
        }
        parts.removeAll(keepingCapacity: true)
        cost += splitter.split(
          box, tint, stride: foreground.chroma.stride,
          levels: stride(from: range.lowerBound + step, to: range.upperBound, by: step), leastArea: 3,
          isBounded: true, into: &parts
        ) { part in part.isCompact && part.minor >= 0.75 && radii.contains(2 * part.minor) }
        for part in parts { addColorPart(part, radii, timestamp) }
      }
    }
  }

  private mutating func addColorPart(_ part: ComponentSums, _ radii: ClosedRange<Double>, _ timestamp: Timestamp) {
    guard let ellipse = part.doubled(weight: 1).ellipse else { return }
    let upright = place.upright(ellipse.place)
    let isKnown = candidates.contains { other in
      let reach = 0.6 * other.radius + place.factor
      return abs(other.x - upright.x) < reach && abs(other.y - upright.y) < reach
        && ellipse.minor * place.factor > 0.6 * other.radius && ellipse.minor * place.factor < 1.7 * other.radius
    }
    guard !isKnown else { return }
    let difference = foreground.color(of: ellipse) - foreground.surroundings(of: ellipse)
    let contrast = abs(difference.x) + abs(difference.y) + abs(difference.z)
    add(part.doubled(weight: Double(contrast)), .part, radii, timestamp)
  }

  private mutating func add(
    _ piece: ComponentSums, _ evidence: Evidence, _ radii: ClosedRange<Double>, _ timestamp: Timestamp
  ) {
    let noise = Double(foreground.noise(foreground.background.tile(of: piece), evidence))
    guard piece.weight / noise >= parameters.leastSignificance * Double(piece.area).squareRoot() else { return }
    let refined: ComponentSums
    if evidence == .part || refinementCost + piece.boxArea > Int(parameters.refinementBudget) {
      refined = piece
    } else {
      refined = foreground.refined(piece, evidence, share: parameters.edgeShare)
      refinementCost += piece.boxArea
    }
    guard let shown = refined.ellipse else { return }
    let circle = refined.circle(cutAt: foreground.sides(at: refined))
    let ellipse = circle ?? shown
    guard ellipse.fill >= parameters.leastFill,
      ellipse.major <= parameters.largestElongation * ellipse.minor, radii.contains(ellipse.minor)
    else { return }
    let upright = place.upright(ellipse.place)
    let inFrame = foreground.registration.place(of: ellipse.place) - foreground.origin.pixels
    let axis = (place.upright(ellipse.place + ellipse.axis) - upright) / place.factor
    // What is added to a place is known to a half. What is no circle may have its middle anywhere.
    let hidden =
      circle.map { 0.5 * magnitude($0.place - shown.place) }
      ?? (foreground.sides(at: piece).isEmpty ? 0 : 1.5 * ellipse.minor)
    candidates.append(
      Candidate(
        timestamp: timestamp, time: timestamp.seconds, x: upright.x, y: upright.y,
        drift: place.upright(inFrame) - upright, radius: ellipse.minor * place.factor,
        length: ellipse.major * place.factor, axis: axis, evidence: evidence,
        contrast: refined.weight / Double(refined.area) / noise,
        significance: refined.weight / Double(refined.area).squareRoot() / noise, fill: ellipse.fill,
        shade: foreground.shade(of: shown), attachment: foreground.attachment(of: shown, evidence),
        color: foreground.color(of: shown),
        hidden: hidden * place.factor))
  }
}
