// Measures as the JSON Lines write them.

extension Estimate: Codable {
  private enum CodingKeys: String, CodingKey { case value, standardDeviation }

  /// Reads `{"value":…,"standardDeviation":…}`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try values.number(.value), standardDeviation: try values.number(.standardDeviation))
  }

  /// Writes `{"value":…,"standardDeviation":…}`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(number: value, .value)
    try values.encode(number: standardDeviation, .standardDeviation)
  }
}

/// The measures in one unit, by the names of the quantities.
private struct MeasureTable: Codable {
  let estimates: [TrajectoryMeasures.Quantity: Estimate]

  init(_ estimates: [TrajectoryMeasures.Quantity: Estimate]) { self.estimates = estimates }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: TrajectoryMeasures.Quantity.self)
    var estimates: [TrajectoryMeasures.Quantity: Estimate] = [:]
    for key in values.allKeys { estimates[key] = try values.decode(Estimate.self, forKey: key) }
    self.estimates = estimates
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: TrajectoryMeasures.Quantity.self)
    for (key, estimate) in estimates { try values.encode(estimate, forKey: key) }
  }
}

/// The coefficients of a polynomial; `null` where one is not finite.
private struct Coefficients: Codable {
  let values: [Double]

  init(_ values: [Double]) { self.values = values }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var values: [Double] = []
    while !container.isAtEnd { values.append(try container.decodeNil() ? .nan : try container.decode(Double.self)) }
    self.values = values
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for value in values {
      if value.isFinite { try container.encode(value) } else { try container.encodeNil() }
    }
  }
}

extension TrajectoryMeasures: Codable {
  private enum CodingKeys: String, CodingKey {
    case pixels, meters, method, isLowerBound, refusal, xCoefficients, yCoefficients, bounceOf
  }

  /// Reads the value of `measures`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    pixels = try values.decode(MeasureTable.self, forKey: .pixels).estimates
    meters = try values.decodeIfPresent(MeasureTable.self, forKey: .meters)?.estimates ?? [:]
    method = try values.decodeIfPresent(Method.self, forKey: .method)
    isLowerBound = try values.decodeIfPresent(Bool.self, forKey: .isLowerBound) ?? false
    refusal = try values.decodeIfPresent(String.self, forKey: .refusal)
    xCoefficients = try values.decode(Coefficients.self, forKey: .xCoefficients).values
    yCoefficients = try values.decode(Coefficients.self, forKey: .yCoefficients).values
    bounceOf = try values.decodeIfPresent(ObservationUUID.self, forKey: .bounceOf)
  }

  /// Writes the value of `measures`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(MeasureTable(pixels), forKey: .pixels)
    if let method {
      try values.encode(MeasureTable(meters), forKey: .meters)
      try values.encode(method, forKey: .method)
      try values.encode(isLowerBound, forKey: .isLowerBound)
    }
    try values.encodeIfPresent(refusal, forKey: .refusal)
    try values.encode(Coefficients(xCoefficients), forKey: .xCoefficients)
    try values.encode(Coefficients(yCoefficients), forKey: .yCoefficients)
    try values.encodeIfPresent(bounceOf, forKey: .bounceOf)
  }
}
