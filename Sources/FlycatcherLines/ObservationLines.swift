// A reader of the JSON Lines: a file as a sequence of values, line by line, also while it is being written.
public import Flycatcher
public import Foundation

/// The lines of a file of observations, in order.
///
/// ```swift
/// for try await case .observation(.trajectory(let flight), _) in ObservationLines(url)
/// where flight.state == .ended && flight.confidence >= 0.5 {
///   print(flight.timeRange.start.seconds, flight.equationCoefficients)
/// }
/// ```
///
/// Lines of an unknown type are skipped, and so are unknown keys. A last line that was cut off, because its writer was
/// killed, is left out.
public struct ObservationLines: AsyncSequence, Sendable {
  private let url: URL

  /// Creates a reader of a file, or of a named pipe. It is opened when iteration begins.
  public init(_ url: URL) { self.url = url }

  /// Creates an iterator that begins at the first line.
  public func makeAsyncIterator() -> Iterator { Iterator(url) }

  /// An iterator over the lines of a file.
  public struct Iterator: AsyncIteratorProtocol {
    /// The error of a file that cannot be read.
    public typealias Failure = ObservationLinesError

    private let url: URL
    private var input: InputFile?
    private var bytes: [UInt8] = []
    /// The index in `bytes` at which the next line begins.
    private var start = 0
    /// The index in `bytes` before which the next line does not end.
    private var searched = 0
    private var line = 0
    private var isAtEnd = false
    private let decoder = JSONDecoder()
    /// The version of the lines that this library reads.
    private static let version = 1

    fileprivate init(_ url: URL) { self.url = url }

    /// Returns the next line; `nil` at the end.
    ///
    /// - Throws: `ObservationLinesError` if the file cannot be read, or if a line is no observation.
    public mutating func next() async throws(ObservationLinesError) -> ObservationLine? {
      while true {
        try Task.checkCancellationOfLines()
        while let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
          let text = bytes[start..<end]
          start = end + 1
          searched = start
          line += 1
          if let value = try value(of: text) { return value }
        }
        searched = bytes.count
        guard !isAtEnd else { return nil }
        try await readOn()
      }
    }

    private mutating func readOn() async throws(ObservationLinesError) {
      bytes.removeFirst(start)
      searched -= start
      start = 0
      let file: InputFile
      if let input {
        file = input
      } else {
        file = try InputFile(url)
        input = file
      }
      let piece = try await file.read().get()
      isAtEnd = piece.isEmpty
      bytes += piece
    }

    /// Returns the value of a line; `nil` if it is empty, or of an unknown type.
    private func value(of text: ArraySlice<UInt8>) throws(ObservationLinesError) -> ObservationLine? {
      guard text.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }) else { return nil }
      let data = Data(text)
      let value: ObservationLine
      do {
        let kind = try decoder.decode(Kind.self, from: data)
        guard kind.isKnown else { return nil }
        value = try decoder.decode(ObservationLine.self, from: data)
      } catch {
        throw ObservationLinesError(.damagedLine, line: line, "Line \(line) is no observation: \(Self.reason(error))")
      }
      guard case .stream(let header) = value, header.version != Self.version else { return value }
      throw ObservationLinesError(
        .unknownVersion, line: line,
        "The lines are of version \(header.version), and this library reads version \(Self.version).")
    }

    private struct Kind: Decodable {
      let type: String
      var isKnown: Bool { ["stream", "trajectory", "object", "rectangle", "summary"].contains(type) }
    }

    private static func reason(_ error: any Error) -> String {
      guard let error = error as? DecodingError else { return "\(error)" }
      return switch error {
      case .keyNotFound(let key, _): "it has no \(key.stringValue)."
      case .typeMismatch(_, let context), .valueNotFound(_, let context):
        "\(context.codingPath.isEmpty ? "it" : context.codingPath.map(\.stringValue).joined(separator: ".")) is of another kind."
      case .dataCorrupted(let context): context.debugDescription
      @unknown default: "\(error)"
      }
    }
  }
}

/// A failure to read observations.
public struct ObservationLinesError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Code: Hashable, Sendable {
    /// The file cannot be opened or read.
    case cannotRead
    /// A line is no observation, or lacks a key.
    case damagedLine
    /// The lines are of a version that this library does not read.
    case unknownVersion
    /// The task was canceled.
    case canceled
  }

  /// The kind of failure.
  public let code: Code
  /// The number of the line, from 1; `nil` where the failure is not that of a line.
  public let line: Int?
  /// One sentence for the user.
  public let description: String

  static let canceled = ObservationLinesError(.canceled, "The task was canceled.")

  init(_ code: Code, line: Int? = nil, _ description: String) {
    self.code = code
    self.line = line
    self.description = description
  }
}

extension Task where Success == Never, Failure == Never {
  fileprivate static func checkCancellationOfLines() throws(ObservationLinesError) {
    if isCancelled { throw ObservationLinesError.canceled }
  }
}
