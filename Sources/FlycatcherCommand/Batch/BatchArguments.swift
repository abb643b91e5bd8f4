// The options of an analysis of many files, as each of its processes takes them.
import ArgumentParser

/// The options on the command line, without the inputs and what this process reads itself.
struct BatchArguments {
  /// Options in order, each with its value; the value is `nil` for a flag.
  private let options: [(name: String, value: String?)]

  /// - Parameter arguments: The arguments of the process, which the parser has taken.
  /// - Throws: `Failure` for a result whose name is not one for each input.
  init(_ arguments: [String]) throws(Failure) {
    var (options, rest) = ([(name: String, value: String?)](), arguments.drop { $0 != "analyze" }.dropFirst())
    while let text = rest.popFirst(), text != "--" {
      guard text.hasPrefix("-"), text != "-" else { continue }
      if let sign = text.firstIndex(of: "=") {
        options.append((String(text[..<sign]), String(text[text.index(after: sign)...])))
      } else {
        options.append((text, Self.takesValue(text) ? rest.popFirst() : nil))
      }
    }
    self.options = options.filter { !BatchOptions.names.contains($0.name) }
    if let option = self.options.first(where: { BatchOptions.single.contains($0.name) }) {
      throw .usage("\(option.name) is for a single input.")
    }
    for case (let name, let value?) in self.options where BatchOptions.results.contains(name) {
      guard value.contains("{}"), !value.contains("/") else {
        throw .usage(
          "\(name) \(value) is one file for all inputs: write {} for their names, as in \(name) {}.png. It goes into the folder of --output."
        )
      }
    }
  }

  /// Returns a Boolean value indicating whether the parser misses something after an option: flags stand alone.
  private static func takesValue(_ option: String) -> Bool {
    do {
      _ = try Analyze.parse(["input", option])
      return false
    } catch {
      // Whatever else may be wrong with an option that stands alone.
      return Analyze.message(for: error).hasPrefix("Missing value")
    }
  }

  /// A hash of all options that bear upon the results, whatever their order. Options that repeat keep theirs.
  var hash: String {
    let sorted = options.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
    return Fingerprint.hash(sorted.flatMap { Array("\($0.element.name)=\($0.element.value ?? "")\0".utf8) })
  }

  /// The results beside the JSON Lines that there must be, by the name of their input.
  func certainResults(of name: String) -> [String] { results(of: name, BatchOptions.certainResults) }

  /// The results beside the JSON Lines that there may be, by the name of their input.
  func results(of name: String) -> [String] { results(of: name, BatchOptions.results) }

  private func results(of name: String, _ kinds: Set<String>) -> [String] {
    options.compactMap { option in
      kinds.contains(option.name) ? option.value?.replacing("{}", with: name) : nil
    }
  }

  /// The arguments for one input.
  ///
  /// - Parameters:
  ///   - name: The name of its results.
  ///   - folder: The folder for them.
  func arguments(name: String, folder: String) -> [String] {
    options.flatMap { option in
      guard let value = option.value else { return [option.name] }
      guard BatchOptions.results.contains(option.name) else { return ["\(option.name)=\(value)"] }
      return ["\(option.name)=\(folder)/\(value.replacing("{}", with: name))"]
    }
  }
}
