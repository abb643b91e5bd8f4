// What a detector before the trackers said about a frame.

/// A box that came with a frame, and what it is said to hold.
public struct FrameRegion: Hashable, Sendable {
  /// What the detector calls it, such as `person`; may be empty.
  public var type: String
  /// Relative to the upright picture; may reach beyond it.
  public var box: Rectangle

  public init(type: String, box: Rectangle) {
    self.type = type
    self.box = box
  }
}

/// Types of regions: all of them, or those that are named.
public struct RegionTypes: Hashable, Sendable, CustomStringConvertible {
  /// `nil`: every type.
  private let names: [String]?

  /// Every type.
  public static let all = RegionTypes("*")

  /// - Parameter text: names separated by commas; `*` is every type, an empty text none.
  public init(_ text: String) {
    let names = text.split(separator: ",").map { name in
      String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    self.names = names.contains("*") ? nil : names.filter { !$0.isEmpty }
  }

  /// As `init` takes it.
  public var description: String { names?.joined(separator: ",") ?? "*" }

  public func contains(_ type: String) -> Bool { names?.contains(type) ?? true }
}
