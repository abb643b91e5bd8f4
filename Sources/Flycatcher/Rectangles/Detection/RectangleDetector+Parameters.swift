// The tuned numbers of the rectangle detector.

extension RectangleDetector {
  /// The numbers of the detector that no calculation gives.
  ///
  /// Lengths are in pixels of the reduced picture where nothing else is said. Where no source is named, they were set on the photos of the
  /// evaluation; `Evaluation/sensitivity-rectangles.md` says what moving each of them does. Which quads are rectangles is said by
  /// `FittedRectangles`; the numbers that define its measurements lie with them.
  struct Parameters: Sendable {
    var effort = Effort()
    var segments = Segments()
    var lines = Lines()
    var opposites = Opposites()
    var circuits = Circuits()
    var quads = Quads()
    var refinement = Refinement()
    var sides = Sides()
    var strokes = Strokes()
    var selection = Selection()

    /// What bounds time and memory, whatever a picture shows.
    struct Effort: Sendable {
      /// The range of the longer side of the reduced picture: longer where small rectangles are asked for.
      var longestSides = 500...1280
      /// The length of the shortest side asked for.
      var leastSide = 24.0
      /// Segments that are kept, and those of them that lines are gathered from: those that stand out most.
      var segments = 4096
      var gatheredSegments = 900
      /// Lines gathered before the best `EdgeLines.maximumCount` are chosen.
      var lines = 140
      /// Lines chosen that run one way.
      var alikeLines = 40
      /// Hypotheses held while quads are searched for, and those of them that are kept.
      var hypotheses = 2048
      var kept = 160
      /// The range of the number of circuits that are refined, and the maximum number of quads among lines.
      var refinedCircuits = 8...128
      var refinedQuads = 48
    }

    /// Straight edges (Topal and Akinlar, "EDLines", 2011).
    struct Segments: Sendable {
      /// The share of the places with the least gradient, whose greatest gradient counts as noise.
      var quietShare: Float = 0.25
      /// The gradient of an edge relative to that, and its limits, in units of `GradientPicture.magnitude`: of 128 to a gray level a pixel.
      var noiseFactor: Float = 3
      var leastGradient: Float = 90
      var mostGradient: Float = 340
      /// The gradient, relative to that of an edge, of the anchors that chains begin from first.
      var anchorFactor: Float = 3
      /// The least squared cosine of the angle between the gradients of neighbors in a chain.
      var agreement: Float = 0.62
      /// Shorter pieces are no segments.
      var minimumLength: Float = 10
      /// The maximum distance of a chain from the straight line, and what it may be more relative to the length of the line.
      var tolerance: Float = 1.1
      var bend: Float = 0.004
    }

    /// Lines, each gathered from segments.
    struct Lines: Sendable {
      /// The least length of edge on a line, and relative to the shortest side asked for.
      var leastCovered: Float = 12
      var coveredShare: Float = 0.3
      /// The cosine from which on two lines run one way.
      var alike: Float = 0.966
      /// The sine of the greatest angle between segments of one line, and how much more of it is allowed where they join.
      var sine: Float = 0.1
      var joinedSine: Float = 1.6
      /// The maximum gap between segments of one line, and relative to what is covered.
      var gap: Float = 16
      var gapShare: Float = 0.8
      /// The maximum overlap of segments of one line, relative to the length of the shorter one.
      var overlap: Float = 0.5
      /// The overlap up to which they may join, the maximum distance of their ends, and relative to what is covered.
      var jointOverlap: Float = 6
      var joint: Float = 9
      var jointShare: Float = 0.002
      /// The maximum distance of a segment from the line, and relative to the length of both: less where they do not join.
      var offset: Float = 1.6
      var bend: Float = 0.008
      var joinedBend: Float = 0.035
      /// How much farther its ends may lie.
      var ends: Float = 1.5
    }

    /// Lines whose bright hand changes along them.
    struct Opposites: Sendable {
      /// The sine of the greatest angle between the two parts.
      var sine: Float = 0.08
      /// Their maximum distance, and relative to their length: less than that of the two edges of a stroke.
      var offset: Float = 1.2
      var bend: Float = 0.003
      /// How much more than the longer one both must cover, and the share of their sum.
      var gain: Float = 1.15
      var share: Float = 0.8
      /// Their salience relative to that of other lines: the sense says nothing about such a side.
      var salience: Float = 0.8
    }

    /// Four segments that lead into each other.
    struct Circuits: Sendable {
      /// The maximum gap at a corner, what it is at least, and relative to the length of each segment.
      var widestGap: Float = 20
      var gap: Float = 4
      var gapShare: Float = 0.12
    }

    /// Quads among lines.
    struct Quads: Sendable {
      /// The maximum distance of a corner beyond the picture, relative to its longer dimension.
      var overhang: Float = 0.03
      /// The least share of a side that is seen, of what the picture holds of it, and the least share that it holds.
      var coverage: Float = 0.4
      var visible: Float = 0.5
      /// How far beyond its ends a line may be crossed, and relative to its length.
      var reach: Float = 10
      var reachShare: Float = 0.8
      /// The least length of a side relative to the shortest one asked for.
      var leastSide: Float = 0.7
    }

    /// Corners at full resolution.
    struct Refinement: Sendable {
      /// The maximum distance of an edge from its side, in pixels of the picture, in pixels of the reduced one, and relative to the size.
      var reach: Float = 2.5
      var reducedReach: Float = 1.5
      var reachShare: Float = 0.006
      /// How far a corner may move, relative to that distance.
      var movement: Float = 3
    }

    /// Edges along a side, at full resolution.
    struct Sides: Sendable {
      /// The least rise of an edge, in gray levels a pixel.
      var leastRise: Float = 0.75
      /// How much less an edge counts at the end of the reach than in the middle.
      var distance: Float = 0.5
      /// The mean cost of a place, as that of an error in pixels squared, above which the side is not straight; and the cost of a bent one relative to that.
      var straight: Float = 0.2
      var bent: Float = 0.6
      /// The distance from the curve up to which a place supports it, in pixels.
      var support: Float = 1.5
      /// The slope of what goes on beyond a corner relative to that of the side.
      var continuation: Float = 0.4
    }

    /// Drawn frames, which end at their outer edge.
    struct Strokes: Sendable {
      /// The width of a stroke at least, relative to the size of the rectangle, and at most, in pixels.
      var width: Float = 3
      var widthShare: Float = 0.03
      var widest: Float = 24
      /// The ratio of the rise at the far edge of a stroke to that at the near one from which on the two sides of the stroke
      /// are alike: a bright field in a dark border before a gray wall has a lower one, and ends within the border.
      var balance: Float = 0.7
      /// The least support of the far edge.
      var support: Float = 0.5
      /// The number of sides that must be strokes of one color, less those of the other.
      var votes: Float = 1.5
    }

    /// The choice among quads that cover the same part of the picture.
    struct Selection: Sendable {
      /// The distance of two hypotheses below which they lead to the same corners, and relative to their size.
      var near: Float = 2.5
      var nearShare: Float = 0.02
      /// The confidence below which a quad is no rectangle.
      var leastConfidence: Float = 0.035
      /// The distance of two rectangles below which they are one, relative to their size.
      var distinctness: Float = 0.03
      /// The share of the area of two rectangles together that both must cover for one of them to deny the other.
      var competingOverlap: Float = 0.3
    }
  }
}
