// One clip as a picture: its background, and the true and the reported paths over it.
import Clips
import Foundation
import Scoring

/// The colors of the page (Okabe and Ito's palette, which color-blind people can tell apart).
enum PathColor: String, CaseIterable {
  case found, missed, right, piece, `false`, ignored

  var hex: String {
    switch self {
    case .found: "#009E73"
    case .missed: "#F0E442"
    case .right: "#56B4E9"
    case .piece: "#CC79A7"
    case .false: "#D55E00"
    case .ignored: "#BBBBBB"
    }
  }

  var meaning: String {
    switch self {
    case .found: "true arc, found"
    case .missed: "true arc, missed"
    case .right: "reported, right"
    case .piece: "reported, a piece of an arc or a second report of it"
    case .false: "reported, false"
    case .ignored: "counts neither way"
    }
  }
}

struct ClipDrawing {
  private let clip: TrajectoryClip

  init(_ clip: TrajectoryClip) { self.clip = clip }

  /// - Parameter background: path of the picture beneath, relative to the page; `nil` leaves the ground dark.
  func svg(background: String?) -> String {
    let (width, height) = (clip.truth.width, clip.truth.height)
    var parts = [
      "<svg viewBox=\"0 0 \(number(width)) \(number(height))\" role=\"img\" aria-label=\"\(clip.clip.name.escaped)\">",
      "<rect width=\"100%\" height=\"100%\" fill=\"#222\"/>",
    ]
    if let background {
      parts.append("<image href=\"\(background.escaped)\" width=\"\(number(width))\" height=\"\(number(height))\"/>")
    }
    for box in clip.truth.ignored ?? [] {
      let size = "width=\"\(number(box.right - box.left))\" height=\"\(number(box.bottom - box.top))\""
      parts.append(
        "<rect x=\"\(number(box.left))\" y=\"\(number(box.top))\" \(size) fill=\"none\" "
          + "stroke=\"\(PathColor.ignored.hex)\" stroke-dasharray=\"6 6\" vector-effect=\"non-scaling-stroke\">"
          + "<title>ignored, frames \(number(box.firstFrame)) to \(number(box.lastFrame))</title></rect>")
    }
    let found = Set(clip.verdicts.compactMap { if case .right(let arc) = $0 { arc } else { nil } })
    for (index, arc) in clip.truth.arcs.enumerated() {
      let title = "arc \(index), frames \(arc.points[0].frame) to \(arc.points[arc.points.count - 1].frame)"
      parts.append(path(arc.points, found.contains(index) ? .found : .missed, stroke: 5, title))
    }
    for (track, verdict) in zip(clip.tracks, clip.verdicts) {
      guard let color = color(of: verdict), let first = track.points.first, let last = track.points.last else {
        continue
      }
      let title =
        "\(color.meaning), frames \(first.frame) to \(last.frame), confidence \(decimal(track.confidence, 2))"
      parts.append(path(track.points, color, stroke: 2, title))
    }
    return parts.joined(separator: "\n") + "</svg>"
  }

  private func color(of verdict: TrajectoryScorer.Verdict) -> PathColor? {
    switch verdict {
    case .right: .right
    case .piece: .piece
    case .false: .false
    case .ignored: .ignored
    case .belowMinimum: nil
    }
  }

  /// A line through places counted by the centers of pixels.
  private func path(_ points: [TimedPlace], _ color: PathColor, stroke: Double, _ title: String) -> String {
    let places = points.map { "\(number($0.place.x + 0.5)),\(number($0.place.y + 0.5))" }.joined(separator: " ")
    return "<polyline points=\"\(places)\" fill=\"none\" stroke=\"\(color.hex)\" stroke-width=\"\(number(stroke))\" "
      + "stroke-linecap=\"round\" stroke-linejoin=\"round\" vector-effect=\"non-scaling-stroke\">"
      + "<title>\(title.escaped)</title></polyline>"
  }
}

/// A coordinate, to a tenth of a pixel.
func number(_ value: Double) -> String {
  value == value.rounded() ? String(format: "%.0f", value) : String(format: "%.1f", value)
}

extension String {
  /// For use between tags and in quoted attributes.
  var escaped: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
