// The boxes that a detector upstream of the trackers attached to a frame.

/// A box that a detector attached to a frame.
public struct FrameRegion: Hashable, Sendable {
  /// The type of its content in the detector's terms, such as `person`; may be empty.
  public var type: String
  /// The box, relative to the upright picture; may reach beyond it.
  public var box: Rectangle

  /// Creates a region.
  public init(type: String, box: Rectangle) {
    self.type = type
    self.box = box
  }
}

/// A set of types of regions: all of them, or those that are named.
public struct RegionTypes: Hashable, Sendable, CustomStringConvertible {
  /// `nil`: every type.
  private let names: [String]?

  /// Every type.
  public static let all = RegionTypes("*")

  /// Creates a set from its text.
  ///
  /// - Parameter text: Names separated by commas; `*` is every type, an empty text none.
  public init(_ text: String) {
    let names = text.split(separator: ",").map { name in
      String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    self.names = names.contains("*") ? nil : names.filter { !$0.isEmpty }
  }

  /// The text of the set, as ``init(_:)`` takes it.
  public var description: String { names?.joined(separator: ",") ?? "*" }

  /// Returns a Boolean value indicating whether the set contains a type.
  public func contains(_ type: String) -> Bool { names?.contains(type) ?? true }
}
