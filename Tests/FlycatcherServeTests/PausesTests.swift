// Pauses grow, stay below half a minute, and differ; addresses lose their passwords.
import Testing

@testable import FlycatcherServe

@Suite struct PausesTests {
  @Test func pausesGrowUpToHalfAMinute() {
    var (pauses, generator) = (Pauses(), SystemRandomNumberGenerator())
    let taken = (0..<12).map { _ in pauses.pause(using: &generator) }
    for (index, pause) in taken.enumerated() {
      let middle = min(0.5 * Double(1 << index), 30)
      #expect(pause >= .seconds(middle * 0.79) && pause <= .seconds(min(middle * 1.21, 30)), "\(index): \(pause)")
    }
    pauses.reset()
    #expect(pauses.pause(using: &generator) < .seconds(0.7))
  }

  @Test(arguments: [
    ("rtsp://admin:secret@camera/stream", "rtsp://***@camera/stream"),
    ("uri=rtsp://admin:se%40cret@camera:554 ! x", "uri=rtsp://***@camera:554 ! x"),
    ("rtsp://a:p@ss@host/", "rtsp://***@host/"),
    ("rtsp://admin:se#cr'et@camera/1", "rtsp://***@camera/1"),
    ("http://host/path@2x?a=b://c:d@e", "http://host/path@2x?a=b://***@e"),
    ("file:///a@b", "file:///a@b"), ("", ""), ("://", "://"),
    ("two rtsp://a:b@c and rtsp://d:e@f", "two rtsp://***@c and rtsp://***@f"),
  ])
  func addressesLoseTheirPasswords(_ text: String, _ shown: String) { #expect(redacted(text) == shown) }
}
