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
    // Some thousand lines, few of which are looked at as text.
    let ending = Array(".so".utf8)
    let lines = Array(maps).split(separator: UInt8(ascii: "\n")).filter {
      $0.suffix(ending.count).elementsEqual(ending)
    }
    let files = lines.compactMap { line in
      line.firstIndex(of: UInt8(ascii: "/")).map { String(decoding: line[$0...], as: UTF8.self) }
    }
    for file in Set(files) where file.contains("/dri/") {
      guard let driver = unsafe dlopen(file, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE) else { continue }
      unsafe dlclose(driver)
    }
  }
}
