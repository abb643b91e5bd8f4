// The lines of the JSON Lines as values. The schema is docs/observations.schema.json.

/// One line of the JSON Lines that the command, the session and the element `trackpublish` write.
public enum ObservationLine: Hashable, Sendable {
  /// The first line: the stream.
  case stream(StreamHeader)
  /// An observation, and the number of its frame among those that reached the tracker, from 0.
  case observation(Observation, frame: Int)
  /// The last line: the number of frames, and the time taken.
  case summary(StreamSummary)
}

/// The first line of a stream's observations.
public struct StreamHeader: Hashable, Sendable, Codable {
  /// The version of the lines; 1.
  public var version: Int
  /// The file name, the address or the kind of the source.
  public var source: String
  /// The width of the stored picture in pixels; 0 where it is not known.
  public var width: Int
  /// The height of the stored picture in pixels; 0 where it is not known.
  public var height: Int
  /// Frames in a second as a fraction, such as `30000/1001`; `0/1` where the rate varies or is not known.
  public var framerate: String
  /// The origin of the results where many files were analyzed: the command's version, hashes of the options and of the
  /// input's path, the input's size in bytes and the time of its last change; `nil` elsewhere.
  public var fingerprint: String?

  /// Creates the header of a stream.
  public init(
    version: Int = 1, source: String, width: Int = 0, height: Int = 0, framerate: String = "0/1",
    fingerprint: String? = nil
  ) {
    self.version = version
    self.fingerprint = fingerprint
    self.source = source
    self.width = width
    self.height = height
    self.framerate = framerate
  }
}

/// The last line of a stream's observations.
public struct StreamSummary: Hashable, Sendable {
  /// The number of frames that came.
  public var frames: Int
  /// The number of frames that every tracker analyzed.
  public var analyzed: Int
  /// The number of frames that passed unanalyzed.
  public var skipped: Int
  /// The time that the analysis took, to the millisecond.
  public var elapsed: Duration

  /// Creates a summary.
  public init(frames: Int, analyzed: Int, skipped: Int, elapsed: Duration) {
    self.frames = frames
    self.analyzed = analyzed
    self.skipped = skipped
    self.elapsed = elapsed
  }
}

extension StreamSummary: Codable {
  private enum CodingKeys: String, CodingKey { case frames, analyzed, skipped, elapsed }

  /// Reads a line of type `summary`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      frames: try values.decode(Int.self, forKey: .frames), analyzed: try values.decode(Int.self, forKey: .analyzed),
      skipped: try values.decode(Int.self, forKey: .skipped),
      elapsed: try values.decode(Timestamp.self, forKey: .elapsed) - .zero)
  }

  /// Writes the content of a line of type `summary`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(frames, forKey: .frames)
    try values.encode(analyzed, forKey: .analyzed)
    try values.encode(skipped, forKey: .skipped)
    try values.encode(Timestamp.zero + elapsed, forKey: .elapsed)
  }
}

extension ObservationLine: Codable {
  private enum CodingKeys: String, CodingKey { case type, frame }

  /// Reads a line.
  ///
  /// - Throws: `DecodingError` for a line of a type that this version does not know.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    switch try values.decode(String.self, forKey: .type) {
    case "stream": self = .stream(try StreamHeader(from: decoder))
    case "summary": self = .summary(try StreamSummary(from: decoder))
    default: self = .observation(try Observation(from: decoder), frame: try values.decode(Int.self, forKey: .frame))
    }
  }

  /// Writes the line.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .stream(let header):
      try values.encode("stream", forKey: .type)
      try header.encode(to: encoder)
    case .observation(let observation, let frame):
      try values.encode(frame, forKey: .frame)
      try observation.encode(to: encoder)
    case .summary(let summary):
      try values.encode("summary", forKey: .type)
      try summary.encode(to: encoder)
    }
  }
}
