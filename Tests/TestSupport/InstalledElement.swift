import Foundation

/// Returns a Boolean value indicating whether GStreamer has an element that not every machine has.
public func hasElement(_ name: String) -> Bool {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["gst-inspect-1.0", "--exists", name]
  guard (try? process.run()) != nil else { return false }
  process.waitUntilExit()
  return process.terminationStatus == 0
}
