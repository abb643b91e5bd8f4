// Motion JPEG over HTTP, as small cameras send it: pictures without times.
import Foundation
import TestSupport
import Testing

@Suite struct MotionJPEGTests {
  /// Sends the pictures of a folder, so many a second, to whoever asks.
  private static let camera = """
    import http.server, os, sys, time
    class Camera(http.server.BaseHTTPRequestHandler):
        def log_message(self, *arguments): pass
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            for name in sorted(os.listdir(sys.argv[1])):
                data = open(os.path.join(sys.argv[1], name), "rb").read()
                head = "--frame\\r\\nContent-Type: image/jpeg\\r\\nContent-Length: %d\\r\\n\\r\\n" % len(data)
                self.wfile.write(head.encode() + data + b"\\r\\n")
                self.wfile.flush()
                time.sleep(0.03)
    http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), Camera).serve_forever()
    """

  @Test(.timeLimit(.minutes(2))) func picturesHaveTheTimesOfTheirArrival() throws {
    let folder = try Folder()
    let (pictures, program) = (folder.path("pictures"), folder.path("camera.py"))
    try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: false)
    try shell(
      "gst-launch-1.0 -q filesrc location='\(try Clips.toss())' ! decodebin ! videoconvert ! jpegenc ! "
        + "multifilesink location='\(pictures)/%05d.jpg'")
    try Self.camera.write(toFile: program, atomically: false, encoding: .utf8)
    let port = try Camera.freePort()
    let camera = try Running("/usr/bin/python3", [program, pictures, "\(port)"])
    defer { camera.send(SIGKILL) }
    let address = "http://127.0.0.1:\(port)/stream"
    // An object has a line in each frame.
    let object = ["analyze", address, "--object", "0.4,0.4,0.2,0.2", "--json", "-"]
    var outcome = try Running(command, object).outcome()
    // Python takes a moment to listen.
    for _ in 0..<50 where outcome.code == 1 {
      usleep(200_000)
      outcome = try Running(command, object).outcome()
    }
    #expect(outcome.code == 0, "\(outcome.errors)")
    let lines = try outcome.jsonLines()
    #expect(lines.last?["analyzed"] as? Int == Clips.frameCount)
    let times = lines.compactMap { $0["time"] as? Double }
    #expect(times.count == Clips.frameCount && zip(times, times.dropFirst()).allSatisfy(<))
    // A picture each 0.03 seconds, or later where the machine has much to do.
    let last = try #require(times.last)
    #expect(last > 0.3 && last < 60, "\(last)")
  }
}
