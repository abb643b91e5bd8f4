// The kernels of the object tracker, each beside what it stands for.
import Testing

@testable import Flycatcher

@Suite struct ObjectsKernelTests {
  private struct NoPlane: Error {}

  private func patch(side: Int, _ value: (Int, Int) -> Float) -> [Float] {
    (0..<side * side).map { value($0 % side, $0 / side) }
  }

  /// Brightness that rises to the right, down, to the left, up: a quarter turn is four of sixteen directions.
  @Test(arguments: [(1, 0, 0), (0, 1, 4), (-1, 0, 8), (0, -1, 12), (1, 1, 2), (-1, -1, 10)])
  func gradientsAreCountedInTheirDirection(across: Int, down: Int, direction: Int) {
    var histograms = GradientHistograms(columns: 4, rows: 4)
    histograms.gather(patch(side: 16) { x, y in Float(100 + 3 * (across * x + down * y)) })
    let cell = histograms.features(column: 2, row: 1)
    for bin in 0..<16 {
      let count = bin < 8 ? cell.signed[bin] : cell.opposite[bin - 8]
      #expect(bin == direction ? count > 0.3 : count == 0, "direction \(bin)")
    }
    #expect(cell.unsigned[direction % 8] > 0.3)
  }

  @Test func cellsShareTheGradientsBetweenThem() {
    var histograms = GradientHistograms(columns: 4, rows: 4)
    // An edge inside the second column: its neighbors see a little of it, the last column nothing.
    histograms.gather(patch(side: 16) { x, _ in x < 6 ? 50 : 150 })
    let seen = (0..<4).map { histograms.features(column: $0, row: 1).signed[0] }
    #expect(seen[1] > seen[0] && seen[1] > seen[2] && seen[0] > 0 && seen[2] > 0 && seen[3] == 0)
  }

  @Test func whatTheGridIsMovedByIsATurnOfItsSpectrum() throws {
    let side = 24
    let (moveX, moveY) = (5, -3)
    let grid = try #require(SpectralGrid(side: side))
    func value(_ x: Int, _ y: Int, _ lane: Int) -> Float {
      Float(((x + side) % side * 37 + (y + side) % side * 101 + lane * 13) % 64) / 64
    }
    func cells(_ offsetX: Int, _ offsetY: Int) -> [ComplexLanes] {
      (0..<side * side).map { index in
        var cell = ComplexLanes.zero
        for lane in 0..<8 {
          cell.real[lane] = value(index % side + offsetX, index / side + offsetY, lane)
          cell.imaginary[lane] = value(index % side + offsetX, index / side + offsetY, lane + 8)
        }
        return cell
      }
    }
    var (still, moved) = (cells(0, 0), cells(moveX, moveY))
    var scratch = still
    grid.forward(&still, groups: 1, scratch: &scratch)
    grid.forward(&moved, groups: 1, scratch: &scratch)
    var turns = [SIMD2<Float>](repeating: .zero, count: side * side)
    grid.turns(by: SIMD2(Float(moveX), Float(moveY)), to: &turns)
    for (index, pair) in grid.pairs.enumerated() {
      for place in [Int(pair.first), Int(pair.second)] {
        let turned = still[place].times(turns[index].x, turns[index].y)
        let difference = turned - moved[place]
        #expect(difference.real.max() < 1e-2 && difference.real.min() > -1e-2)
        #expect(difference.imaginary.max() < 1e-2 && difference.imaginary.min() > -1e-2)
      }
    }
  }

  @Test func grayIsCountedByBrightnessAndColorByDirection() {
    let colors = ColorHistogram()
    let gray = colors.bins(brightness: 0.4, blue: 128, red: 128)
    #expect((0..<10).allSatisfy { gray[$0] == 0 })
    #expect(abs(gray[12] - 1) < 0.02)
    let blue = colors.bins(brightness: 0.4, blue: 250, red: 128)
    #expect((1..<16).allSatisfy { blue[$0] < blue[0] } && blue[0] > 0.8)
    let red = colors.bins(brightness: 0.4, blue: 128, red: 250)
    #expect(red[2] > red[1] && red[3] > red[4] && red[0] < 0.01 && red[12] < 0.1)
    // The ends of the range, which rounding could leave.
    for blue in [Float(0), 255] {
      for red in [Float(0), 255] {
        #expect(colors.bins(brightness: blue / 255, blue: blue, red: red).sum() > 0.5)
      }
    }
  }

  /// A picture of 40 × 30 whose samples say where they are, copied into a region.
  private func region(centerX: Double, centerY: Double, extent: Double, samples: Int, taps: Int) throws -> RegionImage {
    var pixels: [UInt8] = []
    for y in 0..<30 { for x in 0..<40 { pixels.append(UInt8(x * 2 + y * 4)) } }
    var region = RegionImage()
    guard let plane = Plane(pixels.span, width: 40, height: 30, rowStride: 40) else { throw NoPlane() }
    region.copy(
      Frame(luma: plane, timestamp: .zero), centerX: centerX, centerY: centerY, extent: extent, samples: samples,
      taps: taps)
    return region
  }

  @Test(arguments: [(20.0, 15.0), (2, 3), (39, 28), (-30, 90)])
  func theRegionRepeatsTheBorderOfThePicture(centerX: Double, centerY: Double) throws {
    let region = try region(centerX: centerX, centerY: centerY, extent: 14, samples: 14, taps: 3)
    #expect(region.reduction == 1)
    for row in 0..<region.side {
      for column in 0..<region.side {
        let x = max(0, min(region.originX + column, 39))
        let y = max(0, min(region.originY + row, 29))
        #expect(region.luma[row * region.side + column] == UInt8(x * 2 + y * 4))
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4])
  func reducedSamplesAreMeansOfTheirBlocks(taps: Int) throws {
    let region = try region(centerX: 20, centerY: 15, extent: 24, samples: 8, taps: taps)
    #expect(region.reduction == 3)
    let step = (3 + taps - 1) / taps
    let offsets = Array(stride(from: 0, to: 3, by: step))
    let mean = Double(offsets.reduce(0, +)) / Double(offsets.count)
    for row in 2..<region.side - 2 {
      for column in 1..<region.side - 1 {
        let x = Double(region.originX + column * 3) + mean
        let y = Double(region.originY + row * 3) + mean
        #expect(abs(Double(region.luma[row * region.side + column]) - (x * 2 + y * 4)) <= 0.51)
      }
    }
  }

  @Test func theRegionKnowsWhichWindowsItHolds() throws {
    let region = try region(centerX: 20, centerY: 15, extent: 16, samples: 16, taps: 3)
    #expect(region.covers(20, 15, extent: 16))
    #expect(region.covers(22, 15, extent: 12))
    #expect(!region.covers(24, 15, extent: 16))
    #expect(!region.covers(20, 15, extent: 30))
  }

  /// The memory of a report is used again only when nobody reads it any more.
  @Test func laterFramesLeaveEarlierReportsAsTheyWere() throws {
    let scene = ObjectsScene()
    let patch = ObjectsScene.Patch(x: 60, y: 40, width: 30, height: 30)
    var tracker = try ObjectTracker()
    try tracker.nominate(Rectangle(x: 60 / 160, y: 40 / 120, width: 30 / 160, height: 30 / 120))
    func track(_ x: Double, _ seconds: Double) throws -> [Observation] {
      var moved = patch
      moved.x = x
      let pixels = scene.render(moved)
      guard let luma = Plane(pixels.span.extracting(0..<160 * 120), width: 160, height: 120, rowStride: 160)
      else { throw NoPlane() }
      return try tracker.track(Frame(luma: luma, timestamp: Timestamp(seconds: seconds)))
    }
    let first = try track(60, 0)
    let copy = first.map { $0 }
    let second = try track(64, 0.04)
    #expect(first == copy)
    #expect(first != second)
  }

  /// In half the memory a number keeps eight bits: it is right to one part in 512, and twice rounded is once rounded.
  @Test func roundedNumbersAreNearlyTheSame() {
    for exponent in [-20, -3, 0, 5, 30] {
      for step in 0..<64 {
        var cell = ComplexLanes.zero
        for lane in 0..<8 {
          cell.real[lane] = Float(sign: .plus, exponent: exponent, significand: 1 + Float(step * 8 + lane) / 517)
          cell.imaginary[lane] = -3 * cell.real[lane]
        }
        let kept = ComplexLanes(rounded: cell.rounded)
        let (real, imaginary) = (
          (kept.real - cell.real) / cell.real, (kept.imaginary - cell.imaginary) / cell.imaginary
        )
        for lane in 0..<8 { #expect(abs(real[lane]) <= 1 / 256 && abs(imaginary[lane]) <= 1 / 256) }
        #expect(kept.rounded == cell.rounded)
      }
    }
    #expect(ComplexLanes(rounded: ComplexLanes.zero.rounded).real == .zero)
  }

  /// A filter that has gone on to learn something else answers again as it did.
  @Test func aKeptFilterComesBack() throws {
    let (side, groups) = (24, 1)
    let grid = try #require(SpectralGrid(side: side))
    var workspace = CorrelationFilter.Workspace(side: side, groups: groups)
    func window(_ seed: UInt64) -> [ComplexLanes] {
      var generator = SplitMix(state: seed)
      var cells = (0..<side * side).map { _ in
        ComplexLanes(
          real: SIMD8<Float>.random(in: 0..<1, using: &generator),
          imaginary: SIMD8<Float>.random(in: 0..<1, using: &generator))
      }
      grid.forward(&cells, groups: groups, scratch: &workspace.scratch)
      return cells
    }
    func answer(_ filter: CorrelationFilter, _ window: [ComplexLanes]) -> [Float] {
      var map = [Float](repeating: 0, count: side * side)
      CorrelationFilter.respond(
        filter.filter, to: window, groups: groups, grid: grid, workspace: &workspace, map: &map)
      return map
    }
    let (known, other) = (window(1), window(2))
    var filter = CorrelationFilter(side: side, groups: groups)
    filter.setObject(width: 8, height: 8, grid: grid)
    filter.learn(known, rate: 1, grid: grid, workspace: &workspace)
    filter.solve(steps: 4, isFirst: true, grid: grid, workspace: &workspace)
    var kept = CorrelationFilter.Kept(filter)
    filter.keep(in: &kept)
    let before = answer(filter, known)
    filter.learn(other, rate: 1, grid: grid, workspace: &workspace)
    filter.solve(steps: 4, isFirst: false, grid: grid, workspace: &workspace)
    #expect(answer(filter, known) != before)
    filter.goBack(to: kept)
    #expect(answer(filter, known) == before)
    // What it learns on from is the same but for the rounding.
    filter.solve(steps: 4, isFirst: true, grid: grid, workspace: &workspace)
    let peak = before.max() ?? 0
    for (now, then) in zip(answer(filter, known), before) { #expect(abs(now - then) < 0.02 * peak) }
  }
}
