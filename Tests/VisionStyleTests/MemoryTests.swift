// A picture for which there is no memory is an error, not the end of the program.
import FlycatcherVision
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct MemoryTests {
  @Test(.enabled(if: !Sanitizer.isPresent)) func outOfMemory() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
      let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ").first
      limit.rlim_cur = rlim_t(pages.flatMap { UInt($0) } ?? 0) * 4096 + 256 << 20
      setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
      do throws(VNError) {
        _ = try CVPixelBuffer(width: 32_768, height: 32_768, pixelFormatType: kCVPixelFormatType_420YpCbCr8Planar)
        exit(1)
      } catch {
        exit(error.code == .outOfMemory && error.localizedDescription.contains("32768") ? 0 : 2)
      }
    }
  }
}
