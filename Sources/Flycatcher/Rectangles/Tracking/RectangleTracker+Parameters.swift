// The tuned numbers of the rectangle tracker.

extension RectangleTracker {
  /// The numbers of the tracker that no calculation gives.
  ///
  /// Distances are relative to the size of a rectangle, the square root of its area, where nothing else is said; light is in gray levels. Where
  /// no source is named, they were set on the clips of the evaluation; `Evaluation/sensitivity-rectangles.md` says what moving each of
  /// them does.
  struct Parameters: Sendable {
    var detection = RectangleDetector.Parameters()
    var confidence = RectangleConfidence()
    var effort = Effort()
    var texture = Texture()
    var template = Template()
    var alignment = Alignment()
    var outline = Outline()
    var seen = Seen()
    var surface = Surface()
    var shape = Shape()
    var sameness = Sameness()
    var track = Track()

    /// What bounds time, whatever a picture shows.
    struct Effort: Sendable {
      /// The time between two detections while a rectangle is not seen.
      var searchInterval = Duration.milliseconds(200)
      /// Detected quads at which a lost rectangle is looked for, and those of them at which it is looked for closely.
      var candidates = 12
      var closeCandidates = 3
      /// How far around a place the coarsest level is searched, in its pixels: where a rectangle is expected, and where one was lost.
      var reach = 8
      var lostReach = 14
      /// Cells along the longer side of each level of a template, and its most samples.
      var levels = [(cells: 24, samples: 300), (48, 600), (96, 900), (192, 1200)]
      /// Iterations by level.
      var iterations = [10, 7, 5, 4]
      /// Where nothing is to be detected, the limits of what a lost rectangle is looked for among: any shape.
      var minimumAspectRatio = 0.2
      var minimumSize = 0.1
    }

    /// The detail on a surface.
    struct Texture: Sendable {
      /// The gray levels by which a place of detail differs from its neighbors. Shades and reflections are smooth and do not
      /// count, for they do not stay where they are.
      var leastDetail: Float = 7
      /// The least number of places of detail in every quarter, and, where one has fewer, in all together.
      var everywhere: Float = 10
      var somewhere: Float = 40
    }

    /// The places of a template.
    struct Template: Sendable {
      /// The change of gray levels in a cell below which a place is no evidence.
      var leastGradient: Float = 1.5
      /// The least size of a cell, in pixels.
      var leastCell: Float = 0.75
      /// The share of the samples that one of 64 blocks may have.
      var blockShare: Float = 0.05
    }

    /// The alignment of a template (Baker and Matthews 2004), robust by Geman and McClure's function.
    struct Alignment: Sendable {
      /// The error, in gray levels, at which the weights fall off: at first, and where alignments are compared.
      var firstScale: Float = 30
      var judgedScale: Float = 20
      /// The same later: times the standard deviation by the median of the errors, and its limits.
      var scaleFactor: Float = 2.2
      var leastScale: Float = 8
      var mostScale: Float = 200
      /// The error, in gray levels, below which the brightness of a place is as expected.
      var inlier: Float = 16
      /// Of 16 parts of the surface: the share of such places, relative to that of the four fifths' part, below which a part is not
      /// trusted, and by how much more it is trusted in full; the least trust; and the one below which a part counts as covered.
      var trusted: Float = 0.35
      var trustRange: Float = 0.35
      var leastTrust: Float = 0.03
      var covered: Float = 0.5
      /// The movement of a corner, in pixels, below which it has arrived.
      var arrived: Float = 0.015
      /// By how much a shift as far as the reach must correlate more than none.
      var shiftCost: Float = 0.03
    }

    /// The outline (Harris 1992; Drummond and Cipolla 2002).
    struct Outline: Sendable {
      /// The least steepness of an edge, in gray levels a pixel, and relative to that of the template.
      var leastSlope: Float = 1.5
      var slopeShare: Float = 0.06
      /// How far from a side its edge is looked for: in the first picture, and where it is expected.
      var firstReach: Float = 0.03
      var reach: Float = 0.12
      /// The change, in gray levels, up to which the surroundings of an edge are alike: of their brightness, and of their pattern.
      var light: Float = 40
      var pattern: Float = 14
      /// The likeness of what has nothing in common: light may change at once, and blur spread the edge inward.
      var unlike: Float = 0.35
      /// The part of the time between frames for which the shutter is open.
      var shutter: Float = 0.5
      /// The number of places that must be seen, and the share of their normals across the one direction in which most of them lie.
      var leastSeen: Float = 16
      var leastAcross: Float = 0.12
      /// The share of places at which clutter alone has an edge.
      var chance: Float = 0.35
      /// The part of the strength that the side seen worst decides.
      var worst: Float = 0.4
      /// The part of the outline in the picture that is as good as all of it is 1 / (1 + this) less.
      var spare: Float = 0.2
      /// The cost of a movement of the whole, and of its growth and turn, beside that of a change of shape.
      var movement: Float = 0.02
      var growth: Float = 1
      /// The change of the middle brightness within, and the spread of it at most: so much, and so many times as much as at first.
      var resembles: Float = 60
      var spread: Float = 10
      var spreadFactor: Float = 2
    }

    /// What a strength says.
    struct Seen: Sendable {
      /// The strength of an outline that settles nothing of the shape.
      var surface: Float = 0.35
      /// The least strength of what is taken for a rectangle that was lost; below it one that is expected is looked for farther away, too.
      var sure: Float = 0.6
      /// By how much what is found far away must be surer.
      var advantage: Float = 0.1
      /// The gray levels by which a blank rectangle may change since it was last seen.
      var change: Float = 90
      /// The score of a recovered surface relative to the usual one, and of one that need not be looked for elsewhere.
      var recovered: Float = 0.85
      var near: Float = 0.93
      /// The usual score of a rectangle of which none is known, and the share of a frame in it.
      var usual: Float = 0.9
      var usualRate: Float = 0.2
    }

    /// What an alignment says, so that chance stays below a third.
    struct Surface: Sendable {
      /// The correlation that says nothing.
      var chance: Float = 0.3
      /// The weight of the inliers.
      var inliers: Float = 0.6
      /// How many times the visible part, up to 1, is taken, and all of it.
      var visible: Float = 1.5
      var gain: Float = 1.1
      /// The covered part from which on nothing is seen, and the range over which that fades.
      var covered: Float = 0.7
      var coveredRange: Float = 0.3
      /// The covered part and the share of inliers from which on its shape is held.
      var holding: Float = 0.35
      var holdingInliers: Float = 0.65
      /// How much of the shape is settled less, for a covered part; and more, for an outline's strength.
      var unsettled: Float = 2.5
      var settled: Float = 2.5
    }

    /// The movement of one corner beside the others.
    struct Shape: Sendable {
      /// Of a rectangle with detail.
      var kept: Float = 0.08
      /// Of a blank one from one frame to the next: a larger one is the edge of something else. And while it was lost.
      var deformed: Float = 0.04
      var lost: Float = 0.06
    }

    /// When two quads are one.
    struct Sameness: Sendable {
      /// The distance of corners between frames or detections.
      var gate: Float = 0.12
    }

    /// The track from frame to frame.
    struct Track: Sendable {
      /// Seconds for which motion goes on.
      var ahead: Float = 0.2
      /// The change of the area in a frame.
      var leastGrowth: Float = 0.6
      var mostGrowth: Float = 1.7
      /// The least area relative to the first one.
      var leastArea: Float = 0.02
      /// The range of the contrast relative to the first one, and the least score relative to the usual one.
      var leastGain: Float = 0.2
      var mostGain: Float = 5
      var leastScore: Float = 0.5
      /// The frames in a row in which the outline was seen but not the surface, and the part of it that must be seen, before the template is
      /// replaced.
      var changedFrames: Float = 5
      var whole: Float = 0.9
    }
  }
}
