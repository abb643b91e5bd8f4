// A configuration file says what a command line would, and its mistakes are named with their lines.
import Testing

@testable import FlycatcherServe

@Suite struct ConfigurationFileTests {
  @Test func optionsAreThoseOfACommandLine() throws {
    let file = try ConfigurationFile(
      """
      port: 9554   # not the usual one
      insecure: true
      streams:
        /court1: rtsp://camera1/stream
        /court2:
          source: court.mp4
          loop: true
          shows-labels: false
          encoder: "true"
          object: [ "0.41,0.3,0.05,0.2=player 7", '0,0,1,1' ]
      """, name: "cameras.yaml")
    #expect(file.server.map(\.argument) == ["--port=9554", "--insecure"])
    #expect(file.streams.map(\.path) == ["/court1", "/court2"])
    #expect(file.streams[0].options.map(\.argument) == ["--source=rtsp://camera1/stream"])
    #expect(
      file.streams[1].options.map(\.argument) == [
        "--source=court.mp4", "--loop", "--no-shows-labels", "--encoder=true",
        "--object=0.41,0.3,0.05,0.2=player 7", "--object=0,0,1,1",
      ])
    #expect(file.streams[1].options.map(\.line) == [6, 7, 8, 9, 10, 10])
  }

  @Test func aByteOrderMarkIsNoIndentation() throws {
    let file = try ConfigurationFile("\u{FEFF}port: 1\nstreams:\n  /a: x\n", name: "cameras.yaml")
    #expect(file.server.map(\.argument) == ["--port=1"] && file.streams.count == 1)
  }

  @Test(arguments: [
    ("", "names no streams"),
    ("port: 1", "names no streams"),
    ("- a\n- b", "cameras.yaml:1:"),
    // What does not count must not seem to.
    ("  streams:\n    /a: x\npasswords: y", "cameras.yaml:3:"),
    ("streams:\n  /a: x\n---\nport: 1", "cameras.yaml:3: a second document"),
    ("\u{FEFF}streams:\n  /a: x\n /b: y", "cameras.yaml:3:"),
    ("streams: x", "cameras.yaml:1:"),
    ("port: 1\nstreams:\n  /a: [x, y]", "cameras.yaml:3:"),
    ("streams:\n  /a: x\n  /a: y", "cameras.yaml:3: /a is there twice"),
    ("streams:\n  /a:\n    source: x\n    object:\n      deep: 1", "cameras.yaml:4:"),
    ("streams:\n  /a: &x y\n  /b: *x", "cameras.yaml:3: anchors"),
    ("streams:\n  /a: \"x", "cameras.yaml:"),
    ("a: {a: {a: {a: {a: {a: {a: {a: {a: {a: 1}}}}}}}}}}", "too deep"),
    ("\u{0}", "cameras.yaml:"), ("streams:\n\t/a: x", "cameras.yaml:2:"),
  ])
  func mistakesAreNamedWithTheirLines(_ text: String, _ words: String) {
    let error = #expect(throws: ServeError.self) { try ConfigurationFile(text, name: "cameras.yaml") }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }
}
