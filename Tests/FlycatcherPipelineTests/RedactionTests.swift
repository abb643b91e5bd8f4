// Addresses lose their passwords before anybody reads them.
import FlycatcherPipeline
import Testing

@Suite struct RedactionTests {
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
