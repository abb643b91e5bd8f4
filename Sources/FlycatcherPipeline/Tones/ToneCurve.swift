// From pictures of high dynamic range to what any screen shows.
import GStreamerSupport
import Glibc

/// The tones of a film in HLG or PQ, brought into the standard range of light and colors.
///
/// Light is mapped by the curve of Report ITU-R BT.2446-1, method C, which leaves everything up to 58 % of the standard range as it is and takes
/// the logarithm of what is brighter, so that white paper (203 cd/m²) stays nearly white. It is scaled so that the brightest light becomes white.
/// Red, green and blue follow their common luminance, then go from BT.2020 to BT.709.
struct ToneCurve {
  private let colors: PictureColors
  /// The weights of red and blue in the luma of the result.
  private let redWeight: Double
  private let blueWeight: Double
  /// What the curve says of the brightest light.
  private let white: Double

  /// - Parameter height: of the pictures in pixels, which tells what GStreamer takes their luma for.
  init(_ colors: PictureColors, height: Int) {
    self.colors = colors
    (redWeight, blueWeight) = height > 576 ? (0.2126, 0.0722) : (0.299, 0.114)
    white = Self.standardLight(colors.peak)
  }

  /// The table for a mapper of pictures.
  var table: ColorTable { ColorTable { color($0) } }

  /// What luma, blue and red difference, as codes of 10 bits, become, as codes of 8 bits.
  func color(_ codes: SIMD3<Double>) -> SIMD3<Double> {
    let (offset, luma, difference) = colors.isFullRange ? (0.0, 1023.0, 1023.0) : (64.0, 876.0, 896.0)
    let (y, blueDifference, redDifference) = (
      (codes.x - offset) / luma, (codes.y - 512) / difference, (codes.z - 512) / difference
    )
    let red = y + 2 * (1 - colors.redWeight) * redDifference
    let blue = y + 2 * (1 - colors.blueWeight) * blueDifference
    let green = (y - colors.redWeight * red - colors.blueWeight * blue) / (1 - colors.redWeight - colors.blueWeight)
    let light = light(of: SIMD3(red, green, blue).clamped(lowerBound: .zero, upperBound: .one))
    let luminance = (light * Self.luminance).sum()
    let scale = luminance > 0 ? Self.standardLight(luminance) / luminance / white : 0
    let signals = signals(of: light * scale)
    let result = redWeight * signals.x + blueWeight * signals.z + (1 - redWeight - blueWeight) * signals.y
    return SIMD3(
      16 + 219 * result, 128 + 224 * (signals.z - result) / (2 * (1 - blueWeight)),
      128 + 224 * (signals.x - result) / (2 * (1 - redWeight)))
  }

  /// The weights of red, green and blue of BT.2020 in luminance.
  private static let luminance = SIMD3(0.2627, 0.6780, 0.0593)

  // MARK: Graphics

  /// Red, green and blue signals of the film for those of a drawing, from 0 to 1: its white is as bright as white paper.
  ///
  /// They are the ones of which GStreamer's blending, which reckons with the luma of BT.709, makes the right samples.
  func graphics(_ signals: SIMD3<Double>) -> SIMD3<Double> {
    var light = SIMD3<Double>.zero
    for index in 0..<3 { light[index] = pow(min(max(signals[index], 0), 1), 2.4) * Self.paperWhite }
    if colors.isWideGamut {
      light = SIMD3(
        (light * SIMD3(0.6274, 0.3293, 0.0433)).sum(), (light * SIMD3(0.0691, 0.9195, 0.0114)).sum(),
        (light * SIMD3(0.0164, 0.0880, 0.8956)).sum())
    }
    let signals = signalsOfFilm(light)
    let luma =
      colors.redWeight * signals.x + colors.blueWeight * signals.z
      + (1 - colors.redWeight - colors.blueWeight) * signals.y
    let red = luma + (signals.x - luma) * (1 - 0.2126) / (1 - colors.redWeight)
    let blue = luma + (signals.z - luma) * (1 - 0.0722) / (1 - colors.blueWeight)
    return SIMD3(red, (luma - 0.2126 * red - 0.0722 * blue) / 0.7152, blue)
      .clamped(lowerBound: .zero, upperBound: .one)
  }

  /// Report ITU-R BT.2408: the light of white paper and of graphics, in candela per square meter.
  private static let paperWhite = 203.0

  /// The signals of the film for light of the display, the inverse of `light(of:)`.
  private func signalsOfFilm(_ light: SIMD3<Double>) -> SIMD3<Double> {
    var signals = SIMD3<Double>.zero
    if colors.transfer == .hybridLogGamma {
      let luminance = (light * Self.luminance).sum() / colors.peak
      let scale = luminance > 0 ? pow(luminance, 0.2 / 1.2) * colors.peak : 1
      let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
      for index in 0..<3 {
        let scene = light[index] / scale
        signals[index] = scene <= 1.0 / 12 ? (3 * scene).squareRoot() : a * log(12 * scene - b) + c
      }
    } else {
      let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
      let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
      for index in 0..<3 {
        let power = pow(light[index] / 10_000, m1)
        signals[index] = pow((c1 + c2 * power) / (1 + c3 * power), m2)
      }
    }
    return signals
  }

  // MARK: Light

  /// Red, green and blue light of the display in candela per square meter.
  private func light(of signals: SIMD3<Double>) -> SIMD3<Double> {
    var light = SIMD3<Double>.zero
    for index in 0..<3 {
      light[index] =
        colors.transfer == .hybridLogGamma ? Self.sceneLight(signals[index]) : Self.displayLight(signals[index])
    }
    guard colors.transfer == .hybridLogGamma else {
      return light.clamped(lowerBound: .zero, upperBound: .one * colors.peak)
    }
    // Rec. ITU-R BT.2100, the HLG reference OOTF on a display of 1000 cd/m².
    let scene = (light * Self.luminance).sum()
    return scene > 0 ? light * (colors.peak * pow(scene, 0.2)) : .zero
  }

  /// Rec. ITU-R BT.2100, the inverse of the HLG reference OETF: relative light of the scene.
  private static func sceneLight(_ signal: Double) -> Double {
    let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
    return signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12
  }

  /// Rec. ITU-R BT.2100, the PQ reference EOTF: light of the display in candela per square meter.
  private static func displayLight(_ signal: Double) -> Double {
    let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
    let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
    let root = pow(signal, 1 / m2)
    return 10_000 * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
  }

  /// Report ITU-R BT.2446-1, method C: light of a standard display, in percent, for that of a display of high dynamic range.
  private static func standardLight(_ light: Double) -> Double {
    let (k1, k2, k3, k4) = (0.83802, 15.09968, 0.74204, 78.99439)
    let knee = 58.5 / k1
    return light < knee ? k1 * light : k2 * log(light / knee - k3) + k4
  }

  // MARK: Signals

  /// Red, green and blue of BT.709 as a display with the gamma of BT.1886 takes them.
  private func signals(of light: SIMD3<Double>) -> SIMD3<Double> {
    var light = light
    if colors.isWideGamut {
      // Report ITU-R BT.2407: from BT.2020 to BT.709.
      light = SIMD3(
        (light * SIMD3(1.6605, -0.5876, -0.0728)).sum(), (light * SIMD3(-0.1246, 1.1329, -0.0083)).sum(),
        (light * SIMD3(-0.0182, -0.1006, 1.1187)).sum())
    }
    var signals = SIMD3<Double>.zero
    for index in 0..<3 { signals[index] = pow(min(max(light[index], 0), 1), 1 / 2.4) }
    return signals
  }
}
