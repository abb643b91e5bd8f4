// A configuration file: the same names as the options of the command, for the server and for each stream.

/// A configuration as the options of a command line, each with the line at which it stands.
package struct ConfigurationFile: Sendable {
  /// An option with its value, as the parser of a command line takes it.
  package struct Option: Sendable, Equatable {
    /// The name, as in `bit-rate`.
    package let name: String
    package let argument: String
    package let line: Int
  }

  package struct Stream: Sendable {
    package let path: String
    package let line: Int
    package let options: [Option]
  }

  package let name: String
  package private(set) var server: [Option] = []
  package private(set) var streams: [Stream] = []

  /// - Parameters:
  ///   - text: YAML: options of the server, and under `streams` a path with its options each, or its source alone.
  ///   - name: The name of the file, for messages.
  /// - Throws: `ServeError` naming the line.
  package init(_ text: String, name: String) throws(ServeError) {
    self.name = name
    guard let root = try YAMLNode.read(text, name: name) else {
      throw ServeError(.wrongSetting, "\(name) names no streams.")
    }
    guard case .mapping(let pairs) = root.value else { throw mistake(root.line, "this is no list of options") }
    for pair in pairs {
      guard pair.key == "streams" else {
        server += try options(pair.key, pair.line, pair.value)
        continue
      }
      guard case .mapping(let named) = pair.value.value else {
        throw mistake(pair.line, "under streams there is a path with a source each, such as /court1: rtsp://camera/1")
      }
      for stream in named { streams.append(try self.stream(stream.key, stream.line, stream.value)) }
    }
    guard !streams.isEmpty else { throw ServeError(.wrongSetting, "\(name) names no streams.") }
  }

  /// Returns the error for a line.
  package func mistake(_ line: Int, _ text: String) -> ServeError {
    ServeError(.wrongSetting, "\(name):\(line): \(text)")
  }

  private func stream(_ path: String, _ line: Int, _ node: YAMLNode) throws(ServeError) -> Stream {
    switch node.value {
    case .scalar: return Stream(path: path, line: line, options: try options("source", node.line, node))
    case .sequence: throw mistake(line, "\(path) is a list; it must be a source, or options with a source")
    case .mapping(let pairs):
      var options: [Option] = []
      for pair in pairs { options += try self.options(pair.key, pair.line, pair.value) }
      return Stream(path: path, line: line, options: options)
    }
  }

  /// Returns an option as a command line writes it: `loop: true` is `--loop`, `shows-labels: false` is `--no-shows-labels`, and a list is the
  /// option several times.
  private func options(_ name: String, _ line: Int, _ node: YAMLNode) throws(ServeError) -> [Option] {
    switch node.value {
    case .scalar("true", isQuoted: false): return [Option(name: name, argument: "--\(name)", line: line)]
    case .scalar("false", isQuoted: false): return [Option(name: name, argument: "--no-\(name)", line: line)]
    case .scalar(let text, _): return [Option(name: name, argument: "--\(name)=\(text)", line: line)]
    case .sequence(let nodes):
      var all: [Option] = []
      for node in nodes {
        guard case .scalar(let text, _) = node.value else { throw mistake(node.line, "\(name) is no list of texts") }
        all.append(Option(name: name, argument: "--\(name)=\(text)", line: node.line))
      }
      return all
    case .mapping: throw mistake(line, "\(name) has options within it, which it cannot have")
    }
  }
}
