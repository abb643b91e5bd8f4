// The options of an analysis of many files.
import ArgumentParser
import Glibc

struct BatchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Analyze every input into a file of its own in this folder, several at a time. What is whole there, and was made \
      from the same file with the same options, is not analyzed again. Other results take {} for the name of the input: \
      --picture {}.png.
      """, valueName: "folder"))
  var output: String?

  @Flag(help: "With --output: analyze again what is whole.")
  var force = false

  @Option(
    help: ArgumentHelp(
      "With --output: maximum number of analyses at a time, 1 to 256 (default: one for each core).", valueName: "count")
  )
  var jobs: Int?

  @Flag(help: "With --output: list the files that belong to the inputs, one a line, and analyze none.")
  var list = false

  // What an analysis of many files tells the process of each of them.

  @Option(help: .hidden) var fingerprint: String?
  @Option(help: .hidden) var parent: Int32?

  /// The options that this process reads itself.
  static let names: Set<String> = ["--output", "--force", "--jobs", "--list"]

  /// The options that name a result, which with many files take `{}` for the name of the input.
  static let results: Set<String> = [
    "--annotate", "--picture", "--unwarp", "--csv", "--points-csv", "--clips", "--reel",
  ]

  /// Those of them that every film has which could be analyzed.
  static let certainResults: Set<String> = ["--annotate", "--picture", "--unwarp", "--csv", "--points-csv"]

  /// The options that make no sense for many files: a page refers to its film from where it was written.
  static let single: Set<String> = ["--report"]

  /// Refuses what makes no sense together.
  ///
  /// - Parameter inputs: The inputs as they were given.
  func check(inputs: [String]) throws(Failure) {
    if let jobs, !(1...256).contains(jobs) { throw .usage("--jobs is \(jobs); it must be 1 to 256.") }
    guard output == nil else { return }
    if inputs.count > 1 {
      throw .usage("There are \(inputs.count) inputs: name the folder for their results with --output.")
    }
    if force || jobs != nil || list { throw .usage("--force, --jobs and --list are for --output, which is not given.") }
  }

  /// Lists the files of the inputs on standard output, where that was asked for, and touches nothing.
  ///
  /// - Returns: A Boolean value indicating whether that was all.
  func hasListed(inputs: [String]) throws(Failure) -> Bool {
    guard list else { return false }
    try check(inputs: inputs)
    let results = output.flatMap { try? Files.status($0) }
    let files = try InputList.files(inputs, except: results)
    for case (let file, let obstacle?) in files.map({ ($0, $0.obstacle) }) {
      Terminal.say("\(file.shown) cannot be read: \(obstacle.reason).")
    }
    let lines = files.filter { $0.obstacle == nil }.flatMap { $0.path + [UInt8(ascii: "\n")] }
    do throws(FileError) {
      try Files.write(lines, to: STDOUT_FILENO)
    } catch {
      throw .running("Standard output cannot be written: \(error.reason).")
    }
    return true
  }

  /// Returns the analysis of many files that was asked for; `nil` where it is one of a single input.
  ///
  /// - Parameters:
  ///   - inputs: The inputs as they were given.
  ///   - json: The file for JSON Lines, which `output` takes the place of.
  func run(inputs: [String], json: String?) throws(Failure) -> BatchRun? {
    try check(inputs: inputs)
    guard let output else { return nil }
    guard json == nil else { throw .usage("--json is for a single input; --output writes it for each.") }
    let options = try BatchArguments(Arguments.ofProcess.get().texts)
    let folder = try ResultFolder(output)
    let files = try InputList.files(inputs, except: folder.status)
    return BatchRun(
      files: files, folder: folder, options: options, isForced: force, jobs: jobs ?? BatchRun.availableCores)
  }
}
