// A sheet the size of the frame that remembers where it was drawn on, so that only those places are handed on.
import Flycatcher

/// A place in pixels of the upright picture.
struct Spot: Hashable {
  var x: Double
  var y: Double
}

/// Draws in pixels of the upright picture; hands out tiles in pixels of the stored one.
///
/// `@unchecked Sendable`: the painter that owns a sheet makes itself a new one wherever its reference is not the only one,
/// so that two threads never share it.
final class OverlaySheet: @unchecked Sendable {
  /// Size of the stored picture.
  let width: Int
  let height: Int
  /// Size of the upright picture.
  let uprightWidth: Double
  let uprightHeight: Double
  private let geometry: PictureGeometry
  private let canvas: CairoCanvas
  private let columns: Int
  private let rows: Int
  /// The cells of the stored picture that were drawn on.
  private var isMarked: [Bool]
  /// The places of labels since the last wipe, in pixels of the upright picture.
  private var labels: [Rectangle] = []
  private static let cell = 32

  /// - Returns: `nil` where there can be no canvas of this size.
  init?(width: Int, height: Int, orientation: Orientation) {
    guard let canvas = CairoCanvas(width: width, height: height) else { return nil }
    self.canvas = canvas
    self.width = width
    self.height = height
    geometry = PictureGeometry(width: width, height: height, orientation: orientation)
    (uprightWidth, uprightHeight) = (geometry.uprightSize.x, geometry.uprightSize.y)
    columns = (width + Self.cell - 1) / Self.cell
    rows = (height + Self.cell - 1) / Self.cell
    isMarked = Array(repeating: false, count: columns * rows)
    let origin = geometry.stored(Point(x: 0, y: 0))
    let right = geometry.stored(Point(x: 1 / uprightWidth, y: 0))
    let down = geometry.stored(Point(x: 0, y: 1 / uprightHeight))
    canvas.preferSpeed()
    canvas.setAxes(origin: (origin.x, origin.y), right: (right.x, right.y), down: (down.x, down.y))
  }

  /// The shorter side in pixels.
  var shorterSide: Double { min(uprightWidth, uprightHeight) }

  /// A Boolean value indicating whether nothing failed on the canvas.
  var isGood: Bool { canvas.isGood }

  func spot(_ point: Point) -> Spot { Spot(x: point.x * uprightWidth, y: point.y * uprightHeight) }

  // MARK: Cells

  /// Makes the sheet transparent again.
  func wipe() {
    for tile in markedTiles() { canvas.clear(x: tile.x, y: tile.y, width: tile.width, height: tile.height) }
    for index in isMarked.indices { isMarked[index] = false }
    labels.removeAll(keepingCapacity: true)
  }

  /// Returns the drawing since the last wipe, as tiles that do not overlap.
  func images() -> [OverlayImage] {
    markedTiles().compactMap { tile in
      canvas.pixels(x: tile.x, y: tile.y, width: tile.width, height: tile.height).map {
        OverlayImage(x: tile.x, y: tile.y, width: tile.width, height: tile.height, pixels: $0)
      }
    }
  }

  /// Neighboring marked cells of a row make one tile, and so do equal ones below each other.
  private func markedTiles() -> [(x: Int, y: Int, width: Int, height: Int)] {
    var tiles: [(x: Int, y: Int, width: Int, height: Int)] = []
    for row in 0..<rows {
      var column = 0
      while column < columns {
        guard isMarked[row * columns + column] else {
          column += 1
          continue
        }
        let first = column
        while column < columns, isMarked[row * columns + column] { column += 1 }
        let (x, y) = (first * Self.cell, row * Self.cell)
        let tile = (x: x, y: y, width: min(column * Self.cell, width) - x, height: min(y + Self.cell, height) - y)
        if let above = tiles.lastIndex(where: { $0.x == tile.x && $0.y + $0.height == y && $0.width == tile.width }) {
          tiles[above].height += tile.height
        } else {
          tiles.append(tile)
        }
      }
    }
    return tiles
  }

  /// Notes that something is drawn between two spots and up to `margin` around.
  private func mark(_ one: Spot, _ other: Spot, margin: Double) {
    let first = stored(Spot(x: min(one.x, other.x) - margin, y: min(one.y, other.y) - margin))
    let second = stored(Spot(x: max(one.x, other.x) + margin, y: max(one.y, other.y) + margin))
    guard
      let across = Self.cells(min(first.x, second.x), max(first.x, second.x), width),
      let down = Self.cells(min(first.y, second.y), max(first.y, second.y), height)
    else { return }
    for row in down {
      for column in across { isMarked[row * columns + column] = true }
    }
  }

  private static func cells(_ low: Double, _ high: Double, _ length: Int) -> ClosedRange<Int>? {
    let low = max(low - 1, 0)
    let high = min(high + 1, Double(length) - 0.001)
    guard low <= high else { return nil }
    return Int(low) / cell...Int(high) / cell
  }

  private func stored(_ spot: Spot) -> Spot {
    let stored = geometry.stored(Point(x: spot.x / uprightWidth, y: spot.y / uprightHeight))
    return Spot(x: stored.x, y: stored.y)
  }

  // MARK: Drawing

  /// Draws a chain of straight lines.
  ///
  /// - Parameter dash: lengths of dashes and of the gaps between them; `nil` for a solid line.
  func draw(_ chain: [Spot], _ color: OverlayColor, width: Double, dash: (on: Double, off: Double)? = nil) {
    var previous: Spot?
    var isEmpty = true
    for (from, to) in zip(chain, chain.dropFirst()) {
      guard let (start, end) = clipped(from, to, margin: width + 2) else { continue }
      if previous != start { canvas.move(start.x, start.y) }
      canvas.line(end.x, end.y)
      previous = end
      isEmpty = false
      markLine(start, end, margin: width / 2 + 1)
    }
    guard !isEmpty else { return }
    canvas.setColor(color)
    canvas.setLine(width: width, dash: dash)
    canvas.stroke()
  }

  /// A line with a dark rim, solid or dashed, which shows on every ground.
  func drawRimmed(_ chain: [Spot], _ color: OverlayColor, width: Double, isSolid: Bool, opacity: Double) {
    let dash = isSolid ? nil : (on: width * 4.5, off: width * 6)
    draw(chain, OverlayColor(0x000000, opacity: 0.4 * opacity), width: width * 1.9, dash: dash)
    draw(chain, color.faded(opacity), width: width, dash: dash)
  }

  /// A filled disc.
  func dot(_ center: Spot, radius: Double, _ color: OverlayColor) { dots([center], radius: radius, color) }

  /// Filled discs of one color, which is nowhere denser where they overlap.
  func dots(_ centers: [Spot], radius: Double, _ color: OverlayColor) {
    var isEmpty = true
    for center in centers {
      guard center.x > -radius, center.y > -radius, center.x < uprightWidth + radius, center.y < uprightHeight + radius
      else { continue }
      canvas.circle(center.x, center.y, radius)
      mark(center, center, margin: radius + 1)
      isEmpty = false
    }
    guard !isEmpty else { return }
    canvas.setColor(color)
    canvas.fill()
  }

  /// Lays a picture of its own pixels on the sheet, its top left corner at a spot. Labels keep off it from then on.
  func lay(_ thumbnail: Thumbnail, at corner: Spot, opacity: Double) {
    guard let picture = CairoCanvas(width: thumbnail.width, height: thumbnail.height) else { return }
    picture.setPixels(thumbnail.pixels)
    let (width, height) = (Double(thumbnail.width), Double(thumbnail.height))
    canvas.save()
    canvas.rectangle(corner.x, corner.y, width, height)
    canvas.clipToPath()
    canvas.paint(picture, x: corner.x, y: corner.y, opacity: opacity)
    canvas.restore()
    mark(corner, Spot(x: corner.x + width, y: corner.y + height), margin: 1)
    labels.append(Rectangle(x: corner.x, y: corner.y, width: width, height: height))
  }

  /// Text on a dark pill beside a spot, where it covers no other label, and inside the picture.
  ///
  /// - Parameter gap: The distance that it keeps from the spot on both sides.
  func label(_ text: String, at spot: Spot, gap: Double, size: Double, _ color: OverlayColor, opacity: Double) {
    guard !text.isEmpty, size >= 4 else { return }
    canvas.setFont(size: size, isBold: true)
    let padding = size * 0.4
    let width = canvas.width(of: text) + 2 * padding + size * 0.65
    let height = size * 1.45
    guard width.isFinite, width < uprightWidth, height < uprightHeight else { return }
    let corner = freeCorner(at: spot, gap: gap, width: width, height: height)
    let (x, y) = (corner.x, corner.y)
    canvas.setColor(OverlayColor(0x0B1016, opacity: 0.72 * opacity))
    canvas.roundedRectangle(x, y, width, height, radius: height * 0.3)
    canvas.fill()
    canvas.setColor(color.faded(opacity))
    canvas.circle(x + padding + size * 0.2, y + height / 2, size * 0.24)
    canvas.fill()
    canvas.setColor(OverlayColor(0xFFFFFF, opacity: opacity))
    canvas.write(text, x + padding + size * 0.65, y + height * 0.5 + size * 0.36)
    mark(corner, Spot(x: x + width, y: y + height), margin: 1)
    labels.append(Rectangle(x: x, y: y, width: width, height: height))
  }

  /// The top left corner of a label: to the right and above the spot, or where there is room around it.
  private func freeCorner(at spot: Spot, gap: Double, width: Double, height: Double) -> Spot {
    let (right, left) = (spot.x + gap, spot.x - gap - width)
    let (above, below) = (spot.y - gap - height, spot.y + gap)
    let places = [
      (right, above), (left, above), (right, below), (left, below), (right, above - height * 1.1),
      (left, above - height * 1.1), (right, below + height * 1.1), (left, below + height * 1.1),
    ].map { place in
      Spot(
        x: min(max(place.0, 1), uprightWidth - width - 1), y: min(max(place.1, 1), uprightHeight - height - 1))
    }
    let free = places.first { place in
      !labels.contains {
        place.x < $0.maxX && place.x + width > $0.x && place.y < $0.maxY && place.y + height > $0.y
      }
    }
    return free ?? places[0]
  }

  private func markLine(_ start: Spot, _ end: Spot, margin: Double) {
    let longer = max(abs(end.x - start.x), abs(end.y - start.y))
    let steps = max(Int(longer / (Double(Self.cell) / 2)), 1)
    var from = start
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      let to = Spot(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share)
      mark(from, to, margin: margin)
      from = to
    }
  }

  /// The part of a line that is in the picture or not farther than `margin` from it (Liang and Barsky 1984).
  private func clipped(_ from: Spot, _ to: Spot, margin: Double) -> (Spot, Spot)? {
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    var (first, last) = (0.0, 1.0)
    for (step, room) in [
      (-dx, from.x + margin), (dx, uprightWidth + margin - from.x), (-dy, from.y + margin),
      (dy, uprightHeight + margin - from.y),
    ] {
      if step == 0 {
        guard room >= 0 else { return nil }
      } else if step < 0 {
        first = max(first, room / step)
      } else {
        last = min(last, room / step)
      }
    }
    guard first <= last else { return nil }
    func place(_ share: Double) -> Spot { Spot(x: from.x + dx * share, y: from.y + dy * share) }
    return (first == 0 ? from : place(first), last == 1 ? to : place(last))
  }
}
