// Scores rectangles: followed through a clip, and found in photos.

/// The figures of a followed quadrilateral.
public struct QuadFigures: Sendable {
  /// Mean intersection over union; 0 where it is lost.
  public var overlap: Double
  /// The mean distance of the corners where it is not lost, pixels.
  public var corner: Double
  /// The distance that 95 % of those frames do not exceed, pixels.
  public var corner95: Double
  /// The share of all frames with a distance of at most 5 pixels.
  public var within5: Double
  /// The share of all frames in which it is lost.
  public var lost: Double

  /// Means over the clips in which a figure is a number.
  public static func mean(_ clips: [QuadFigures]) -> QuadFigures {
    func over(_ figure: KeyPath<QuadFigures, Double>) -> Double {
      Scoring.mean(clips.map { $0[keyPath: figure] }.filter { !$0.isNaN })
    }
    return QuadFigures(
      overlap: over(\.overlap), corner: over(\.corner), corner95: over(\.corner95), within5: over(\.within5),
      lost: over(\.lost))
  }
}

extension QuadTruth {
  /// Scores the rectangle that lies best on the truth in its own first frame.
  public func score(_ lines: [ObservationLine]) -> QuadFigures {
    let things = byIdentity(lines, type: "rectangle")
    let thing = things.max { overlapAtFirst($0) < overlapAtFirst($1) } ?? [:]
    return score(thing.compactMapValues { Quad($0, width: width, height: height) })
  }

  /// Scores a rectangle by frame; in a frame without one it is lost.
  public func score(_ thing: [Int: Quad]) -> QuadFigures {
    var overlaps: [Double] = []
    var errors: [Double] = []
    for frame in quads.indices {
      guard let actual = trueQuad(frame) else { continue }
      let claimed = thing[frame]
      overlaps.append(claimed?.overlap(actual) ?? 0)
      if let claimed { errors.append(claimed.cornerDistance(actual, anyOrder: false)) }
    }
    let count = Double(max(overlaps.count, 1))
    return QuadFigures(
      overlap: Scoring.mean(overlaps), corner: Scoring.mean(errors), corner95: percentile(errors, 0.95),
      within5: Double(errors.count { $0 <= 5 }) / count, lost: Double(overlaps.count - errors.count) / count)
  }

  private func trueQuad(_ frame: Int) -> Quad? { quads[frame].flatMap { Quad($0) } }

  private func overlapAtFirst(_ thing: [Int: ObservationLine]) -> Double {
    guard let first = thing.keys.min(), quads.indices.contains(first), let actual = trueQuad(first),
      let claimed = thing[first].flatMap({ Quad($0, width: width, height: height) })
    else { return 0 }
    return claimed.overlap(actual)
  }
}

/// The figures of rectangles found in a set of photos, one true rectangle or several in each.
public struct PhotoFigures: Sendable {
  /// One true rectangle and how well it was found.
  struct Rectangle {
    /// Intersection over union of the best candidate.
    var best: Double
    /// The same of the best among the most confident, as many as there are true rectangles in the photo.
    var first: Double
    /// The distance of the best candidate's corners, pixels; any corner first, either direction.
    var corner: Double
  }

  var rectangles: [Rectangle] = []
  public private(set) var photos = 0

  /// A rectangle that was found in a photo.
  public struct Candidate: Sendable {
    var confidence: Double
    /// In pixels.
    var quad: Quad

    public init(confidence: Double, quad: Quad) {
      self.confidence = confidence
      self.quad = quad
    }
  }
  private var candidateCount = 0

  public init() {}

  /// Counts one photo.
  public mutating func add(_ lines: [ObservationLine], quads: [Quad], width: Double, height: Double) {
    let candidates = lines.compactMap { line -> Candidate? in
      guard line.type == "rectangle", let quad = Quad(line, width: width, height: height) else { return nil }
      return Candidate(confidence: line.confidence ?? 0, quad: quad)
    }
    add(candidates, quads: quads)
  }

  /// Counts one photo by its candidates.
  public mutating func add(_ candidates: [Candidate], quads: [Quad]) {
    let order = candidates.indices.sorted { (-candidates[$0].confidence, $0) < (-candidates[$1].confidence, $1) }
    let mostConfident = order.prefix(quads.count).map { candidates[$0].quad }
    photos += 1
    candidateCount += candidates.count
    for quad in quads {
      let overlaps = candidates.map { ($0.quad.overlap(quad), $0.quad) }
      let best = overlaps.max { $0.0 < $1.0 }
      rectangles.append(
        Rectangle(
          best: best?.0 ?? 0, first: mostConfident.map { $0.overlap(quad) }.max() ?? 0,
          corner: best?.1.cornerDistance(quad, anyOrder: true) ?? .infinity))
    }
  }

  public var count: Int { rectangles.count }
  public var candidates: Double { Double(candidateCount) / Double(max(photos, 1)) }
  /// Distances of those found at an overlap of 0.8, pixels.
  private var corners: [Double] { rectangles.filter { $0.best >= 0.8 }.map(\.corner) }
  public var corner: Double { mean(corners) }
  public var corner95: Double { percentile(corners, 0.95) }
  public var within5: Double { Double(corners.count { $0 <= 5 }) / Double(max(count, 1)) }

  /// The share of the rectangles with a candidate of at least this overlap.
  public func found(_ overlap: Double) -> Double {
    Double(rectangles.count { $0.best >= overlap }) / Double(max(count, 1))
  }

  /// The share of the rectangles with such a candidate among the most confident.
  public func first(_ overlap: Double) -> Double {
    Double(rectangles.count { $0.first >= overlap }) / Double(max(count, 1))
  }
}
