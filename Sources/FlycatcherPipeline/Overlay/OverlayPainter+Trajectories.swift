// The drawing of a flight: a path, its points, or a comet.
import Flycatcher

extension OverlayPainter {
  func draw(_ flight: TrajectoryTrail, at time: Timestamp, on sheet: OverlaySheet) {
    let opacity = opacity(flight, at: time)
    guard opacity > 0 else { return }
    let color = style.coloring == .identity ? style.color(flight.number - 1) : style.curveColor
    let curve = TrajectoryCurve(flight.points, aspect: sheet.uprightWidth / sheet.uprightHeight)
    switch style.trajectoryStyle {
    case .path:
      if let curve { drawCurve(curve, color, isSure: isSure(flight.confidence), opacity, on: sheet) }
      drawPoints(flight, opacity, spacing: isSure(flight.confidence) ? 3.2 : 8, on: sheet)
    case .points:
      drawPoints(flight, opacity, spacing: 0, on: sheet)
    case .comet:
      if let curve { drawComet(curve, flight, color, at: time, opacity, on: sheet) }
    }
  }

  /// The flight's number, confidence and speed, beside its newest point.
  func label(_ flight: TrajectoryTrail, at time: Timestamp, on sheet: OverlaySheet) {
    let opacity = opacity(flight, at: time)
    guard style.showsLabels, opacity > 0, let newest = flight.points.last else { return }
    let color = style.coloring == .identity ? style.color(flight.number - 1) : style.curveColor
    let size = style.fontSize * sheet.shorterSide
    let radius = max(flight.radius * sheet.uprightWidth, style.pointRadius * sheet.shorterSide)
    let speed = flight.measures?.shortText(in: style.speedUnit).map { "  " + $0 } ?? ""
    sheet.label(
      "#\(flight.number)  \(hundredths(flight.confidence))\(speed)", at: sheet.spot(newest.location),
      gap: radius + size * 0.35,
      size: size, color, opacity: opacity)
  }

  /// Returns a Boolean value indicating whether a line is solid.
  func isSure(_ confidence: Double) -> Bool { confidence >= style.confidenceThreshold }

  private func drawCurve(
    _ curve: TrajectoryCurve, _ color: OverlayColor, isSure: Bool, _ opacity: Double, on sheet: OverlaySheet
  ) {
    let chain = curve.chain(64).map(sheet.spot)
    sheet.drawRimmed(chain, color, width: lineWidth(on: sheet), isSolid: isSure, opacity: opacity)
  }

  /// - Parameter spacing: points nearer to the one drawn before than this many radii are left out, so that the curve is seen between
  ///   them; the newest is always drawn.
  private func drawPoints(_ flight: TrajectoryTrail, _ opacity: Double, spacing: Double, on sheet: OverlaySheet) {
    let color = style.coloring == .identity ? style.color(flight.number - 1) : style.pointColor
    let radius = max(style.pointRadius * sheet.shorterSide, 1)
    let rim = max(radius * 0.3, 0.5)
    var spots: [Spot] = []
    for (index, point) in flight.points.enumerated() {
      let spot = sheet.spot(point.location)
      if let last = spots.last, index < flight.points.count - 1,
        max(abs(spot.x - last.x), abs(spot.y - last.y)) < spacing * radius
      {
        continue
      }
      spots.append(spot)
    }
    sheet.dots(spots, radius: radius + rim, OverlayColor(0x000000, opacity: 0.45 * opacity))
    sheet.dots(spots, radius: radius, color.faded(opacity))
  }

  /// Particles left behind on the curve, which shrink, drift and fade with their age.
  private func drawComet(
    _ curve: TrajectoryCurve, _ flight: TrajectoryTrail, _ color: OverlayColor, at time: Timestamp, _ opacity: Double,
    on sheet: OverlaySheet
  ) {
    let span = style.trailDuration.seconds
    let now = time.seconds
    let spacing = span / 120
    let head = max(flight.radius * sheet.uprightWidth, style.pointRadius * sheet.shorterSide * 1.5)
    let first = (max(now - span, curve.start) / spacing).rounded(.up)
    let last = (min(now, curve.end) / spacing).rounded(.down)
    let white = OverlayColor(0xFFFFFF)
    for number in 0...Int(max(min(last - first, 120), 0)) where first <= last {
      let tick = first + Double(number)
      let age = min(max((now - tick * spacing) / span, 0), 1)
      let rest = 1 - age
      let jitter = scatter(tick, flight.number)
      let spot = sheet.spot(curve.place(at: tick * spacing))
      let drift = head * age * 0.9
      let place = Spot(x: spot.x + jitter.x * drift, y: spot.y + jitter.y * drift + drift * 0.3)
      let size = head * (0.12 + 0.75 * rest * rest) * (0.8 + 0.4 * jitter.size)
      let tint = color.mixed(with: white, 0.75 * rest * rest * rest * rest)
      sheet.dot(place, radius: size * 1.7, tint.faded(0.10 * rest * opacity))
      sheet.dot(place, radius: size, tint.faded((0.15 + 0.6 * rest) * rest * opacity))
    }
    guard now - curve.end < span else { return }
    let glow = 1 - max(now - curve.end, 0) / span
    let spot = sheet.spot(curve.place(at: curve.end))
    for (size, share) in [(2.4, 0.10), (1.8, 0.16), (1.35, 0.25)] {
      sheet.dot(spot, radius: head * size, color.mixed(with: white, 0.4).faded(share * glow * opacity))
    }
  }

  /// Numbers from -1 to 1 (`size`: 0 to 1) that look random and are the same for the same particle on every frame.
  private func scatter(_ tick: Double, _ number: Int) -> (x: Double, y: Double, size: Double) {
    var state = tick.bitPattern &+ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
    func next() -> Double {
      state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
      state ^= state >> 31
      return Double(state >> 11) / Double(1 << 53)
    }
    return (next() * 2 - 1, next() * 2 - 1, next())
  }
}

/// A number from 0 to 1 with two digits after the point.
func hundredths(_ value: Double) -> String {
  decimal(value.isFinite ? min(max(value, 0), 1) : 0, 2)
}
