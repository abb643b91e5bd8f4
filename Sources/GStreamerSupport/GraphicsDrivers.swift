// The drivers that OpenGL has loaded into the process.
import Foundation
import Glibc

package enum GraphicsDrivers {
  /// Keeps the drivers that are loaded until the process ends.
  ///
  /// Mesa unloads a driver with the last window that it draws in, when a thread of it may still be on its way out: what is unmapped under that ends the
  /// process.
  package static func keep() {
    // The size of the file is 0, and so it is read to its end.
    guard let handle = FileHandle(forReadingAtPath: "/proc/self/maps"), let maps = try? handle.readToEnd() else {
      return
    }
    let lines = String(decoding: maps, as: UTF8.self).split(separator: "\n")
    let files = lines.compactMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } }
    for file in Set(files) where file.contains("/dri/") && file.hasSuffix(".so") {
      guard let driver = unsafe dlopen(file, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE) else { continue }
      unsafe dlclose(driver)
    }
  }
}
