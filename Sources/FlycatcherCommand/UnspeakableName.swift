// Files whose names a pipeline description cannot hold: opened here, and named by their descriptor.
import Glibc

enum UnspeakableName {
  /// A name for a file that exists, which a pipeline description can hold.
  ///
  /// GStreamer's parser loses a backslash at the end of a value, and knows no way to write a line break. A name that is not UTF-8 has lost its bytes when
  /// it becomes a `String`; they are still among the arguments of the process.
  ///
  /// - Returns: the path itself wherever it will do; else one below /proc/self/fd that lasts as long as the process.
  static func path(_ path: String) -> String {
    let isSpeakable = !path.hasSuffix("\\") && !path.unicodeScalars.contains { $0 == "\u{FFFD}" || $0.value < 0x20 }
    guard !isSpeakable else { return path }
    let descriptor = open(path)
    return descriptor < 0 ? path : "/proc/self/fd/\(descriptor)"
  }

  private static func open(_ path: String) -> Int32 {
    for index in 1..<max(Int(CommandLine.argc), 1) {
      guard let bytes = unsafe CommandLine.unsafeArgv[index], unsafe String(cString: bytes) == path else { continue }
      return unsafe Glibc.open(bytes, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    }
    return unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  }
}
