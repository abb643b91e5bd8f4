// The colors of the object and those of its surroundings.

/// Two color histograms, of the object and of its surroundings (Bertinetto et al. 2016, "Staple").
///
/// Their ratio is the probability that a sample is part of the object, however the object bends or turns. In a gray picture
/// brightness alone tells samples apart.
struct ColorModel: Sendable {
  private var object: [Float]
  private var surroundings: [Float]
  /// For each bin, the probability that a sample of its color is part of the object.
  private(set) var probabilities: [Float]
  private let parameters: ObjectTracker.Parameters.Colors

  init(_ parameters: ObjectTracker.Parameters.Colors = .init()) {
    self.parameters = parameters
    object = Array(repeating: 0, count: ColorBins.count)
    surroundings = object
    probabilities = object
  }

  /// Learns from a window of `side * side` samples in which the object lies in a box.
  ///
  /// - Parameters:
  ///   - bins: The bins of the samples.
  ///   - box: The box in samples.
  ///   - rate: The share of this window in the histograms; 1 for the first.
  mutating func learn(_ bins: [UInt16], side: Int, box: PixelBox, rate: Float) {
    var counts = (inside: Float(0), outside: Float(0))
    let parameters = parameters
    Self.visit(box, side: side, parameters) { _, isInside in
      if isInside { counts.inside += 1 } else { counts.outside += 1 }
    }
    guard counts.inside > 0, counts.outside > 0 else { return }
    for index in object.indices {
      object[index] *= 1 - rate
      surroundings[index] *= 1 - rate
    }
    let share = (inside: rate / counts.inside, outside: rate / counts.outside)
    Self.visit(box, side: side, parameters) { sample, isInside in
      let bin = Int(bins[sample])
      if isInside { object[bin] += share.inside } else { surroundings[bin] += share.outside }
    }
    let least = Float(parameters.leastFrequency)
    for index in object.indices {
      probabilities[index] = (object[index] + least / 2) / (object[index] + surroundings[index] + least)
    }
  }

  /// Merges the response of the filter with that of the colors.
  func merge(_ filter: [Float], _ colors: [Float], to merged: inout [Float]) {
    let share = Float(parameters.share)
    let (filter, colors) = (filter.span, colors.span)
    var merged = merged.mutableSpan
    for index in 0..<min(filter.count, colors.count, merged.count) {
      merged[index] = filter[index] * (1 - share) + colors[index] * share
    }
  }

  /// Calls `body` with each sample of the core of a box (true) and of the ring around the box (false).
  @inline(__always)
  private static func visit(
    _ box: PixelBox, side: Int, _ parameters: ObjectTracker.Parameters.Colors,
    _ body: (_ sample: Int, _ isInside: Bool) -> Void
  ) {
    let reach = (box.width + box.height) * parameters.ring
    let core = parameters.core
    for row in range(box.centerY, box.height / 2 + reach, side: side) {
      let down = abs(Double(row) + 0.5 - box.centerY)
      for column in range(box.centerX, box.width / 2 + reach, side: side) {
        let across = abs(Double(column) + 0.5 - box.centerX)
        if down <= box.height / 2 * core && across <= box.width / 2 * core {
          body(row * side + column, true)
        } else if down > box.height / 2 || across > box.width / 2 {
          body(row * side + column, false)
        }
      }
    }
  }

  private static func range(_ center: Double, _ reach: Double, side: Int) -> Range<Int> {
    func limited(_ place: Double) -> Int { Int(min(max(place, 0), Double(side))) }
    let first = limited(center - reach)
    return first..<max(first, limited(center + reach + 1))
  }
}
