// Measures as the plain typed fields of a GstStructure, and back.
import Flycatcher
import GStreamerSupport

extension ObservationFields {
  /// Adds measures to the fields of a trajectory.
  static func set(_ measures: TrajectoryMeasures, in fields: Fields) {
    let found = [("px", measures.pixels), ("m", measures.meters)].flatMap { unit, estimates in
      TrajectoryMeasures.Quantity.allCases.compactMap { quantity in
        estimates[quantity].map { (unit: unit, quantity: quantity, estimate: $0) }
      }
    }
    fields.append(found.count, to: "measures") { index in
      let structure = Structure("measure")
      let measure = structure.fields
      measure.set("quantity", found[index].quantity.rawValue)
      measure.set("length-unit", found[index].unit)
      measure.set("value", found[index].estimate.value)
      measure.set("standard-deviation", found[index].estimate.standardDeviation)
      return structure
    }
    fields.set("x-coefficients", measures.xCoefficients)
    fields.set("y-coefficients", measures.yCoefficients)
    fields.set("is-lower-bound", measures.isLowerBound)
    if let method = measures.method { fields.set("measure-method", method.rawValue) }
    if let refusal = measures.refusal { fields.set("measure-refusal", refusal) }
    if let bounceOf = measures.bounceOf { fields.set("bounce-of", bounceOf.description) }
  }

  /// Returns the measures of a trajectory; `nil` where it has none.
  static func measures(_ fields: Fields) -> TrajectoryMeasures? {
    var measures = TrajectoryMeasures()
    fields.forEachStructure(in: "measures") { measure in
      guard let quantity = measure.text("quantity").flatMap({ TrajectoryMeasures.Quantity(rawValue: $0) }),
        let value = measure.number("value"), let deviation = measure.number("standard-deviation")
      else { return }
      let estimate = Estimate(value, standardDeviation: deviation)
      if measure.text("length-unit") == "m" {
        measures.meters[quantity] = estimate
      } else {
        measures.pixels[quantity] = estimate
      }
    }
    guard !measures.pixels.isEmpty else { return nil }
    measures.xCoefficients = fields.numbers("x-coefficients")
    measures.yCoefficients = fields.numbers("y-coefficients")
    measures.isLowerBound = fields.boolean("is-lower-bound") ?? false
    measures.method = fields.text("measure-method").flatMap { TrajectoryMeasures.Method(rawValue: $0) }
    measures.refusal = fields.text("measure-refusal")
    measures.bounceOf = fields.text("bounce-of").flatMap { ObservationUUID($0) }
    return measures
  }
}
