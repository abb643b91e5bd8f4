// The scale as users write it.

extension MeasurementSettings {
  /// Chooses the scale by the texts of a user; empty ones are not given.
  ///
  /// - Parameters:
  ///   - scale: `gravity`, `none`, or two places and the length between them, as `0.1,0.9,0.3,0.9=1.8m`.
  ///   - court: The size of a rectangle on the floor, as `15x28m`; its corners before it, as
  ///     `0.2,0.3,0.8,0.3,1,0.9,0,0.9=15x28m`, where no tracked rectangle is meant.
  ///   - ballDiameter: Meters; `nil` where it is not given.
  /// - Throws: `FlycatcherError` for a text that cannot be read, or where two scales are given.
  public mutating func chooseScale(
    scale: String, court: String, ballDiameter: Double?
  ) throws(FlycatcherError) {
    let given = [("scale", !scale.isEmpty), ("court", !court.isEmpty), ("ballDiameter", ballDiameter != nil)]
      .filter(\.1).map(\.0)
    guard given.count < 2 else {
      throw .outOfRange(given[1], "given beside another scale", allowed: "the only one, or left out")
    }
    if let ballDiameter {
      self.scale = .ballDiameter(ballDiameter)
    } else if !court.isEmpty {
      self.scale = try Self.court(court)
    } else if !scale.isEmpty {
      self.scale = try Self.scale(scale)
    }
  }

  private static func scale(_ text: String) throws(FlycatcherError) -> Scale {
    switch text {
    case "gravity": return .gravity
    case "none": return .none
    default: break
    }
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, let places = numbers(parts[0], count: 4), let meters = length(parts[1]) else {
      throw .outOfRange(
        "scale", text, allowed: "gravity, none, or x1,y1,x2,y2=length with a unit, such as 0.1,0.9,0.3,0.9=1.8m")
    }
    return .length(
      from: Point(x: places[0], y: places[1]), to: Point(x: places[2], y: places[3]), meters: meters)
  }

  private static func court(_ text: String) throws(FlycatcherError) -> Scale {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    let sides = (parts.last ?? "").split(separator: "x", omittingEmptySubsequences: false)
    let unit = sides.last.map { String($0.drop { $0.isNumber || $0 == "." || $0 == " " }) } ?? ""
    let places = parts.count == 2 ? numbers(parts[0], count: 8) : []
    guard parts.count <= 2, sides.count == 2, let places,
      let width = length(sides[0] + (hasUnit(sides[0]) ? "" : unit)),
      let length = length(sides[1])
    else {
      throw .outOfRange(
        "court", text,
        allowed:
          "a size such as 15x28m, with the corners before it where none is tracked: x1,y1,x2,y2,x3,y3,x4,y4=15x28m")
    }
    let size = CourtSize(width: width, length: length)
    guard !places.isEmpty else { return .court(corners: nil, size: size) }
    func corner(_ index: Int) -> Point { Point(x: places[2 * index], y: places[2 * index + 1]) }
    let corners = Quad(topLeft: corner(0), topRight: corner(1), bottomRight: corner(2), bottomLeft: corner(3))
    return .court(corners: corners, size: size)
  }

  /// Returns a focal length as a fraction of the picture's width from what a user writes: the fraction, or the millimeters
  /// to which it corresponds on 35 mm film, as `26mm`; `nil` where it is neither.
  public static func focalLength(_ text: String) -> Double? {
    guard text.hasSuffix("mm") else { return Double(text) }
    return Double(text.dropLast(2)).map { $0 / filmWidth }
  }

  /// The width of a picture on 35 mm film, millimeters.
  private static let filmWidth = 36.0

  private static func hasUnit(_ text: some StringProtocol) -> Bool { text.last?.isLetter ?? false }

  private static let units = [("mm", 0.001), ("cm", 0.01), ("km", 1000), ("ft", 0.3048), ("in", 0.0254), ("m", 1.0)]

  private static func length(_ text: some StringProtocol) -> Double? {
    let text = String(text.filter { $0 != " " })
    for (unit, meters) in units where text.hasSuffix(unit) {
      return Double(text.dropLast(unit.count)).map { $0 * meters }
    }
    return nil
  }

  private static func numbers(_ text: some StringProtocol, count: Int) -> [Double]? {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      Double(String(part.filter { $0 != " " }))
    }
    let known = numbers.compactMap { $0 }
    return numbers.count == count && known.count == count ? known : nil
  }
}
