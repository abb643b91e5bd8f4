// A YAML file as a tree that knows its lines.
import CYAML

/// A value of a YAML file.
package struct YAMLNode: Sendable {
  package enum Value: Sendable {
    /// A text or number as it stands there; whether it stands in quotes.
    case scalar(String, isQuoted: Bool)
    case sequence([YAMLNode])
    /// The keys in their order.
    case mapping([(key: String, line: Int, value: YAMLNode)])
  }

  /// The line it begins at, from 1.
  package let line: Int
  package let value: Value

  /// The greatest depth of values within values.
  private static let mostDepth = 8

  /// Reads a text of one document; `nil` for one that holds nothing.
  ///
  /// - Throws: `ServeError` naming the line of the mistake.
  package static func read(_ text: String, name: String) throws(ServeError) -> YAMLNode? {
    var reader = YAMLReader(text, name: name)
    return try reader.read()
  }

  fileprivate init(line: Int, value: Value) {
    self.line = line
    self.value = value
  }

  /// Reads events into nodes.
  @safe private struct YAMLReader: ~Copyable {
    private let name: String
    private let bytes: [UInt8]
    private let yaml: UnsafeMutablePointer<fc_yaml>?
    /// A copy of the text that stays where it is for as long as the parser reads it.
    private let memory: UnsafeMutableBufferPointer<UInt8>

    init(_ text: String, name: String) {
      self.name = name
      bytes = Array(text.utf8)
      unsafe memory = .allocate(capacity: max(bytes.count, 1))
      _ = unsafe memory.initialize(from: bytes)
      unsafe yaml = fc_yaml_new(UnsafePointer(memory.baseAddress), bytes.count)
    }

    deinit {
      if let yaml = unsafe yaml { unsafe fc_yaml_free(yaml) }
      unsafe memory.deallocate()
    }

    mutating func read() throws(ServeError) -> YAMLNode? {
      while let kind = try next() {
        switch kind {
        case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT: continue
        case YAML_STREAM_END_EVENT, YAML_DOCUMENT_END_EVENT: return nil
        default:
          let root = try node(kind, depth: 0)
          // What comes after it must be nothing: a part of a file that counts for nothing may be the part with the passwords.
          while let kind = try next(), kind != YAML_STREAM_END_EVENT {
            guard kind == YAML_DOCUMENT_END_EVENT else { throw mistake("a second document, which is not read") }
          }
          return root
        }
      }
      return nil
    }

    private mutating func next() throws(ServeError) -> yaml_event_type_t? {
      guard let yaml = unsafe yaml else { throw ServeError("There is no memory to read \(name).") }
      let kind = unsafe fc_yaml_next(yaml)
      guard kind >= 0 else {
        let problem = unsafe fc_yaml_problem(yaml).map { unsafe String(cString: $0) } ?? "no YAML"
        throw mistake(problem)
      }
      return yaml_event_type_t(rawValue: UInt32(kind))
    }

    private var line: Int {
      guard let yaml = unsafe yaml else { return 0 }
      return unsafe Int(clamping: fc_yaml_line(yaml))
    }

    private func mistake(_ text: String) -> ServeError { ServeError(.wrongSetting, "\(name):\(line): \(text)") }

    private mutating func node(_ kind: yaml_event_type_t, depth: Int) throws(ServeError) -> YAMLNode {
      let line = line
      guard depth < YAMLNode.mostDepth else { throw mistake("values within values, too deep") }
      switch kind {
      case YAML_SCALAR_EVENT:
        let (text, isQuoted) = scalar
        return YAMLNode(line: line, value: .scalar(text, isQuoted: isQuoted))
      case YAML_SEQUENCE_START_EVENT:
        var nodes: [YAMLNode] = []
        while let kind = try next(), kind != YAML_SEQUENCE_END_EVENT { nodes.append(try node(kind, depth: depth + 1)) }
        return YAMLNode(line: line, value: .sequence(nodes))
      case YAML_MAPPING_START_EVENT: return YAMLNode(line: line, value: .mapping(try pairs(depth: depth)))
      default: throw mistake("anchors and aliases are not understood here")
      }
    }

    private mutating func pairs(depth: Int) throws(ServeError) -> [(key: String, line: Int, value: YAMLNode)] {
      var pairs: [(key: String, line: Int, value: YAMLNode)] = []
      while let kind = try next(), kind != YAML_MAPPING_END_EVENT {
        guard kind == YAML_SCALAR_EVENT else { throw mistake("a key must be a word") }
        let (key, line) = (scalar.text, line)
        guard !pairs.contains(where: { $0.key == key }) else { throw mistake("\(key) is there twice") }
        guard let kind = try next() else { break }
        pairs.append((key, line, try node(kind, depth: depth + 1)))
      }
      return pairs
    }

    private var scalar: (text: String, isQuoted: Bool) {
      guard let yaml = unsafe yaml, let start = unsafe fc_yaml_text(yaml) else { return ("", false) }
      let bytes = unsafe UnsafeBufferPointer(start: start, count: fc_yaml_length(yaml))
      return unsafe (String(decoding: bytes, as: UTF8.self), fc_yaml_is_plain(yaml) == 0)
    }
  }
}
