// The tuned numbers of the object tracker, and what differs between the levels of tracking.

extension ObjectTracker {
  /// The numbers of the tracker that no calculation gives.
  ///
  /// Where no source is named, they were set on the clips of the evaluation; `Evaluation/sensitivity-objects.md` says what moving each of
  /// them does. Which box lies on its object is said by `observation`, which is fitted.
  struct Parameters: Sendable {
    // MARK: Effort

    /// Cells of a side of the search window.
    let side: Int
    /// Frames from one that the filter learns from to the next.
    let learningSpacing: Int
    /// Frames from one for which the filter is solved to the next; a multiple of `learningSpacing`.
    let solvingSpacing: Int
    /// Frames from one in which the scale filter is asked to the next.
    let scalingSpacing: Int
    /// Whether all other shapes of the box are tried in every frame, or half of them in turn.
    let triesEveryShape: Bool
    /// Pixels averaged for a sample where the picture is reduced, at most, in each direction.
    let taps: Int
    /// Windows in which an object that is not seen is looked for in a frame, besides the one at its expected place; no more
    /// than two once it is lost.
    let searchWindows: Int
    /// How likely a box lies on its object, given what is measured of it.
    var observation: ObservationModel

    // MARK: Tuned numbers

    var window = Window()
    var filter: Filter
    var colors = Colors()
    var appearance: Appearance
    var size: Size
    var motion = Motion()
    var memory = Memory()
    var search = Search()
    var states = States()
    var places = Places()

    /// The part of the picture in which an object is looked for.
    struct Window: Sendable {
      /// Side in sizes of the box, which is the geometric mean of its sides.
      var size = 3.5
      /// The least side in longer sides of the box, so that a long object has surroundings too.
      var length = 1.5
      /// The least side in pixels: a smaller one has less than half a pixel a cell.
      var least = 12.0
      /// Side of the region that is copied from the frame, relative to the window.
      var margin = 1.15
    }

    /// The correlation filter, and what its answer says.
    struct Filter: Sendable {
      /// The share of a frame in what the filter knows: as much for each frame that passes, whether it is learned from or not.
      var learningRate: Double
      /// The share of a frame in which someone who knows has confirmed the box.
      var confirmedRate = 0.2
      /// How far the object may lie from the center of the window that the filters learn from, as a share of the window's
      /// side; where it lies farther, that place is looked at once more. With 0 it always is, and its sizes as well.
      var reach: Double
      /// How much worse a place is to which the motion does not lead, as a share of the answer.
      var doubt = 0.1
      /// The peak-to-sidelobe ratio that something seen has at least: below it, chance peaks are as high.
      var leastRatio: Double
      /// The share of the object's usual ratio that something seen has at least.
      var seenShare = 0.22
      /// The ratio from which on an answer is clear, and the least share of the usual one.
      var clearRatio = 8.0
      var clearShare = 0.3
      /// The share of the newest frame in the usual ratio.
      var usualRate = 0.1
    }

    /// The color model (Bertinetto et al. 2016, "Staple").
    struct Colors: Sendable {
      /// The share of the colors in the merged response (there, 0.3); 0.25 to 0.35 are alike for `accurate`.
      var share = 0.35
      /// The learning rate of the histograms relative to that of the filter (there, 0.04 to 0.01); 1 to 2 are alike.
      var rate = 2.0
      /// The part of each side of the box whose colors are the object's: the corners of a box show the background (there, 0.8).
      var core = 0.8
      /// Width of the ring of surroundings, in sums of the box's sides; 0.25 to 0.5 are alike.
      var ring = 0.25
      /// The frequency of a color, 0 to 1, below which its probability is drawn to one half; 0.0005 to 0.01 are alike.
      var leastFrequency = 0.001
    }

    /// How much an appearance speaks for the object, as log-odds.
    ///
    /// The weights of brightness and color were fitted (logistic regression) to some twenty thousand frames of rendered
    /// clips in which it was known whether the box lay on the object.
    struct Appearance: Sendable {
      /// The weight of the correlation of the brightness.
      var brightness = 3.7
      /// The weight of the logarithm of the distance of the colors.
      var color = 0.9
      /// The log-odds of an appearance that has nothing in common, with color and without.
      var colored = 0.3
      var gray = -1.2
      /// The weight of the correlation of the gradients. Brightness alone is fooled by what is plain: a shadow on a wall has the pattern of
      /// many things.
      var gradients = 3.0
      /// The correlation of the gradients that says nothing; what exceeds twice that says no more.
      var usualGradients = 0.2
      /// The weight of the logarithm of the ratio of the contrasts beyond `contrastTolerance`.
      var contrast = 1.5
      var contrastTolerance = 0.7
      /// The weight of the gradients that it shares with the first appearance, and the correlation that says nothing: one that was taken
      /// by mistake vouches for itself; the first one never was.
      var first = 1.5
      var usualFirst = 0.15
      /// How much less a later appearance than the first says.
      var later = 0.3
      /// How much less it says about the shape of the box: one that has crept to a part of the object keeps appearances of that part.
      var laterShape: Double
      /// The peak-to-sidelobe ratio below which the answer speaks against the object.
      var clearRatio = 12.0
    }

    /// The size and the shape of the box.
    struct Size: Sendable {
      /// The share of a frame in what the scale filter knows (Danelljan et al. 2017: 0.025).
      var learningRate = 0.025
      /// The change of size in a frame from which on the next frame is asked again where not each one is; from which on the
      /// place is looked at again; and from which on the window is taken anew before it is learned from.
      var resizing = 0.015
      var repeated = 0.02
      var refined = 0.03
      /// How much of its difference from the nominated proportions a box gives up in a frame, unless the appearance speaks for it.
      var relaxation: Double
      /// The change of a side or of both that is tried.
      var shapeStep = 0.05
      /// By how much another shape must be more like the object, and the size of the box in pixels below which by more: the samples of
      /// a small object are few, and a better match may be chance.
      var leastGain = 0.15
      var smallSize = 50.0
    }

    /// The motion of the box.
    struct Motion: Sendable {
      /// The share of a frame in the velocity.
      var velocityRate = 0.5
      /// The share of the velocity that is left after a frame in which the object is not seen.
      var persistence = 0.93
      /// The motion in a frame from which on the place to which it leads is looked at, too, in sizes of the box.
      var leastMotion = 0.1
    }

    /// When what is seen is learned from, and kept.
    struct Memory: Sendable {
      /// The share of the usual ratio below which something passes in front, and may be dragging the box along.
      var heldShare = 0.5
      /// The share of the usual ratio from which on an appearance is kept.
      var keptShare = 0.6
      /// The frames from one that is kept to the next.
      var spacing = 10.0
      /// The log-odds from which on an appearance is kept: three to one, because what is kept vouches for later boxes.
      var leastLogOdds = 1.0
      /// The log-odds by the appearance alone below which it contradicts, and nothing is learned.
      var leastEvidence = -0.5
    }

    /// What an object that is looked for must look like.
    struct Search: Sendable {
      /// The log-odds by its appearance, elsewhere or where it was in doubt: of the many places that are looked at some are alike by chance.
      var evidence = 1.0
      /// By how much it must look more like the object than what is at the present place.
      var advantage = 1.0
      /// The share of the usual ratio below which it must look the more like it.
      var faintness = 0.5
      /// The share of the difference to the nominated proportions that is given up when a search begins.
      var relaxation = 0.5
      /// From one window to the next, in windows.
      var spacing = 0.5
      /// How far in its sizes it usually lies from where it is expected, besides the way that it makes in the time, which is as much a second at
      /// least. Boxes in doubt lie half a size off in the mean square; 0.5 and 1 are alike.
      var reach = 1.0
      /// By how much its size usually differs from that with which it was kept, as a natural logarithm, and by as much again a second: the
      /// standard deviation of the true size from one second to the next (0.15), and of sure boxes from the true size (0.16).
      var growth = 0.15
    }

    /// What is said of an object, beside what the observation model says.
    struct States: Sendable {
      /// Seconds after which an object that is not visible is more likely absent than occluded.
      var absence = 2.5
    }

    /// When two boxes, or a box and an object, are one.
    struct Places: Sendable {
      /// Two objects with more in common than this (intersection over union) lie on one thing, and a nominated box is a known object.
      var shared = 0.5
      /// The least deviation of an object from its motion, in its sizes: the error of its place.
      var deviation = 0.1
    }
  }
}

extension ObjectTracker.Parameters {
  static let accurate = Self(
    side: 48, learningSpacing: 1, solvingSpacing: 2, scalingSpacing: 1,
    triesEveryShape: true, taps: 4, searchWindows: 2, observation: FittedObjects.accurate,
    filter: Filter(learningRate: 0.02, reach: 0, leastRatio: 7), appearance: Appearance(laterShape: 0.9),
    size: Size(relaxation: 0.015))
  static let fast = Self(
    side: 32, learningSpacing: 3, solvingSpacing: 6, scalingSpacing: 2,
    triesEveryShape: false, taps: 3, searchWindows: 4, observation: FittedObjects.fast,
    filter: Filter(learningRate: 0.06, reach: 1 / 16, leastRatio: 6), appearance: Appearance(laterShape: 0.6),
    size: Size(relaxation: 0))

  /// A slightly other shape of a box.
  struct Shape: Sendable {
    let isWidthChanged: Bool
    let isHeightChanged: Bool
    let isLarger: Bool
  }

  /// Smaller and larger; then as wide and less or more high, then the other way round.
  private static let allShapes = [
    Shape(isWidthChanged: true, isHeightChanged: true, isLarger: false),
    Shape(isWidthChanged: true, isHeightChanged: true, isLarger: true),
    Shape(isWidthChanged: true, isHeightChanged: false, isLarger: false),
    Shape(isWidthChanged: false, isHeightChanged: true, isLarger: false),
    Shape(isWidthChanged: true, isHeightChanged: false, isLarger: true),
    Shape(isWidthChanged: false, isHeightChanged: true, isLarger: true),
  ]

  /// The shapes to try in a frame.
  func shapes(frame: Int) -> ArraySlice<Shape> {
    if triesEveryShape { return Self.allShapes[...] }
    return frame % 2 == 0 ? Self.allShapes[..<3] : Self.allShapes[3...]
  }
}
