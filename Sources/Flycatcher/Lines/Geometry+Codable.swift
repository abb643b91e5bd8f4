// Places and times as the JSON Lines write them.

extension Point: Codable {
  private enum CodingKeys: String, CodingKey { case x, y }

  /// Reads `{"x":…,"y":…}`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(x: try values.number(.x), y: try values.number(.y))
  }

  /// Writes `{"x":…,"y":…}`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(number: x, .x)
    try values.encode(number: y, .y)
  }
}

extension Rectangle: Codable {
  private enum CodingKeys: String, CodingKey { case x, y, width, height }

  /// Reads `{"x":…,"y":…,"width":…,"height":…}`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      x: try values.number(.x), y: try values.number(.y), width: try values.number(.width),
      height: try values.number(.height))
  }

  /// Writes `{"x":…,"y":…,"width":…,"height":…}`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(number: x, .x)
    try values.encode(number: y, .y)
    try values.encode(number: width, .width)
    try values.encode(number: height, .height)
  }
}

extension Quadratic: Codable {
  /// Reads `[a,b,c]`.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    func next() throws -> Double { try values.decodeNil() ? .nan : try values.decode(Double.self) }
    self.init(a: try next(), b: try next(), c: try next())
  }

  /// Writes `[a,b,c]`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    for value in [a, b, c] {
      if value.isFinite { try values.encode(value) } else { try values.encodeNil() }
    }
  }
}

extension Timestamp: Codable {
  /// Reads seconds.
  public init(from decoder: any Decoder) throws {
    self.init(seconds: try decoder.singleValueContainer().decode(Double.self))
  }

  /// Writes seconds, to the nanosecond.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    // Divided, not multiplied by 1e-9, which is no number of the machine: so 1.1 s reads 1.1.
    try value.encode(Double(nanoseconds) / 1e9)
  }
}

extension TimeRange: Codable {
  private enum CodingKeys: String, CodingKey { case start, duration }

  /// Reads `{"start":…,"duration":…}`, in seconds.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let duration = try values.decode(Timestamp.self, forKey: .duration)
    self.init(start: try values.decode(Timestamp.self, forKey: .start), duration: duration - .zero)
  }

  /// Writes `{"start":…,"duration":…}`, in seconds.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(start, forKey: .start)
    try values.encode(Timestamp.zero + duration, forKey: .duration)
  }
}

extension ObservationUUID: Codable {
  /// Reads a UUID in its canonical text.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    let text = try value.decode(String.self)
    guard let uuid = ObservationUUID(text) else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "\"\(text)\" is no UUID.")
    }
    self = uuid
  }

  /// Writes the canonical text.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(description)
  }
}

extension KeyedDecodingContainer {
  /// Returns a number; not a number where it is `null`, for JSON knows none that is not finite.
  func number(_ key: Key) throws -> Double { try decodeNil(forKey: key) ? .nan : try decode(Double.self, forKey: key) }
}

extension KeyedEncodingContainer {
  /// Writes a number; `null` where it is not finite.
  mutating func encode(number: Double, _ key: Key) throws {
    if number.isFinite { try encode(number, forKey: key) } else { try encodeNil(forKey: key) }
  }
}
