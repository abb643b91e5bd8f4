// The columns that only trajectories have.
import Flycatcher

enum TrajectoryColumns {
  private typealias Quantity = TrajectoryMeasures.Quantity

  /// Those that come in pixels and in meters; the others are the same in both.
  private static let lengths = Quantity.allCases.filter { $0.isLength || isAngle($0) }
  /// A picture has no third dimension.
  private static let pixelLengths = lengths.filter { ![.launchZ, .apexZ, .landingZ].contains($0) }
  private static let others: [Quantity] = [.duration, .hangTime, .apexTime, .landingTime, .restitution]
  private static let onlyMeters: [Quantity] = [.pixelsPerMeter, .planeAngle]

  /// Angles differ: in pixels they are those of the picture.
  private static func isAngle(_ quantity: Quantity) -> Bool {
    quantity == .launchAngle || quantity == .landingAngle
  }

  static func names(_ unit: SpeedUnit) -> [String] {
    func pair(_ name: String, _ unit: String) -> [String] {
      let unit = unit.isEmpty ? "" : " (\(unit))"
      return [name + unit, "standard deviation of \(name)\(unit)"]
    }
    var names = others.flatMap { pair($0.rawValue, $0.unit(length: "px")) }
    names += pixelLengths.flatMap { pair($0.rawValue + " in the picture", $0.unit(length: "px")) }
    names += ["x0 (px)", "x1 (px/s)", "x2 (px/s²)", "y0 (px)", "y1 (px/s)", "y2 (px/s²)"]
    names += ["method", "isLowerBound", "refusal", "bounceOf"]
    return names + (lengths + onlyMeters).flatMap { pair($0.rawValue, TrajectoryMeasures.unit($0, in: unit)) }
  }

  /// Adds the cells of a trajectory's measures; empty ones where there are none.
  static func write(_ measures: TrajectoryMeasures?, _ unit: SpeedUnit, to text: inout CSVText) {
    func cells(_ estimate: Estimate?) {
      text.cell(estimate?.value)
      text.cell(estimate?.standardDeviation)
    }
    for quantity in others { cells(measures?.meters[quantity] ?? measures?.pixels[quantity]) }
    for quantity in pixelLengths { cells(measures?.pixels[quantity]) }
    for values in [measures?.xCoefficients ?? [], measures?.yCoefficients ?? []] {
      for index in 0..<3 { text.cell(index < values.count ? values[index] : nil) }
    }
    text.cell(measures?.method?.rawValue ?? "")
    text.cell(measures?.method == nil ? "" : measures?.isLowerBound == true ? "true" : "false")
    text.cell(measures?.refusal ?? "")
    text.cell(measures?.bounceOf?.description ?? "")
    for quantity in lengths + onlyMeters { cells(measures?.meters(quantity, in: unit)) }
  }
}
