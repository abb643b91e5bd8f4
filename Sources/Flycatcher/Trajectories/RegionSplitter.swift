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
  /// The samples that are looked at, side by side.
  private var samples: [UInt8] = []

  /// Appends the compact regions of `plane` inside the box of samples, largest stability first, in samples of the
  /// plane.
  ///
  /// - Parameter step: looks at every `step`-th sample in both directions.
  mutating func split(
    _ plane: borrowing Plane, x: Range<Int>, y: Range<Int>, step: Int, levelStep: Int, minimumLevels: Int,
    radii: ClosedRange<Double>, into blobs: inout [Blob]
  ) {
    gather(plane, x: x, y: y, step: step)
    guard let range = levels() else { return }
    let width = (x.count + step - 1) / step
    let height = (y.count + step - 1) / step
    for isBright in [true, false] {
      chains.removeAll(keepingCapacity: true)
      let distance = max(levelStep, range.count / 24)
      for number in 1..<max(range.count / distance, 2) {
        let level = isBright ? range.upperBound - distance * number : range.lowerBound + distance * number
        labeler.label(samples, width: width, level: UInt8(clamping: level), isBright: isBright)
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

  private mutating func gather(_ plane: borrowing Plane, x: Range<Int>, y: Range<Int>, step: Int) {
    samples.removeAll(keepingCapacity: true)
    for line in stride(from: y.lowerBound, to: y.upperBound, by: step) {
      let row = plane.row(line)
      for column in stride(from: x.lowerBound, to: x.upperBound, by: step) {
        samples.append(row[column * plane.pixelStride])
      }
    }
  }

  /// The range of values without the rarest; `nil` where there is nothing to tell apart.
  private mutating func levels() -> Range<Int>? {
    for value in 0..<256 { histogram[value] = 0 }
    for sample in samples { histogram[Int(sample)] += 1 }
    let tail = samples.count / 200
    guard let low = value(after: tail), let high = value(after: samples.count - 1 - tail), high - low >= 10 else {
      return nil
    }
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

extension ComponentLabeler {
  /// Labels the samples at or above the level, or at or below it.
  fileprivate mutating func label(_ samples: [UInt8], width: Int, level: UInt8, isBright: Bool) {
    begin()
    let samples = samples.span
    // Turned over, what is dark enough is above the turned level.
    let flip: UInt8 = isBright ? 0 : 255
    let floor = level ^ flip
    var row = 0
    for line in stride(from: 0, to: samples.count, by: width) {
      var column = 0
      while column < width {
        while column < width && samples[line &+ column] ^ flip < floor { column &+= 1 }
        let start = column
        while column < width && samples[line &+ column] ^ flip >= floor { column &+= 1 }
        if column > start {
          add(start: start, end: column, row: row, ComponentSums(uniform: start..<column, row: row))
        }
      }
      row += 1
    }
  }
}
