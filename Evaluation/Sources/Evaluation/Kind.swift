// What can be scored.
import ArgumentParser
import Foundation

/// A kind of clips with the tracker that runs over them.
enum Kind: String, CaseIterable {
  /// Rendered flights with exact truth.
  case rendered
  /// A few of them, for a quick run.
  case few
  /// Real clips with flights.
  case trajectories
  /// Films in which nothing flies.
  case nofly
  /// Flights before a camera that moves.
  case moving
  /// Followed objects, tracking level accurate.
  case objects
  /// The same, tracking level fast.
  case fast
  /// Followed quadrilaterals.
  case quads
  /// Photos of printed grids.
  case rectangles
  /// Projection screens.
  case screens

  /// The kinds that are scored by default: each tracker on all that there is for it.
  static let usual = allCases.filter { $0 != .moving && $0 != .few }

  /// The folder of the data that holds the clips.
  var folder: String {
    switch self {
    case .objects, .fast: "tracking"
    default: rawValue
    }
  }

  func isThere(_ options: RunOptions) -> Bool {
    self == .rendered || self == .few || FileManager.default.fileExists(atPath: "\(options.data)/\(folder)")
  }
}

/// Kinds as an option names them.
struct KindList: ExpressibleByArgument {
  var kinds: [Kind]

  init?(argument: String) {
    kinds = []
    for name in argument.split(separator: ",") {
      guard let kind = Kind(rawValue: String(name)) else { return nil }
      kinds.append(kind)
    }
    if kinds.isEmpty { return nil }
  }

  static var allValueStrings: [String] { Kind.allCases.map(\.rawValue) }
}
