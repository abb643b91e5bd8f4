// The page of pictures: tables, charts, and each clip with its paths.
import Clips
import Foundation
import Scoring

/// Everything that a page shows of one kind of clips.
struct PageSection {
  var result: KindResult
  var clips: [TrajectoryClip] = []
  /// Of the boxes of followed objects.
  var reliability: ReliabilityDiagram?
}

struct Page {
  private let folder: URL
  private let jobs: Int
  /// The widest a background is stored, pixels.
  private static let width = 720.0

  init(in folder: URL, jobs: Int) throws {
    self.folder = folder
    self.jobs = jobs
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Writes `index.html`, and the backgrounds that are not there yet.
  func write(_ sections: [PageSection], _ confidence: ConfidenceEvaluation?) throws {
    var parts = [Self.head]
    if let confidence { parts.append(charts(confidence)) }
    for section in sections {
      parts.append("<h2>\(section.result.title.escaped)</h2>\n\(table(section.result))")
      if let diagram = section.reliability {
        parts.append(
          "<figure>\(Chart.reliability(diagram))<figcaption>Reliability of the confidence: the share of \(diagram.count) claimed boxes "
            + "that lie on the object (overlap of 0.3); expected calibration error "
            + "\(decimal(diagram.expectedCalibrationError, 3)).</figcaption></figure>")
      }
      if !section.clips.isEmpty { parts.append(legend) }
      let backgrounds = concurrently(section.clips, jobs: jobs) { background($0, kind: section.result.kind) }
      parts.append("<div class=\"clips\">")
      for (clip, background) in zip(section.clips, backgrounds) {
        let figures = clip.figures
        parts.append(
          "<figure id=\"\(clip.clip.name.escaped)\">\(ClipDrawing(clip).svg(background: background))<figcaption>\(clip.clip.name.escaped): "
            + "found \(figures.found) of \(figures.arcs), false \(figures.falseReports), withdrawn \(figures.withdrawn)"
            + "</figcaption></figure>")
      }
      parts.append("</div>")
    }
    parts.append("</body></html>\n")
    try Data(parts.joined(separator: "\n").utf8).write(to: folder.appendingPathComponent("index.html"))
  }

  private func charts(_ confidence: ConfidenceEvaluation) -> String {
    let best = confidence.curve.best.map {
      "; best F1 \(decimal($0.f1, 3)) at a minimum confidence of \(decimal($0.minimumConfidence, 2))"
    }
    let (believed, all) = (confidence.believed, confidence.all)
    let captions = [
      "Precision and recall as the minimum confidence rises from 0 to 1\(best ?? "").",
      "Reliability of the confidence of \(believed.count) trajectories from \(ConfidenceEvaluation.threshold) on; expected "
        + "calibration error \(decimal(believed.expectedCalibrationError, 3)), and of all \(all.count) trajectories "
        + "\(decimal(all.expectedCalibrationError, 3)).",
    ]
    let figures = zip([Chart.curve(confidence.curve), Chart.reliability(believed)], captions).map {
      "<figure>\($0)<figcaption>\($1)</figcaption></figure>"
    }
    return "<div class=\"charts\">\(figures.joined())</div>"
  }

  /// The name of the picture of what stands still in a clip; `nil` where the clip cannot be decoded.
  private func background(_ clip: TrajectoryClip, kind: String) -> String? {
    let name = "\(kind)-\(clip.clip.name).png"
    let file = folder.appendingPathComponent(name)
    if FileManager.default.fileExists(atPath: file.path) { return name }
    let scale = min(Self.width / clip.truth.width, 1)
    let width = max(Int(clip.truth.width * scale) / 4 * 4, 4)
    let height = max(Int((Double(width) * clip.truth.height / clip.truth.width).rounded()), 1)
    do {
      let picture = try Film.background(
        of: clip.clip.video, width: width, height: height, frames: clip.truth.frames)
      try Film.writePNG(picture, to: file)
      return name
    } catch {
      complain("\(error)")
      return nil
    }
  }

  private func table(_ result: KindResult) -> String {
    let cells = { (row: [String], tag: String) in
      "<tr>" + row.map { "<\(tag)>\($0.escaped)</\(tag)>" }.joined() + "</tr>"
    }
    let rows = [cells(result.head, "th")] + result.rows.map { cells($0, "td") }
    let figures = result.figures.map { "\($0.name) <b>\(decimal($0.value, 3))</b>" }.joined(separator: " · ")
    return "<p>\(figures)</p><details><summary>each</summary><table>\(rows.joined(separator: "\n"))</table></details>"
  }

  private var legend: String {
    let items = PathColor.allCases.map { "<span style=\"color:\($0.hex)\">━</span> \($0.meaning)" }
    return "<p class=\"legend\">\(items.joined(separator: " &nbsp; "))</p>"
  }

  private static let head = """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><title>Evaluation</title>
    <style>
    body { font: 15px/1.4 system-ui, sans-serif; margin: 2em; color: #222; }
    .clips { display: grid; grid-template-columns: repeat(auto-fill, minmax(420px, 1fr)); gap: 1em; }
    .clips svg { width: 100%; height: auto; display: block; }
    .charts { display: flex; flex-wrap: wrap; gap: 2em; }
    figure { margin: 0; }
    figcaption { font-size: 13px; max-width: 42em; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    td, th { padding: 0.1em 0.8em; text-align: right; }
    td:first-child, th:first-child { text-align: left; }
    .legend { background: #333; color: #eee; padding: 0.4em 0.8em; display: inline-block; }
    .chart text { font-size: 11px; }
    </style></head><body>
    <h1>Evaluation</h1>
    """
}
