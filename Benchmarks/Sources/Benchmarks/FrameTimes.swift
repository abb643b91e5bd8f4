// What an analysis of a frame takes beside memcpy of its luma, both of frames that come from memory.
import Foundation

/// Milliseconds of processor time of this thread for each frame: for a copy of its luma, and for its analysis.
///
/// The frames of a block are copied one after another, and then analyzed one after another. A block is larger than a cache, so that neither finds what
/// the other has read, nor the frame that was just written: a decoder has written several more by the time that one is shown.
struct FrameTimes {
  /// The number of frames in a block: some 100 MB of 1080 rows.
  static let block = 32

  private(set) var copies: [Double] = []
  private(set) var analyses: [Double] = []
  private var copied: [UInt8] = []

  /// Takes the times of a block's frames.
  ///
  /// - Parameters:
  ///   - lumaSize: The number of bytes, the first of a frame, that are copied.
  ///   - analyze: Analyzes a frame, given the frame and its number in the block.
  mutating func measure(_ frames: [[UInt8]], lumaSize: Int, _ analyze: ([UInt8], Int) throws -> Void) rethrows {
    if copied.count != lumaSize { copied = [UInt8](repeating: 0, count: lumaSize) }
    for pixels in frames {
      let start = Self.processorTime()
      copied.withUnsafeMutableBytes { target in
        pixels.withUnsafeBytes { source in
          if let to = target.baseAddress, let from = source.baseAddress { memcpy(to, from, lumaSize) }
        }
      }
      copies.append(Self.processorTime() - start)
    }
    for (number, pixels) in frames.enumerated() {
      let start = Self.processorTime()
      try analyze(pixels, number)
      analyses.append(Self.processorTime() - start)
    }
  }

  /// Milliseconds that this thread has spent on a processor.
  static func processorTime() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return Double(now.tv_sec) * 1e3 + Double(now.tv_nsec) * 1e-6
  }
}
