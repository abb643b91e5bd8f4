// The drawing of objects and rectangles: outlines with corner marks, a label, a trail of past centers.
import Flycatcher

extension OverlayPainter {
  func draw(_ object: ObjectTrail, at time: Timestamp, on sheet: OverlaySheet) {
    let observation = object.observation
    let state = observation.state
    let opacity = opacity(box: object.presence, at: time) * (state == .lost ? 0.5 : 1)
    guard opacity > 0 else { return }
    let color = style.color(object.number - 1)
    let width = lineWidth(on: sheet)
    drawTrail(object, color, at: time, opacity, on: sheet)
    guard let corners = corners(observation.boundingBox, on: sheet) else { return }
    let isSeen = state == .tracked || state == .nominated || state == .recovered
    let isSolid = isSeen && isSure(observation.confidence)
    let outline = corners + [corners[0]]
    sheet.drawRimmed(outline, color, width: width, isSolid: isSolid, opacity: opacity)
  }

  /// The object's name and confidence, above the corner of its box.
  func label(_ object: ObjectTrail, at time: Timestamp, on sheet: OverlaySheet) {
    let observation = object.observation
    let opacity = opacity(box: object.presence, at: time) * (observation.state == .lost ? 0.5 : 1)
    guard opacity > 0, let corner = corners(observation.boundingBox, on: sheet)?.first else { return }
    let name = observation.label.isEmpty ? "#\(object.number)" : printable(observation.label)
    let note = observation.state == .lost ? "lost" : hundredths(observation.confidence)
    let gap = lineWidth(on: sheet)
    sheet.label(
      "\(name)  \(note)", at: Spot(x: corner.x - gap * 1.5, y: corner.y), gap: gap,
      size: style.fontSize * sheet.shorterSide, style.color(object.number - 1), opacity: opacity)
  }

  func draw(_ rectangle: RectangleTrail, at time: Timestamp, on sheet: OverlaySheet) {
    let observation = rectangle.observation
    let state = observation.state
    let opacity = opacity(box: rectangle.presence, at: time) * (state == .lost ? 0.5 : 1)
    guard opacity > 0, observation.corners.corners.allSatisfy(\.isDrawable) else { return }
    let color = style.color(rectangle.number - 1)
    let width = lineWidth(on: sheet)
    let spots = observation.corners.corners.map(sheet.spot)
    let isSolid = rectangle.isSeen && isSure(observation.confidence)
    sheet.drawRimmed(spots + [spots[0]], color, width: width, isSolid: isSolid, opacity: opacity)
    for index in spots.indices {
      let (before, spot, after) = (spots[(index + 3) % 4], spots[index], spots[(index + 1) % 4])
      let mark = [toward(before, from: spot, 0.14), spot, toward(after, from: spot, 0.14)]
      sheet.draw(mark, color.faded(opacity), width: width * 2.4)
    }
    // The rectangle's own top left corner tells which way it lies.
    sheet.dot(spots[0], radius: width * 2.4, OverlayColor(0xFFFFFF, opacity: opacity))
    sheet.dot(spots[0], radius: width * 1.5, color.faded(opacity))
  }

  /// The rectangle's number and confidence, beside its own top left corner.
  func label(_ rectangle: RectangleTrail, at time: Timestamp, on sheet: OverlaySheet) {
    let observation = rectangle.observation
    let opacity = opacity(box: rectangle.presence, at: time) * (observation.state == .lost ? 0.5 : 1)
    guard opacity > 0, observation.corners.topLeft.isDrawable else { return }
    let note = observation.state == .lost ? "lost" : hundredths(observation.confidence)
    sheet.label(
      "#\(rectangle.number)  \(note)", at: sheet.spot(observation.corners.topLeft), gap: lineWidth(on: sheet) * 3,
      size: style.fontSize * sheet.shorterSide, style.color(rectangle.number - 1), opacity: opacity)
  }

  /// A box that is being dragged: dashed, white, or in the region's color where it is to be one.
  func draw(_ band: PointerGestures.Band, on sheet: OverlaySheet) {
    guard let corners = corners(band.box, on: sheet) else { return }
    let color = band.isRegion ? style.regionColor : OverlayColor(0xFFFFFF)
    sheet.drawRimmed(
      corners + [corners[0]], color, width: lineWidth(on: sheet), isSolid: false, opacity: style.opacity)
  }

  /// Past centers, fainter the older they are.
  private func drawTrail(
    _ object: ObjectTrail, _ color: OverlayColor, at time: Timestamp, _ opacity: Double, on sheet: OverlaySheet
  ) {
    let span = style.trailDuration.seconds
    for (from, to) in zip(object.centers, object.centers.dropFirst()) {
      let share = 1 - (time - to.time).seconds / span
      guard share > 0 else { continue }
      sheet.draw(
        [sheet.spot(from.place), sheet.spot(to.place)], color.faded(0.8 * min(share, 1) * opacity),
        width: lineWidth(on: sheet) * (0.6 + 0.6 * min(share, 1)))
    }
  }

  /// Clockwise from the top left; `nil` for a box that is none.
  private func corners(_ box: Rectangle, on sheet: OverlaySheet) -> [Spot]? {
    guard box.x.isFinite, box.y.isFinite, box.width.isFinite, box.height.isFinite, box.width > 0, box.height > 0
    else { return nil }
    let (left, right) = (min(max(box.x, -1), 2), min(max(box.maxX, -1), 2))
    let (top, bottom) = (min(max(box.y, -1), 2), min(max(box.maxY, -1), 2))
    guard left < 1, top < 1, right > 0, bottom > 0 else { return nil }
    return [
      Point(x: left, y: top), Point(x: right, y: top), Point(x: right, y: bottom), Point(x: left, y: bottom),
    ].map(sheet.spot)
  }

  private func toward(_ other: Spot, from spot: Spot, _ share: Double) -> Spot {
    Spot(x: spot.x + (other.x - spot.x) * share, y: spot.y + (other.y - spot.y) * share)
  }

  /// A label on one line, cut where it is too long to be read.
  private func printable(_ label: String) -> String {
    let line = String(label.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? " " : Character($0) })
    return line.count > 32 ? line.prefix(31) + "…" : line
  }
}
