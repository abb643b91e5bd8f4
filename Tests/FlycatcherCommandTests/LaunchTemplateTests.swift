import Testing

@testable import FlycatcherCommand

@Suite struct LaunchTemplateTests {
  @Test func commentsAndBlankLinesAreLeftOut() throws {
    let template = LaunchTemplate("# a comment with ${NOTHING}\n  # another\nfakesrc !\n\n fakesink")
    #expect(try template.filled([:]) == "fakesrc !\n\n fakesink")
  }

  @Test func aValueBehindAnEqualsSignIsEscaped() throws {
    let template = LaunchTemplate("filesrc location=${INPUT} ! fakesink")
    let filled = try template.filled(["INPUT": #"/a b/it's "c"!\$.mp4"#])
    #expect(filled == #"filesrc location=/a\ b/it\'s\ \"c\"\!\\\$.mp4 ! fakesink"#)
  }

  @Test func aValueInsideQuotesKeepsTheQuotesWhole() throws {
    let template = LaunchTemplate(#"filesrc location="/films/${NAME}.mp4" ! fakesink"#)
    #expect(try template.filled(["NAME": #"a "b""#]) == #"filesrc location="/films/a \"b\".mp4" ! fakesink"#)
  }

  @Test func aPieceOfPipelineGoesInAsItIs() throws {
    let template = LaunchTemplate("${SOURCE:-v4l2src} ! fakesink")
    #expect(try template.filled([:]) == "v4l2src ! fakesink")
    let source = "videotestsrc pattern=ball ! video/x-raw,width=64"
    #expect(try template.filled(["SOURCE": source]) == source + " ! fakesink")
  }

  @Test func everyMissingNameIsListed() {
    let error = #expect(throws: Failure.self) { try LaunchTemplate("a=${ONE} b=${TWO} c=${ONE}").filled([:]) }
    #expect(error?.description.contains("--set ONE=… --set TWO=…") == true)
    #expect(error?.status == .usage)
  }

  @Test func aValueWithoutAPlaceIsAnError() {
    let error = #expect(throws: Failure.self) { try LaunchTemplate("fakesrc").filled(["INPUT": "x"]) }
    #expect(error?.description.contains("${INPUT}") == true)
  }

  @Test(arguments: ["${", "${}", "${A B}", "${A:default}", "${A"])
  func aMalformedPlaceIsAnError(_ text: String) {
    #expect(throws: Failure.self) { try LaunchTemplate(text).filled(["A": "1"]) }
  }

  @Test func aLineBreakInAValueIsAnError() {
    #expect(throws: Failure.self) { try LaunchTemplate("filesrc location=${A}").filled(["A": "x\ny"]) }
  }
}

@Suite struct EncoderTests {
  @Test func theBestInstalledEncoderIsTaken() throws {
    let best = try Encoder.choose(nil, for: .matroska) { _ in true }
    #expect(best.element == "x264enc")
    let second = try Encoder.choose(nil, for: .matroska) { !$0.hasPrefix("x264") }
    #expect(second.element == "openh264enc")
    let free = try Encoder.choose(nil, for: .matroska) { $0 == "vp8enc" }
    #expect(free.element == "vp8enc")
  }

  @Test func noEncoderAtAllIsAClearError() {
    let error = #expect(throws: Failure.self) { try Encoder.choose(nil, for: .mp4) { _ in false } }
    #expect(error?.description.contains("x264enc") == true)
    #expect(error?.status == .failure)
  }

  @Test func anEncoderThatTheContainerCannotHoldIsRefused() {
    for encoder in ["vp8enc", "jpegenc"] {
      let error = #expect(throws: Failure.self) { try Encoder.choose(encoder, for: .mp4) { _ in true } }
      #expect(error?.status == .usage)
    }
  }

  @Test func propertiesOfTheUsersOwnAreTaken() throws {
    let own = try Encoder.choose("x264enc bitrate=900", for: .mp4) { _ in true }
    #expect(try own.branch(to: "/a.mp4", in: .mp4).contains("! x264enc  bitrate=900 ! h264parse ! mp4mux"))
  }
}
