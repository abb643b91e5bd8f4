// A driver of OpenGL that is unloaded takes the code of its threads away.
import Foundation
import Glibc
import Testing

@testable import GStreamerSupport

@Suite struct GraphicsDriversTests {
  /// Mesa's driver for machines without a graphics card.
  private static let driver = ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu/dri/swrast_dri.so" }
    .first { FileManager.default.fileExists(atPath: $0) }

  @Test(.enabled(if: driver != nil)) func aDriverStaysWhenItIsGivenBack() throws {
    let file = try #require(Self.driver)
    guard let driver = unsafe dlopen(file, RTLD_LAZY) else {
      Issue.record("\(file) cannot be loaded.")
      return
    }
    GraphicsDrivers.keep()
    unsafe dlclose(driver)
    let kept = unsafe dlopen(file, RTLD_LAZY | RTLD_NOLOAD)
    let isThere = unsafe kept != nil
    #expect(isThere)
    if let kept = unsafe kept { unsafe dlclose(kept) }
  }
}
