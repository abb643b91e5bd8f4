// A film as it was taken, and as it might as well have been: the versions of it that a detector is shown.
public import Scoring

/// A version of a film.
public enum FilmVersion: Sendable {
  /// As it was taken.
  case plain
  /// As it might as well have come.
  case changed(FilmChange)
  /// With things drawn into it.
  case drawn(DrawnThings)
  /// As a camera held in a hand would have taken it.
  case held(HeldCamera)

  private var change: FilmChange? {
    if case .changed(let change) = self { change } else { nil }
  }

  /// What is true of it.
  public func truth(_ film: TrajectoryTruth) -> TrajectoryTruth {
    switch self {
    case .plain: film
    case .changed(let change): change.truth(film)
    case .drawn(let things): things.truth
    case .held(let camera): camera.truth
    }
  }

  /// The elements of GStreamer that make it of decoded pictures, and the layout of what they hand on.
  public var elements: [[String]] { change?.elements ?? [] }
  public func decodedLayout(_ film: I420Layout) -> I420Layout { change?.layout(film) ?? film }

  /// How often a decoded frame is shown.
  public func count(of decoded: Int) -> Int { change?.count(of: decoded) ?? 1 }

  /// A frame of it, and its layout.
  ///
  /// - Parameters:
  ///   - index: of the frame among those of this version.
  ///   - bytes: what was decoded.
  public func frame(_ index: Int, of bytes: [UInt8], _ layout: I420Layout) -> (bytes: [UInt8], layout: I420Layout) {
    var copy = bytes
    switch self {
    case .plain: return (bytes, layout)
    case .changed(let change): change.change(frame: index, &copy, layout)
    case .drawn(let things): things.draw(frame: index, on: &copy, layout)
    case .held(let camera): return (camera.frame(index, of: bytes), camera.layout)
    }
    return (copy, layout)
  }
}
