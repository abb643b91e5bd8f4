import Testing

@testable import Flycatcher

@Suite struct PlainCardTests {
  @Test func survey() throws {
    var noise = Noise(seed: 3)
    for trial in 0..<48 {
      let isDetected = trial % 2 == 1
      let size = SIMD2(60 + 60 * noise.uniform(), 50 + 50 * noise.uniform())
      let from = SIMD2(70 + 100 * noise.uniform(), 60 + 60 * noise.uniform())
      let step = SIMD2(12 * noise.uniform() - 6, 10 * noise.uniform() - 5)
      let sine = trial % 4 < 2 ? 0 : 0.5 * noise.uniform()
      let depth = trial % 3 == 0 ? 0 : 0.2 * noise.uniform()
      let sigma: Float = trial % 8 < 4 ? 0 : 2
      let period = 16
      var settings = RectangleTracker.Settings()
      if isDetected { settings.detection = RectangleDetector.Settings() }
      var tracker = try RectangleTracker(settings)
      var worst: Float = 0
      var text = ""
      for n in 0..<60 {
        let phase = Float(n % (2 * period) < period ? n % period : period - n % period)
        let quad = PixelQuad(
          middle: from + step * phase, size: size, cosine: (1 - sine * sine).squareRoot(), sine: sine, depth: depth)
        var scene = RectangleScene { _, _ in 60 }
        scene.draw(quad) { _, _ in 220 }
        if sigma > 0 { scene.addNoise(sigma, seed: UInt64(n + 1)) }
        if n == 0, !isDetected { _ = try tracker.nominate(scene.normalized(quad)) }
        let all = try scene.track(&tracker, seconds: Double(n) / 25)
        guard let seen = all.first else { text += "-"; continue }
        let error = (0..<4).map { scene.error(seen.corners, quad.rotated(by: $0)) }.min() ?? 0
        worst = max(worst, error)
        text += error < 1.5 ? "." : "[\(n) \(seen.state) \(error) c\(seen.confidence)]"
      }
      print(trial, isDetected ? "detected" : "nominated", size, step, sine, depth, sigma, "worst", worst, text.prefix(400))
    }
  }
}
