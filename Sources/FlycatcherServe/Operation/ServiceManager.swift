// The word to systemd, where that has started this process (sd_notify(3)).
import Glibc

package enum ServiceManager {
  /// The time within which systemd wants to hear of this process; `nil` is never.
  package static var watchdogInterval: Duration? {
    guard let text = unsafe getenv("WATCHDOG_USEC"), let microseconds = Int64(unsafe String(cString: text)),
      microseconds > 0
    else { return nil }
    return .microseconds(microseconds)
  }

  /// Says something, such as `READY=1`; without systemd nothing.
  package static func notify(_ text: String) {
    guard let variable = unsafe getenv("NOTIFY_SOCKET") else { return }
    var path = Array(unsafe String(cString: variable).utf8)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard path.count > 1, path.count < capacity else { return }
    // A name that begins with @ lies in no folder.
    if path[0] == UInt8(ascii: "@") { path[0] = 0 }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    _ = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), generic, length)
      }
    }
  }
}
