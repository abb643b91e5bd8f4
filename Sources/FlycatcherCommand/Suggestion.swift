// Suggestions for arguments that leave out, or misspell, the name of a subcommand.

/// A better way to write a command line.
enum Suggestion {
  /// Returns the arguments that may have been meant; `nil` if the first one is a subcommand or an option, or if none are near.
  static func text(for arguments: [String], subcommands: [String]) -> String? {
    guard let first = arguments.first, !first.hasPrefix("-"), !subcommands.contains(first), first != "help" else {
      return nil
    }
    let near = subcommands.map { (name: $0, distance: distance($0, first)) }.min { $0.distance < $1.distance }
    if let near, near.distance <= 2 { return line([near.name] + arguments.dropFirst()) }
    if Files.ending(of: first) == "launch" || first.contains(" ! ") { return line(["run"] + arguments) }
    let isInput = Input.isURI(first) || (try? Files.status(first)) != nil || first.dropFirst().contains(".")
    return isInput ? line(["analyze"] + arguments) : nil
  }

  private static func line(_ arguments: [String]) -> String {
    "Did you mean: flycatcher " + arguments.map(quoted).joined(separator: " ")
  }

  /// An argument as a shell reads it.
  private static func quoted(_ argument: String) -> String {
    let isPlain = argument.unicodeScalars.allSatisfy { scalar in
      scalar.value > 0x7F || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "_-./:+,@%=".unicodeScalars.contains(scalar)
    }
    return isPlain && !argument.isEmpty ? argument : "'" + argument.replacing("'", with: #"'\''"#) + "'"
  }

  /// The number of characters to insert, remove or replace to make one word the other (Levenshtein).
  private static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left), Array(right.prefix(64)))
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let replaced = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[right.count]
  }
}
