// What the commands that move tuned numbers have in common.
import ArgumentParser

struct SensitivityOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Only these numbers, by name, separated by commas.", valueName: "name,…"))
  var numbers: String?

  @Option(help: ArgumentHelp("The share by which each number is moved.", valueName: "share"))
  var share = 0.25

  @Option(help: ArgumentHelp("Number of clips or pictures that are analyzed at once.", valueName: "count"))
  var jobs = 2

  func validate() throws {
    guard share > 0, share < 1 else { throw ValidationError("--share must lie between 0 and 1.") }
    guard (1...64).contains(jobs) else { throw ValidationError("--jobs is \(jobs); it must be 1 to 64.") }
  }

  /// The share in percent, as tables name it.
  var percent: Int { Int((100 * share).rounded()) }

  /// Returns the numbers that are to be moved.
  ///
  /// - Throws: `ValidationError` where one is asked for that is not among them.
  func wanted(_ all: [String]) throws -> [String] {
    guard let numbers else { return all }
    let names = numbers.split(separator: ",").map(String.init)
    for name in names where !all.contains(name) {
      throw ValidationError("There is no number \(name); there are \(all.joined(separator: ", ")).")
    }
    return names
  }

  /// Returns the two values that a number is moved to.
  func moved(_ value: Double) -> [Double] { [value * (1 - share), value * (1 + share)] }
}
