// What the colors of raw pictures stand for, as caps say it.
import CGStreamer

/// The transfer function of a picture of high dynamic range.
package enum LightTransfer: Hashable, Sendable {
  /// Hybrid log-gamma (ARIB STD-B67), as cameras and phones record it.
  case hybridLogGamma
  /// Perceptual quantization (SMPTE ST 2084), as films are mastered in it.
  case perceptualQuantization
}

/// The colorimetry of a picture of high dynamic range.
package struct PictureColors: Hashable, Sendable {
  package var transfer: LightTransfer
  /// The weights of red and blue in luma.
  package var redWeight: Double
  package var blueWeight: Double
  /// A Boolean value indicating whether samples use all values, and not those from 16 to 235 or 240 of 255 only.
  package var isFullRange: Bool
  /// A Boolean value indicating whether red, green and blue are those of BT.2020, and not of BT.709.
  package var isWideGamut: Bool
  /// The most light that the pictures hold, in candela per square meter.
  package var peak: Double
}

extension Caps {
  /// The most light of a mastering display where caps do not say, in candela per square meter.
  private static let usualPeak = 1000.0

  /// The colorimetry where the pictures are of high dynamic range; `nil` where they are of the standard one.
  package var highDynamicRange: PictureColors? {
    guard let layout = VideoLayout(self) else { return nil }
    var information = unsafe layout.information
    let transfer: LightTransfer
    switch unsafe fc_transfer(&information) {
    case GST_VIDEO_TRANSFER_ARIB_STD_B67: transfer = .hybridLogGamma
    case GST_VIDEO_TRANSFER_SMPTE2084: transfer = .perceptualQuantization
    default: return nil
    }
    var (red, blue) = (0.2627, 0.0593)
    let matrix = unsafe fc_matrix(&information)
    if matrix != GST_VIDEO_COLOR_MATRIX_UNKNOWN, matrix != GST_VIDEO_COLOR_MATRIX_RGB {
      _ = unsafe gst_video_color_matrix_get_Kr_Kb(matrix, &red, &blue)
    }
    let told = transfer == .perceptualQuantization ? unsafe fc_peak_light(pointer) : 0
    return PictureColors(
      transfer: transfer, redWeight: red, blueWeight: blue, isFullRange: unsafe fc_is_full_range(&information) != 0,
      isWideGamut: unsafe fc_primaries(&information) != GST_VIDEO_COLOR_PRIMARIES_BT709,
      peak: told > 0 ? min(max(told, 100), 10_000) : Self.usualPeak)
  }

  /// The same pictures in I420 with the colors that GStreamer assumes of their size where nothing is said.
  package var inStandardRange: Caps? {
    guard let layout = VideoLayout(self), let copy = unsafe gst_caps_copy(pointer) else { return nil }
    unsafe fc_set_standard_range(copy, layout.height > 576 ? "bt709" : "bt601")
    return unsafe Caps(taking: copy)
  }
}
