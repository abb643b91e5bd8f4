// A pipeline description with places to fill in: `${NAME}`, `${NAME:-default}`, and lines that begin with `#`.
import Glibc

/// A description and what goes into it.
struct LaunchTemplate {
  let text: String

  /// - Parameter text: a gst-launch description; lines whose first character is `#` are comments.
  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    self.text =
      lines
      .filter { line in line.first { $0 != " " && $0 != "\t" } != "#" }
      .joined(separator: "\n")
  }

  /// Reads a description: a file, standard input for `-`, or else the argument itself.
  static func load(_ argument: String) throws(Failure) -> (name: String, text: String) {
    let isFile = Files.ending(of: argument) == "launch" || (try? Files.status(argument))?.isRegular == true
    guard argument == "-" || isFile else { return ("pipeline", argument) }
    if argument == "-", isatty(STDIN_FILENO) == 1 {
      Terminal.say("Reading a pipeline from the terminal; end it with Ctrl-D.")
    }
    do {
      let limit = 1 << 20
      let bytes = try argument == "-" ? Files.read(STDIN_FILENO, limit: limit) : Files.read(argument, limit: limit)
      let name = argument == "-" ? "Standard input" : argument
      guard argument != "-" || !bytes.isEmpty else { throw Failure.unusableInput("Standard input is empty.") }
      guard !StandardInput.isMedia(Array(bytes.prefix(4096))) else {
        throw Failure.usage(
          "\(name) holds no text, and so no pipeline. For a video use: flycatcher analyze \(argument)")
      }
      return (argument == "-" ? "standard input" : argument, String(decoding: bytes, as: UTF8.self))
    } catch let error as FileError {
      throw .running("\(argument == "-" ? "Standard input" : argument) cannot be read: \(error.reason).")
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .running("\(error)")
    }
  }

  /// The description with every place filled in.
  ///
  /// Behind an equals sign the value is that of a property and is escaped; elsewhere it is a piece of pipeline and goes in as it is.
  ///
  /// - Parameter advice: The advice about names without a value; `nil` is to give them with `--set`.
  /// - Throws: `Failure` that lists the names without a value, or the values without a place.
  func filled(_ values: [String: String], advice: String? = nil) throws(Failure) -> String {
    var (result, missing, used) = ("", [String](), Set<String>())
    var context = Context()
    var rest = text[...]
    while let character = rest.first {
      guard rest.hasPrefix("${") else {
        context.pass(character)
        result.append(character)
        rest.removeFirst()
        continue
      }
      let place = try Self.place(&rest)
      used.insert(place.name)
      if let value = values[place.name] {
        result += try context.written(value, before: rest.first)
      } else if let standard = place.standard {
        result += standard
      } else if !missing.contains(place.name) {
        missing.append(place.name)
      }
    }
    guard missing.isEmpty else {
      if let advice { throw .usage("The pipeline needs a value for \(missing.joined(separator: ", ")). \(advice)") }
      throw .usage("The pipeline needs " + missing.map { "--set \($0)=…" }.joined(separator: " ") + ".")
    }
    let unknown = values.keys.filter { !used.contains($0) }.sorted()
    guard unknown.isEmpty else {
      throw .usage("The pipeline has no place for " + unknown.map { "${\($0)}" }.joined(separator: ", ") + ".")
    }
    return result
  }

  /// Takes `${NAME}` or `${NAME:-default}` off the front of the text.
  private static func place(_ rest: inout Substring) throws(Failure) -> (name: String, standard: String?) {
    guard let end = rest.firstIndex(of: "}") else {
      throw .usage("The pipeline has a \"${\" without its \"}\": \(rest.prefix(40))")
    }
    let inside = rest[rest.index(rest.startIndex, offsetBy: 2)..<end]
    rest = rest[rest.index(after: end)...]
    let name = inside.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    let behind = inside.dropFirst(name.count)
    guard !name.isEmpty, behind.isEmpty || behind.hasPrefix(":-") else {
      throw .usage("${\(inside)} is no name: write ${NAME} or ${NAME:-default}, with letters, digits and _.")
    }
    return (String(name), behind.isEmpty ? nil : String(behind.dropFirst(2)))
  }

  /// The place of the reader in the description.
  private struct Context {
    private var quote: Character?
    private var isValue = false
    private var isEscaped = false
    /// A Boolean value indicating whether nothing of the value has come yet.
    private var isAtStart = false

    mutating func pass(_ character: Character) {
      isAtStart = quote == nil && !isEscaped && character == "="
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character.isWhitespace {
        isValue = false
      } else if character == "=" {
        isValue = true
      }
    }

    /// - Parameter next: The character behind the place; `nil` at the end.
    mutating func written(_ value: String, before next: Character?) throws(Failure) -> String {
      defer { if !value.isEmpty { isAtStart = false } }
      if let quote {
        return value.reduce(into: "") { text, character in
          if character == quote || character == "\\" { text.append("\\") }
          text.append(character)
        }
      }
      guard isValue else { return value }
      let isLast = next?.isWhitespace ?? true
      guard isLast, isAtStart || !value.isEmpty else { return try LaunchText.escaped(value) }
      return try LaunchText.value(value)
    }
  }
}
