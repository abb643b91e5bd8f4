// What is drawn over the frames: the path of the throw with its particles, or the points of the golf view.
import Flycatcher
import FlycatcherPipeline
import FlycatcherVision
import Foundation

/// The two views.
enum View: String {
  /// The path of a throw, with particles along it.
  case path = "throw"
  /// Detected points red, projected green, the region blue.
  case golf
}

/// Draws the state of the program. Places of Vision go from the lower left, those of the canvas from the top left.
struct ThrowView {
  var view: View
  var region: CGRect
  var isRunning: Bool
  var count: Int
  var hasSwing: Bool

  private static let (red, green, blue) = (OverlayColor(0xFF2D20), OverlayColor(0x2BE34A), OverlayColor(0x2F7BFF))
  private static let glow = OverlayColor(0xFFD23F)
  /// The seconds in which a path appears, and those for which it stays after it was last seen.
  private static let (fadeIn, linger) = (0.05, 1.0)

  static let stopButton = Rectangle(x: 0.02, y: 0.03, width: 0.16, height: 0.09)
  static let replayButton = Rectangle(x: 0.20, y: 0.03, width: 0.16, height: 0.09)

  func draw(_ flight: Throw?, swing: SwingRecorder.Picture?, on canvas: borrowing FrameCanvas, at time: Double) {
    let box = Rectangle(
      x: region.origin.x, y: 1 - region.origin.y - region.height, width: region.width, height: region.height)
    canvas.outline(box, Self.blue, width: 0.008)
    if let flight, time - flight.lastSeen < Self.linger {
      let opacity = min(1, max(0, (time - flight.shownSince) / Self.fadeIn))
      switch view {
      case .path: draw(path: flight, opacity: opacity, on: canvas, at: time)
      case .golf: draw(points: flight, on: canvas)
      }
    }
    if let swing {
      let (width, height) = (Double(swing.width), Double(swing.luma.count / max(swing.width, 1)))
      let corner = Point(x: 1 - width / canvas.width - 0.02, y: 1 - height / canvas.height - 0.02)
      canvas.picture(swing.luma, width: swing.width, at: corner)
      canvas.label("replay", at: corner, size: 0.05, Self.red)
    }
    drawButtons(on: canvas)
  }

  private func draw(path flight: Throw, opacity: Double, on canvas: borrowing FrameCanvas, at time: Double) {
    let corrected = flight.correction.map(place)
    let detected = flight.points.map(place)
    canvas.line(corrected + detected.prefix(1), faded(Self.glow, 0.5 * opacity), width: 0.010)
    canvas.line(detected, faded(Self.glow, opacity), width: 0.012)
    // Particles drift along the path and rise from it; each has a place of its own that does not depend on chance.
    let path = corrected + detected
    guard path.count > 1 else { return }
    for index in 0..<24 {
      let phase = (Double(index) * 0.618 + (time - flight.shownSince) * 0.6).truncatingRemainder(dividingBy: 1)
      let along = phase * Double(path.count - 1)
      let (from, share) = (path[Int(along)], along - along.rounded(.down))
      let to = path[min(Int(along) + 1, path.count - 1)]
      let rise = 0.03 * (Double(index * 7 % 11) / 11 - 0.5)
      let particle = Point(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share + rise)
      canvas.dots([particle], radius: 0.006, faded(OverlayColor(0xFFFFFF), opacity * (1 - phase * 0.7)))
    }
  }

  private func draw(points flight: Throw, on canvas: borrowing FrameCanvas) {
    canvas.dots(flight.points.map(place), radius: 0.014, Self.red)
    canvas.line(flight.projectedPoints.map(place), Self.green, width: 0.010)
    canvas.dots(flight.projectedPoints.map(place), radius: 0.010, Self.green)
  }

  private func drawButtons(on canvas: borrowing FrameCanvas) {
    let names = [(Self.stopButton, isRunning ? "stop" : "start")] + (hasSwing ? [(Self.replayButton, "replay")] : [])
    for (button, name) in names {
      canvas.outline(button, OverlayColor(0xFFFFFF), width: 0.006)
      canvas.label(name, at: Point(x: button.x + 0.01, y: button.maxY - 0.01), size: 0.045, Self.glow)
    }
    canvas.label("throws: \(count)", at: Point(x: 0.80, y: 0.03), size: 0.045, Self.green)
  }

  private func place(_ point: VNPoint) -> Point { Point(x: point.x, y: 1 - point.y) }

  private func faded(_ color: OverlayColor, _ opacity: Double) -> OverlayColor {
    var color = color
    color.opacity *= opacity
    return color
  }
}
