// Scores a tracked object against its true boxes.

/// The figures of one clip or, as means, of several.
public struct ObjectFigures: Sendable {
  /// The share of frames with an overlap above t, averaged over t = 0, 0.05 … 1 (OTB's success, Wu, Lim, Yang 2013).
  public var auc: Double
  /// The share of frames in which the center is at most 20 pixels off.
  public var precision20: Double
  /// Mean intersection over union.
  public var overlap: Double
  /// Frames said to be tracked although the box lies on nothing, or the object cannot be seen.
  public var falseHold: Double
  /// Frames said to be lost although the object can be seen.
  public var falseLoss: Double
  /// Frames without a line in which the object can be seen.
  public var missing: Double
  /// The share of frames with a false hold.
  public var falseHoldShare: Double
  /// The share of the frames in which the object can be seen that are false losses.
  public var falseLossShare: Double
  /// The confidence of every box that was claimed, and whether it lay on the object.
  public var forecasts: [Forecast]

  public static func mean(_ clips: [ObjectFigures]) -> ObjectFigures {
    func over(_ figure: KeyPath<ObjectFigures, Double>) -> Double { Scoring.mean(clips.map { $0[keyPath: figure] }) }
    return ObjectFigures(
      auc: over(\.auc), precision20: over(\.precision20), overlap: over(\.overlap), falseHold: over(\.falseHold),
      falseLoss: over(\.falseLoss), missing: over(\.missing), falseHoldShare: over(\.falseHoldShare),
      falseLossShare: over(\.falseLossShare), forecasts: clips.flatMap(\.forecasts))
  }
}

/// A box in pixels.
struct PixelBox {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  var center: Place { Place(x + width / 2, y + height / 2) }

  func overlap(_ other: PixelBox) -> Double {
    let common = (
      width: min(x + width, other.x + other.width) - max(x, other.x),
      height: min(y + height, other.y + other.height) - max(y, other.y)
    )
    guard common.width > 0, common.height > 0 else { return 0 }
    let area = common.width * common.height
    return area / (width * height + other.width * other.height - area)
  }
}

extension ObjectTruth {
  /// Scores the object whose box lies best on the truth in its own first frame.
  ///
  /// Of several lines about a frame the last counts. Frames in which the object cannot be seen count for false holds alone.
  public func score(_ lines: [ObservationLine]) -> ObjectFigures {
    let object = chosen(lines)
    var overlaps: [Double] = []
    var forecasts: [Forecast] = []
    var (close, hold, loss, missing) = (0, 0, 0, 0)
    for frame in boxes.indices {
      let line = object[frame]
      let claimed = line.flatMap(box)
      let actual = trueBox(frame)
      let overlap = claimed.flatMap { claimed in actual.map(claimed.overlap) } ?? 0
      let isHeld = line.map { ["tracked", "recovered"].contains($0.state ?? "tracked") } ?? false
      if isHeld, overlap == 0 { hold += 1 }
      // The first frame is given.
      if claimed != nil, frame > 0, let confidence = line?.confidence {
        forecasts.append(Forecast(confidence, isRight: overlap >= Self.leastOverlap))
      }
      guard let actual else { continue }
      overlaps.append(overlap)
      if let claimed, claimed.center.distance(to: actual.center) <= 20 { close += 1 }
      if line?.isGone == true { loss += 1 }
      if line == nil { missing += 1 }
    }
    let count = Double(max(overlaps.count, 1))
    let success = (0...20).map { step in Double(overlaps.count { $0 > Double(step) / 20 }) / count }
    return ObjectFigures(
      auc: success.reduce(0, +) / 21, precision20: Double(close) / count, overlap: overlaps.reduce(0, +) / count,
      falseHold: Double(hold), falseLoss: Double(loss), missing: Double(missing),
      falseHoldShare: Double(hold) / Double(max(boxes.count, 1)), falseLossShare: Double(loss) / count,
      forecasts: forecasts)
  }

  /// From this overlap on a box counts as lying on the object.
  static let leastOverlap = 0.3

  private func chosen(_ lines: [ObservationLine]) -> [Int: ObservationLine] {
    byIdentity(lines, type: "object").max { overlapAtFirst($0) < overlapAtFirst($1) } ?? [:]
  }

  private func overlapAtFirst(_ object: [Int: ObservationLine]) -> Double {
    guard let first = object.keys.min(), boxes.indices.contains(first), let claimed = object[first].flatMap(box),
      let actual = trueBox(first)
    else { return 0 }
    return claimed.overlap(actual)
  }

  private func trueBox(_ frame: Int) -> PixelBox? {
    guard let numbers = boxes[frame], numbers.count == 4 else { return nil }
    return PixelBox(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  private func box(_ line: ObservationLine) -> PixelBox? {
    guard let box = line.boundingBox, !line.isGone else { return nil }
    return PixelBox(x: box.x * width, y: box.y * height, width: box.width * width, height: box.height * height)
  }
}

/// The lines of each thing by their frames, the things in the order of their first lines.
func byIdentity(_ lines: [ObservationLine], type: String) -> [[Int: ObservationLine]] {
  var things: [[Int: ObservationLine]] = []
  var index: [String?: Int] = [:]
  for line in lines where line.type == type {
    guard let frame = line.frame else { continue }
    let thing = index[line.uuid] ?? things.count
    if thing == things.count {
      things.append([:])
      index[line.uuid] = thing
    }
    things[thing][frame] = line
  }
  return things
}
