// The files that a pipeline reads and writes, looked at before anything runs.
import GStreamerSupport
import Glibc

/// The files that the elements of a pipeline name.
package struct PipelineFiles: Sendable {
  /// The use that a session makes of a file.
  package enum Use: Sendable { case input, output }

  /// A file by its name, and by its device and inode where it exists.
  private struct File: Sendable {
    let path: String
    private let identity: [UInt]?

    init(_ path: String) {
      var status = stat()
      let exists = unsafe stat(path, &status) == 0
      self.init(path, exists ? status : nil)
    }

    /// The file behind a descriptor, such as standard input.
    init(descriptor: Int32) {
      var status = stat()
      let exists = unsafe fstat(descriptor, &status) == 0
      self.init("/dev/fd/\(descriptor)", exists ? status : nil)
    }

    private init(_ path: String, _ status: stat?) {
      self.path = path
      // A device may be written by several.
      identity = status.flatMap { $0.st_mode & S_IFMT == S_IFREG ? [UInt($0.st_dev), UInt($0.st_ino)] : nil }
    }

    func isSame(as other: File) -> Bool {
      guard let identity, let others = other.identity else {
        return path == other.path && !path.hasPrefix("/dev/")
      }
      return identity == others
    }
  }

  private var inputs: [File] = []
  private var outputs: [File] = []
  /// The elements that write a file whole, with its path.
  private var sinks: [(element: Element, path: String)] = []
  /// The elements that take what the session hands on, and all after them.
  private let annotated: Set<Element>

  /// - Parameters:
  ///   - bin: The pipeline.
  ///   - sources: The app sources by which the session hands on frames and observations.
  /// - Throws: `PipelineError` where a file cannot be read or written, or would be written over what is read.
  init(of bin: Element, fedBy sources: [Element]) throws(PipelineError) {
    annotated = Element.reachable(from: sources)
    var writing: [Element] = []
    try collect(bin, &writing)
    for sink in writing {
      guard let path = sink.text(of: "location"), !path.isEmpty else { continue }
      let file = File(path)
      if inputs.contains(where: { $0.isSame(as: file) }) {
        throw PipelineError(
          .sameFile, element: sink.name,
          "\(sink.name) would write over the input \(path). Choose another file for the output.")
      }
      if outputs.contains(where: { $0.isSame(as: file) }) {
        throw PipelineError(
          .sameFile, element: sink.name, "Two elements write to \(path). Give each a file of its own.")
      }
      outputs.append(file)
      if sink.factoryName == "filesink" { sinks.append((sink, path)) }
    }
  }

  /// Locks the files that are written, which is to be done when the session starts.
  ///
  /// - Throws: `PipelineError` where somebody else is writing to one.
  func lock() throws(PipelineError) -> [SinkFile] {
    var files: [SinkFile] = []
    for (element, path) in sinks {
      if let file = try SinkFile(element, path, needsFrames: annotated.contains(element)) { files.append(file) }
    }
    return files
  }

  /// Returns the use that the pipeline makes of the file at `path`; `nil` if it makes none.
  package func use(of path: String) -> Use? {
    let file = File(path)
    if inputs.contains(where: { $0.isSame(as: file) }) { return .input }
    return outputs.contains { $0.isSame(as: file) } ? .output : nil
  }

  private mutating func collect(_ bin: Element, _ sinks: inout [Element]) throws(PipelineError) {
    for element in bin.children {
      if element.factoryName == "filesrc" {
        try addInput(element, element.text(of: "location"))
      } else if let descriptor = element.descriptor {
        inputs.append(File(descriptor: descriptor))
      } else if element.factoryName == "filesink" {
        try checkOutput(element)
        sinks.append(element)
      } else if element.isSource, let path = element.text(of: "location"), unsafe access(path, F_OK) == 0 {
        inputs.append(File(path))
      } else if element.isSink, element.text(of: "location") != nil {
        sinks.append(element)
      }
      if let uri = element.text(of: "uri"), let path = Self.localPath(uri) { try addInput(element, path) }
      if element.isBin { try collect(element, &sinks) }
    }
  }

  private mutating func addInput(_ element: Element, _ path: String?) throws(PipelineError) {
    guard let path, !path.isEmpty else {
      throw PipelineError(
        .wrongProperty, element: element.name, "\(element.name) has no location. Write: location=FILE")
    }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      let code: PipelineError.Code = errno == ENOENT || errno == ENOTDIR ? .fileNotFound : .fileNotReadable
      throw PipelineError(code, element: element.name, "\(path) cannot be read: \(systemMessage(errno)).")
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw PipelineError(.fileNotReadable, element: element.name, "\(path) is a directory; a file is needed.")
    }
    guard unsafe access(path, R_OK) == 0 else {
      throw PipelineError(
        .fileNotReadable, element: element.name,
        "\(path) cannot be read: \(systemMessage(errno)). Check its permissions.")
    }
    inputs.append(File(path))
  }

  private func checkOutput(_ element: Element) throws(PipelineError) {
    guard let path = element.text(of: "location"), !path.isEmpty else {
      throw PipelineError(
        .wrongProperty, element: element.name, "\(element.name) has no location. Write: location=FILE")
    }
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else {
        throw PipelineError(.cannotWrite, element: element.name, "\(path) is a directory; a file is needed.")
      }
      guard unsafe access(path, W_OK) == 0 else {
        throw PipelineError(.cannotWrite, element: element.name, "\(path) cannot be written: \(systemMessage(errno)).")
      }
      return
    }
    let directory = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard unsafe access(directory, W_OK | X_OK) == 0 else {
      throw PipelineError(
        .cannotWrite, element: element.name,
        "\(path) cannot be written: \(directory): \(systemMessage(errno)). Make the directory, or choose another one.")
    }
  }

  /// The path of a `file:` address, with its percent signs resolved.
  package static func localPath(_ uri: String) -> String? {
    guard uri.hasPrefix("file://") else { return nil }
    var bytes: [UInt8] = []
    var rest = Array(uri.dropFirst(7).utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
