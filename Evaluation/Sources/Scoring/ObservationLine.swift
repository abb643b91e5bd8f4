// A line of `flycatcher analyze --json`.
public import Foundation

/// A line of the stream of observations, as far as the scores need it. Places are normalized, origin top left.
public struct ObservationLine: Sendable, Codable {
  public struct Corner: Sendable, Codable {
    public var x: Double
    public var y: Double
  }

  public struct Point: Sendable, Codable {
    /// Seconds.
    public var time: Double
    public var x: Double
    public var y: Double
  }

  public struct Box: Sendable, Codable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  public var type: String?
  /// Of the line about the stream: pixels.
  public var width: Double?
  public var height: Double?
  public var uuid: String?
  public var state: String?
  /// Seconds.
  public var time: Double?
  public var frame: Int?
  public var confidence: Double?
  public var detectedPoints: [Point]?
  public var boundingBox: Box?
  public var corners: [String: Corner]?

  public init() {}

  /// Says that the thing is not seen and no place is claimed for it.
  public var isGone: Bool { state == "lost" || state == "ended" }

  /// Decodes JSON Lines, those of one type alone where one is named.
  ///
  /// - Throws: `DecodingError` of the first line that is no observation.
  public static func lines(of data: Data, type: String? = nil) throws -> [ObservationLine] {
    let decoder = JSONDecoder()
    return try data.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard line.contains(where: { $0 != 0x20 && $0 != 0x0D }) else { return nil }
      let observation = try decoder.decode(ObservationLine.self, from: line)
      return type == nil || observation.type == type ? observation : nil
    }
  }
}
