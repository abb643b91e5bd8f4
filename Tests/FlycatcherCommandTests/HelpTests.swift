import Testing

@Suite struct HelpTests {
  @Test(arguments: [[], ["analyze"], ["run"], ["demo"]])
  func everyHelpTextHasAnExample(_ subcommand: [String]) throws {
    let outcome = try Running(command, subcommand + ["--help"]).outcome()
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("Example"))
    #expect(outcome.output.contains("flycatcher " + (subcommand.first ?? "analyze")))
    #expect(outcome.errors.isEmpty)
  }

  @Test func theOptionsTellTheirDefaults() throws {
    let help = try flycatcher("analyze", "--help").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for line in [
      "--trajectory-length", "(default: 6)", "--region-of-interest", "(default: 0,0,1,1)", "--frame-analysis-spacing",
      "--object-minimum-normalized-radius", "--object-maximum-normalized-radius", "--target-frame-time",
      "--minimum-confidence", "--orientation", "default: auto)", "--trajectory-style",
    ] {
      #expect(help.contains(line), "\(line)")
    }
  }

  @Test func serveListsNothingThatItRefuses() throws {
    #expect(try !flycatcher("serve", "--help").output.contains("--unwarp"))
    #expect(try flycatcher("analyze", "--help").output.contains("--unwarp"))
    let outcome = try flycatcher("serve", try Clips.toss(), "--rectangles", "--unwarp", "page.png")
    expect(outcome, code: 2, saying: "--unwarp is for analyze and run")
  }

  @Test func theVersionIsTold() throws {
    let outcome = try flycatcher("--version")
    #expect(outcome.code == 0)
    #expect(outcome.output.split(separator: ".").count == 3)
  }

  @Test func theExitCodesAreDocumented() throws {
    #expect(try flycatcher("--help").output.contains("Exit codes:"))
  }
}
