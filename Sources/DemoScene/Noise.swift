// Randomness that is the same on every run: for noise, leaves and small differences between seeds.

/// The SplitMix64 generator (Steele, Lea, Flood 2014).
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Evenly distributed from -1 to 1.
  mutating func signed() -> Double { Double(next() >> 11) / Double(1 << 52) - 1 }

  /// Normally distributed with a standard deviation of 1: the sum of twelve even ones, by the central limit theorem.
  mutating func normal() -> Double {
    var sum = 0.0
    for _ in 0..<12 { sum += signed() }
    return sum / 2
  }
}

/// A sensor's noise: one long row of samples, of which every row of every frame takes a stretch of its own.
struct SensorNoise: Sendable {
  private let samples: [Int8]
  private let chroma: [Int8]
  private let seed: UInt64
  private static let shifts = 8191

  /// - Parameter deviation: standard deviation in levels of luma; the chroma gets half.
  init(deviation: Double, width: Int, seed: UInt64) {
    var generator = SplitMix(seed: seed ^ 0x6E6F_6973_65)
    let deviation = min(max(deviation, 0), 20)
    var samples: [Int8] = []
    var chroma: [Int8] = []
    if deviation > 0 {
      for _ in 0..<width + Self.shifts {
        let value = generator.normal()
        samples.append(Int8((value * deviation).rounded()))
        chroma.append(Int8((value * deviation / 2).rounded()))
      }
    }
    self.samples = samples
    self.chroma = chroma
    self.seed = seed
  }

  /// Adds the noise of frame `index` to a picture.
  func add(to picture: inout MutableSpan<UInt8>, _ raster: Raster, frame index: Int) {
    guard !samples.isEmpty else { return }
    var generator = SplitMix(seed: seed &+ UInt64(bitPattern: Int64(index)) &* 0xD6E8_FEB8_6659_FD93)
    for row in 0..<raster.height {
      add(samples, to: &picture, from: row * raster.width, count: raster.width, &generator)
    }
    for row in 0..<2 * raster.chromaHeight {
      add(
        chroma, to: &picture, from: raster.lumaCount + row * raster.chromaWidth, count: raster.chromaWidth, &generator)
    }
  }

  private func add(
    _ noise: [Int8], to picture: inout MutableSpan<UInt8>, from start: Int, count: Int, _ generator: inout SplitMix
  ) {
    let shift = Int(generator.next() % UInt64(Self.shifts))
    addRow(noise.span.extracting(shift..<shift + count), to: &picture, from: start)
  }
}

/// Adds a row of noise to the picture, staying within 0 to 255.
private func addRow(_ noise: Span<Int8>, to picture: inout MutableSpan<UInt8>, from start: Int) {
  for x in noise.indices {
    let value = Int16(picture[start &+ x]) &+ Int16(noise[x])
    picture[start &+ x] = UInt8(truncatingIfNeeded: min(max(value, 0), 255))
  }
}
