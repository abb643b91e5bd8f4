// The still background of a clip: the median of a few frames spread over all of it.
import Flycatcher

/// Keeps between `limit / 2` and `limit` frames, evenly spread over the stream, however long it is.
struct BackgroundSamples {
  private var pictures: [StoredPicture] = []
  private var count = 0
  private var spacing = 4
  private static let limit = 12

  var isEmpty: Bool { pictures.isEmpty }

  mutating func add(_ frame: borrowing Frame, _ layout: StoredPicture.Layout) {
    defer { count &+= 1 }
    guard count % spacing == 0 else { return }
    if pictures.count == Self.limit {
      pictures = pictures.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      spacing = min(spacing * 2, 1 << 40)
      guard count % spacing == 0 else { return }
    }
    pictures.append(StoredPicture(frame, layout, isSmooth: true))
  }

  /// The median of each sample; what covers a place in less than half of the frames does not show.
  func median() -> [UInt8] {
    guard let first = pictures.first else { return [] }
    var result: [UInt8] = []
    result.reserveCapacity(first.samples.count)
    for start in stride(from: 0, to: first.samples.count, by: Self.chunk) {
      let end = min(start + Self.chunk, first.samples.count)
      var lanes = pictures.map { Array($0.samples[start..<end]) }
      sortAcross(&lanes)
      result += lanes[lanes.count / 2]
    }
    return result
  }

  /// The number of samples that are sorted at once: few enough to stay in the nearest cache.
  private static let chunk = 2048
}

/// Sorts the values at each index from the first lane to the last, by odd-even transposition (Habermann 1972): only minima and maxima,
/// which the compiler takes many at a time.
private func sortAcross(_ lanes: inout [[UInt8]]) {
  for pass in lanes.indices {
    for index in stride(from: pass % 2, to: lanes.count - 1, by: 2) {
      var (low, high) = (lanes[index], lanes[index + 1])
      // Emptied, so that each lane has one owner and is changed in place.
      lanes[index] = []
      lanes[index + 1] = []
      var lower = low.mutableSpan
      var upper = high.mutableSpan
      order(&lower, &upper)
      lanes[index] = low
      lanes[index + 1] = high
    }
  }
}

/// Puts the smaller of each pair into the first lane and the larger into the second.
private func order(_ low: inout MutableSpan<UInt8>, _ high: inout MutableSpan<UInt8>) {
  for index in 0..<min(low.count, high.count) {
    let (one, other) = (low[index], high[index])
    low[index] = min(one, other)
    high[index] = max(one, other)
  }
}
