// The man pages and completions of the packages are made from the command's own help.
import Foundation
import TestSupport
import Testing

@Suite struct ManPagesTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  @Test func theyHoldEveryOptionOfTheHelp() throws {
    let outcome = try Running(package + "/packaging/man-pages", [command, folder.root]).outcome()
    #expect(outcome.code == 0, "\(outcome.errors)")
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.root).sorted()
    #expect(pages.contains("flycatcher.1") && pages.contains("flycatcher-run.1"))
    let page = try contents(folder.path("flycatcher-analyze.1")).replacing("\\-", with: "-")
    for word in try flycatcher("analyze", "--help").output.split(whereSeparator: \.isWhitespace)
    where word.hasPrefix("--") && word.dropFirst(2).first?.isLetter == true {
      let name = word.prefix { $0.isLetter || $0 == "-" }
      #expect(page.contains(name), "\(name)")
    }
    // What processes tell one another is for nobody else.
    #expect(!page.contains("--fingerprint"))
    #expect(page.hasPrefix(".TH FLYCATCHER-ANALYZE 1"))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func everyShellCompletes(_ shell: String) throws {
    let outcome = try flycatcher("--generate-completion-script", shell)
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("region-of-interest"))
  }
}
