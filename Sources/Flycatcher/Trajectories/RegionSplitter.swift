// Takes a moving piece apart: a ball in front of a moving person melts into one piece with him, but stays a compact
// region of its own
// brightness or color.

/// Finds compact extremal regions inside a part of one plane.
///
/// An extremal region is a connected set of samples all above (or all below) a level; those whose area hardly changes
/// over a range of levels
/// stand out from what is around them (Matas, Chum, Urban and Pajdla, "Robust wide baseline stereo from maximally
/// stable extremal
/// regions", 2002). Here a region must also be as compact as a ball or a short streak.
struct RegionSplitter {
  /// A region that stays the same over successive levels.
  private struct Chain {
    var blob: Blob
    var smallest: Double
    var lastLevel: Int
    var levels: Int
  }

  private static let capacity = 24

  private var labeler = ComponentLabeler(reach: 0, capacity: 4096)
  private var chains: [Chain] = []
  private var histogram = [Int](repeating: 0, count: 256)

  /// Appends the compact regions of `plane` inside the box of samples, largest stability first, in samples of the
  /// plane.
  ///
  /// - Parameter step: looks at every `step`-th sample in both directions.
  mutating func split(
    _ plane: borrowing Plane, x: Range<Int>, y: Range<Int>, step: Int, levelStep: Int, minimumLevels: Int,
    radii: ClosedRange<Double>, into blobs: inout [Blob]
  ) {
    guard let range = levels(plane, x: x, y: y, step: step) else { return }
    let width = (x.count + step - 1) / step
    let height = (y.count + step - 1) / step
    for isBright in [true, false] {
      chains.removeAll(keepingCapacity: true)
      let distance = max(levelStep, range.count / 24)
      for number in 1..<max(range.count / distance, 2) {
        let level = isBright ? range.upperBound - distance * number : range.lowerBound + distance * number
        label(plane, x: x, y: y, step: step, level: level, isBright: isBright)
        follow(level: number, width: width, height: height)
      }
      chains.sort { $0.levels > $1.levels }
      for chain in chains.prefix(Self.capacity) where chain.levels >= minimumLevels {
        var blob = chain.blob
        blob.x = Double(x.lowerBound) + blob.x * Double(step)
        blob.y = Double(y.lowerBound) + blob.y * Double(step)
        blob.major *= Double(step)
        blob.minor *= Double(step)
        blob.area *= Double(step * step)
        blob.isPart = true
        if radii.contains(blob.minor) { blobs.append(blob) }
      }
    }
  }

  /// The range of values without the rarest; `nil` where there is nothing to tell apart.
  private mutating func levels(_ plane: borrowing Plane, x: Range<Int>, y: Range<Int>, step: Int) -> Range<Int>? {
    for value in 0..<256 { histogram[value] = 0 }
    var count = 0
    for line in stride(from: y.lowerBound, to: y.upperBound, by: step) {
      let row = plane.row(line)
      for column in stride(from: x.lowerBound, to: x.upperBound, by: step) {
        histogram[Int(row[column * plane.pixelStride])] += 1
        count += 1
      }
    }
    let tail = count / 200
    guard let low = value(after: tail), let high = value(after: count - 1 - tail), high - low >= 10 else { return nil }
    return low..<high
  }

  private func value(after count: Int) -> Int? {
    var below = 0
    for (value, number) in histogram.enumerated() {
      below += number
      if below > count { return value }
    }
    return nil
  }

  private mutating func label(
    _ plane: borrowing Plane, x: Range<Int>, y: Range<Int>, step: Int, level: Int, isBright: Bool
  ) {
    labeler.begin()
    var line = 0
    for source in stride(from: y.lowerBound, to: y.upperBound, by: step) {
      let row = plane.row(source)
      var run = RunSums(y: line)
      var column = 0
      for sample in stride(from: x.lowerBound, to: x.upperBound, by: step) {
        let value = Int(row[sample * plane.pixelStride])
        if isBright ? value >= level : value <= level {
          run.add(column, difference: isBright ? 1 : -1, isStrong: false)
        } else {
          run.close(into: &labeler)
        }
        column += 1
      }
      run.close(into: &labeler)
      line += 1
    }
  }

  /// Carries the chains on with the compact components of the next level.
  private mutating func follow(level: Int, width: Int, height: Int) {
    var found = chains
    chains = []
    let largest = width * height / 3
    labeler.forEachComponent { sums in
      guard sums.area >= 6, sums.area <= largest, sums.minX > 0, sums.minY > 0, sums.maxX < width - 1,
        sums.maxY < height - 1, let blob = sums.blob, blob.fill > 0.82, blob.major < 2.5 * blob.minor
      else { return }
      for index in found.indices where found[index].lastLevel == level - 1 {
        let known = found[index]
        let dx = blob.x - known.blob.x
        let dy = blob.y - known.blob.y
        guard dx * dx + dy * dy < 0.25 * known.blob.minor * known.blob.minor + 0.5,
          blob.area < 1.7 * known.blob.area, blob.area < 2.5 * known.smallest
        else { continue }
        found[index].blob = blob
        found[index].lastLevel = level
        found[index].levels += 1
        return
      }
      if found.count < 4 * Self.capacity {
        found.append(Chain(blob: blob, smallest: blob.area, lastLevel: level, levels: 1))
      }
    }
    chains = found
  }
}
