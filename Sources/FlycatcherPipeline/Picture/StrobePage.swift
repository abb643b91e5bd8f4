// The page around the picture: axes in pixels, curves, numbers, a legend.
import Flycatcher

/// Lays the picture of a clip out and draws it.
struct StrobePage {
  /// Size of the page in pixels.
  let width: Int
  let height: Int
  private let pixels: [UInt8]
  private let storedWidth: Int
  private let storedHeight: Int
  private let geometry: PictureGeometry
  /// Size of the upright frame in its own pixels, which the axes count.
  private let frameWidth: Int
  private let frameHeight: Int
  private let flights: [TrajectoryTrail]
  private let flightCount: Int
  private let duration: Double
  private let palette: [OverlayColor]
  private let speedUnit: SpeedUnit
  /// Size of the text, the measure of all margins.
  private let unit: Double
  private let plot: Rectangle
  private let legend: Legend

  private static let ink = OverlayColor(0x20262E)
  private static let paleInk = OverlayColor(0x66707C)

  /// The arrangement of the legend's entries.
  struct Legend {
    var columns: Int
    var rows: Int
    var cellWidth: Double
    /// The position of the times and the confidence in a cell.
    var timesStart: Double
    var confidenceStart: Double
    var speedStart: Double

    /// The width that a digit takes at most, in units of the text's size.
    private static let digit = 0.66

    /// Room for the longest of the texts.
    init(_ flights: [TrajectoryTrail], _ speedUnit: SpeedUnit, unit: Double, width: Double) {
      let numbers = flights.map { "\($0.number)".count }.max() ?? 1
      let times = flights.map { StrobePage.times(of: $0).count }.max() ?? 0
      timesStart = unit * max(1.7 + Double(numbers) * Self.digit + 0.5, 3.6)
      confidenceStart = max(timesStart + unit * (Double(times) * Self.digit * 0.85 + 0.6), unit * 11.3)
      speedStart = confidenceStart + unit * 2.8
      let speeds = flights.map { $0.measures?.shortText(in: speedUnit)?.count ?? 0 }.max() ?? 0
      cellWidth = confidenceStart + unit * (3.7 + Double(speeds) * Self.digit * 0.85)
      columns = max(Int(width / cellWidth), 1)
      rows = min((flights.count + columns - 1) / columns, max(8, 24 / columns))
    }
  }

  /// - Parameters:
  ///   - pixels: the stored picture as BGRA.
  ///   - frameSize: The size of the stored frames.
  ///   - flightCount: The number of all flights, of which `flights` are shown.
  ///   - duration: length of the clip in seconds.
  init(
    pixels: [UInt8], storedWidth: Int, storedHeight: Int, orientation: Orientation,
    frameSize: (width: Int, height: Int), flights: [TrajectoryTrail], flightCount: Int, duration: Double,
    palette: [OverlayColor], speedUnit: SpeedUnit
  ) {
    self.pixels = pixels
    self.storedWidth = storedWidth
    self.storedHeight = storedHeight
    geometry = PictureGeometry(width: storedWidth, height: storedHeight, orientation: orientation)
    self.flights = flights
    self.flightCount = flightCount
    self.duration = duration
    self.palette = palette
    self.speedUnit = speedUnit
    (frameWidth, frameHeight) = orientation.uprightSize(width: frameSize.width, height: frameSize.height)
    let (across, down) = (geometry.uprightSize.x, geometry.uprightSize.y)
    let longer = max(across, down)
    let scale = min(max(min(960 / longer, 8), 1), 30000 / longer)
    let (plotWidth, plotHeight) = ((across * scale).rounded(), (down * scale).rounded())
    unit = min(max(plotWidth * 0.0125, 11), 28)
    let (left, top) = ((unit * 4.6).rounded(), (unit * 2.6).rounded())
    plot = Rectangle(x: left, y: top, width: max(plotWidth, 1), height: max(plotHeight, 1))
    let pageWidth = max(left + plotWidth + unit * 1.6, unit * 24)
    legend = Legend(flights, speedUnit, unit: unit, width: pageWidth - left)
    let rows = legend.rows
    let hasRemark = flightCount > min(flights.count, legend.columns * rows)
    width = Int(pageWidth.rounded(.up))
    height = Int((top + plotHeight + unit * (5 + Double(rows + (hasRemark ? 1 : 0)) * 1.6)).rounded(.up))
  }

  func draw(on canvas: CairoCanvas) {
    canvas.setColor(OverlayColor(0xFFFFFF))
    canvas.rectangle(0, 0, Double(width), Double(height))
    canvas.fill()
    drawPicture(on: canvas)
    drawAxes(on: canvas)
    canvas.save()
    canvas.rectangle(plot.x, plot.y, plot.width, plot.height)
    canvas.clipToPath()
    for flight in flights { drawCurve(flight, on: canvas) }
    if flights.count <= 40 { drawTags(on: canvas) }
    canvas.restore()
    drawHeader(on: canvas)
    drawLegend(on: canvas)
  }

  private func place(_ point: Point) -> Spot {
    Spot(x: plot.x + point.x * plot.width, y: plot.y + point.y * plot.height)
  }

  /// One color a flight: the palette's, and lighter and darker ones when it has been through.
  private func color(_ index: Int) -> OverlayColor {
    let color = palette[index % palette.count]
    return switch index / palette.count % 3 {
    case 1: color.mixed(with: OverlayColor(0xFFFFFF), 0.45)
    case 2: color.mixed(with: OverlayColor(0x000000), 0.35)
    default: color
    }
  }

  private func color(_ flight: TrajectoryTrail) -> OverlayColor {
    color(flights.firstIndex { $0.number == flight.number } ?? 0)
  }

  private func drawPicture(on canvas: CairoCanvas) {
    guard let picture = CairoCanvas(width: storedWidth, height: storedHeight) else { return }
    picture.setPixels(pixels)
    func corner(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      let spot = place(geometry.upright(SIMD2(x, y)))
      return (spot.x, spot.y)
    }
    canvas.save()
    canvas.rectangle(plot.x, plot.y, plot.width, plot.height)
    canvas.clipToPath()
    canvas.setAxes(origin: corner(0, 0), right: corner(1, 0), down: corner(0, 1))
    canvas.paint(picture)
    canvas.restore()
  }

  private func drawCurve(_ flight: TrajectoryTrail, on canvas: CairoCanvas) {
    guard let chain = TrajectoryCurve(flight.points, aspect: plot.width / plot.height)?.chain(96),
      let first = chain.first
    else { return }
    let line = max(unit * 0.13, 1.2)
    let start = place(first)
    canvas.move(start.x, start.y)
    for point in chain.dropFirst() {
      let spot = place(point)
      canvas.line(spot.x, spot.y)
    }
    canvas.setColor(OverlayColor(0x000000, opacity: 0.45))
    canvas.setLine(width: line * 2.1)
    canvas.stroke(keepingPath: true)
    canvas.setColor(color(flight))
    canvas.setLine(width: line)
    canvas.stroke()
  }

  /// The flights' numbers, each at the top of its arc, as far as there is room.
  private func drawTags(on canvas: CairoCanvas) {
    let radius = unit * 0.72
    var taken: [Spot] = []
    canvas.setFont(size: unit * 0.78, isBold: true)
    for flight in flights {
      let spots = flight.points.map { place($0.location) }
      guard let top = spots.min(by: { $0.y < $1.y }) else { continue }
      let lift = flight.radius * plot.width + radius * 1.35
      let choices = [(0.0, -lift), (-lift, 0), (lift, 0), (0, lift), (-lift, -lift), (lift, -lift), (0, -2 * lift)]
      let places = choices.map { choice in
        Spot(
          x: min(max(top.x + choice.0, plot.x + radius + 1), plot.maxX - radius - 1),
          y: min(max(top.y + choice.1, plot.y + radius + 1), plot.maxY - radius - 1))
      }
      let free = places.first { spot in !taken.contains { max(abs($0.x - spot.x), abs($0.y - spot.y)) < radius * 2.1 } }
      let spot = free ?? places[0]
      taken.append(spot)
      let color = color(flight)
      canvas.setColor(OverlayColor(0x000000, opacity: 0.55))
      canvas.circle(spot.x, spot.y, radius + 1.2)
      canvas.fill()
      canvas.setColor(color)
      canvas.circle(spot.x, spot.y, radius)
      canvas.fill()
      let isLight = 0.299 * color.red + 0.587 * color.green + 0.114 * color.blue > 0.5
      canvas.setColor(isLight ? Self.ink : OverlayColor(0xFFFFFF))
      let text = "\(flight.number)"
      canvas.write(text, spot.x - canvas.width(of: text) / 2, spot.y + unit * 0.28)
    }
  }

  private func drawAxes(on canvas: CairoCanvas) {
    canvas.setColor(Self.ink)
    canvas.setLine(width: 1)
    canvas.rectangle(plot.x - 0.5, plot.y - 0.5, plot.width + 1, plot.height + 1)
    canvas.stroke()
    canvas.setFont(size: unit * 0.86)
    for value in ticks(frameWidth, over: plot.width) {
      let x = plot.x + Double(value) / Double(frameWidth) * plot.width
      canvas.move(x, plot.maxY)
      canvas.line(x, plot.maxY + unit * 0.4)
      canvas.stroke()
      let text = "\(value)"
      canvas.write(text, x - canvas.width(of: text) / 2, plot.maxY + unit * 1.4)
    }
    for value in ticks(frameHeight, over: plot.height) {
      let y = plot.y + Double(value) / Double(frameHeight) * plot.height
      canvas.move(plot.x, y)
      canvas.line(plot.x - unit * 0.4, y)
      canvas.stroke()
      let text = "\(value)"
      canvas.write(text, plot.x - unit * 0.65 - canvas.width(of: text), y + unit * 0.3)
    }
    canvas.setColor(Self.paleInk)
    let title = "x in pixels"
    canvas.write(title, plot.x + (plot.width - canvas.width(of: title)) / 2, plot.maxY + unit * 2.7)
    canvas.save()
    let sideways = "y in pixels"
    let reach = canvas.width(of: sideways)
    let (x, y) = (unit * 1.2, plot.y + (plot.height + reach) / 2)
    canvas.setAxes(origin: (x, y), right: (x, y - 1), down: (x + 1, y))
    canvas.write(sideways, 0, 0)
    canvas.restore()
  }

  /// Round numbers from 0 to a length, far enough apart to be read.
  private func ticks(_ length: Int, over pixels: Double) -> StrideThrough<Int> {
    let wanted = max(pixels / (unit * 6), 1)
    var step = 1
    for factor in sequence(first: 1, next: { $0 < 1_000_000 ? $0 * 10 : nil }) {
      for digit in [1, 2, 5] {
        step = factor * digit
        if Double(length) / Double(step) <= wanted { return stride(from: 0, through: length, by: step) }
      }
    }
    return stride(from: 0, through: length, by: step)
  }

  private func drawHeader(on canvas: CairoCanvas) {
    canvas.setFont(size: unit * 1.1, isBold: true)
    canvas.setColor(Self.ink)
    let title = flightCount == 0 ? "No flights" : flightCount == 1 ? "1 flight" : "\(flightCount) flights"
    canvas.write(title, plot.x, plot.y - unit * 0.8)
    let reach = canvas.width(of: title)
    canvas.setFont(size: unit * 0.95)
    canvas.setColor(Self.paleInk)
    canvas.write(
      "in \(decimal(duration, 1)) s, \(frameWidth) × \(frameHeight) pixels", plot.x + reach + unit * 0.6,
      plot.y - unit * 0.8)
  }

  private func drawLegend(on canvas: CairoCanvas) {
    let top = plot.maxY + unit * 4.6
    let shown = flights.prefix(legend.columns * legend.rows)
    for (index, flight) in shown.enumerated() {
      let x = plot.x + Double(index % legend.columns) * legend.cellWidth
      let y = top + Double(index / legend.columns) * unit * 1.6
      canvas.setColor(color(index))
      canvas.roundedRectangle(x, y - unit * 0.62, unit * 1.3, unit * 0.5, radius: unit * 0.25)
      canvas.fill()
      canvas.setFont(size: unit * 0.92, isBold: true)
      canvas.setColor(Self.ink)
      canvas.write("\(flight.number)", x + unit * 1.7, y)
      canvas.setFont(size: unit * 0.92)
      canvas.write(Self.times(of: flight), x + legend.timesStart, y)
      canvas.setColor(Self.paleInk)
      canvas.write(hundredths(flight.confidence), x + legend.confidenceStart, y)
      if let speed = flight.measures?.shortText(in: speedUnit) {
        canvas.setColor(Self.ink)
        canvas.write(speed, x + legend.speedStart, y)
      }
    }
    let missing = flightCount - shown.count
    guard missing > 0 else { return }
    canvas.setFont(size: unit * 0.92)
    canvas.setColor(Self.paleInk)
    canvas.write("and \(missing) more", plot.x, top + Double(legend.rows) * unit * 1.6)
  }

  /// From when to when a flight is seen.
  static func times(of flight: TrajectoryTrail) -> String {
    let (start, end) = (flight.points.first?.time.seconds ?? 0, flight.points.last?.time.seconds ?? 0)
    return "\(decimal(start, 2))–\(decimal(end, 2)) s"
  }
}
