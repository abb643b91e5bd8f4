// Things that are drawn into a film: what moves in a known way before everything that real pictures hold.
import Foundation
public import Scoring

/// What is drawn into a film: balls that are thrown, or what moves otherwise.
public struct DrawnThings: Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    /// Balls in free flight.
    case flights
    /// What moves and does not fly freely.
    case motions
  }

  struct Thing {
    var path: Path
    var tone: Tone
  }

  public let kind: Kind
  /// What is true of the film with them: its own flights, and those that were drawn.
  public let truth: TrajectoryTruth

  private let things: [Thing]
  /// The share of a frame's time for which the shutter is open.
  private let shutter: Double

  /// - Parameter truth: What is true of the film with them, but for its name.
  init(_ kind: Kind, _ things: [Thing], shutter: Double, truth: TrajectoryTruth) {
    self.kind = kind
    self.things = things
    self.shutter = shutter
    var truth = truth
    truth.name = kind.name(of: truth.name)
    self.truth = truth
  }

  /// Draws the things of a frame.
  public func draw(frame: Int, on bytes: inout [UInt8], _ layout: I420Layout) {
    let time = Double(frame) / truth.fps
    let exposure = shutter / truth.fps
    for thing in things {
      let moments = [-0.5, 0, 0.5].compactMap { thing.path.moment(at: time + $0 * exposure) }
      guard let radius = moments.map(\.radius).max() else { continue }
      // An even corner, so that colors lie as in the whole frame.
      let (xs, ys) = (moments.map(\.x), moments.map(\.y))
      let left = max(Int((xs.min() ?? 0) - radius) - 4, 0) / 2 * 2
      let top = max(Int((ys.min() ?? 0) - radius) - 4, 0) / 2 * 2
      let right = min(Int((xs.max() ?? 0) + radius) + 4, layout.width)
      let bottom = min(Int((ys.max() ?? 0) + radius) + 4, layout.height)
      guard left < right, top < bottom else { continue }
      var canvas = Canvas(width: right - left, height: bottom - top, tone: thing.tone)
      layout.copy(bytes, x: left, y: top, to: &canvas)
      thing.path.draw(
        thing.tone, at: time, exposure: exposure, offset: (x: Double(left), y: Double(top)), on: &canvas)
      layout.copy(canvas, to: &bytes, x: left, y: top)
    }
  }
}

extension Tone {
  /// Any brightness, and mostly faint colors.
  static func any(_ chance: inout Chance) -> Tone {
    Tone(
      luma: Float(chance.uniform(20...235)), blue: Float(128 + 25 * chance.normal()),
      red: Float(128 + 25 * chance.normal()))
  }
}

extension I420Layout {
  /// The indices of a canvas's samples and those of the bytes they stand for.
  private func samples(x: Int, y: Int, _ canvas: Canvas, _ use: (_ isLuma: Bool, _ sample: Int, _ byte: Int) -> Void) {
    for row in 0..<canvas.height {
      for column in 0..<canvas.width {
        use(true, row * canvas.width + column, planes.luma.lowerBound + (y + row) * lumaStride + x + column)
      }
    }
    let size = canvas.chromaWidth * canvas.chromaHeight
    for (plane, range) in [planes.blue, planes.red].enumerated() {
      for row in 0..<canvas.chromaHeight {
        for column in 0..<canvas.chromaWidth {
          use(
            false, plane * size + row * canvas.chromaWidth + column,
            range.lowerBound + (y / 2 + row) * chromaStride + x / 2 + column)
        }
      }
    }
  }

  fileprivate func copy(_ bytes: [UInt8], x: Int, y: Int, to canvas: inout Canvas) {
    var (luma, chroma) = (canvas.luma, canvas.chroma)
    samples(x: x, y: y, canvas) { isLuma, sample, byte in
      if isLuma { luma[sample] = Float(bytes[byte]) } else { chroma[sample] = Float(bytes[byte]) }
    }
    (canvas.luma, canvas.chroma) = (luma, chroma)
  }

  fileprivate func copy(_ canvas: Canvas, to bytes: inout [UInt8], x: Int, y: Int) {
    samples(x: x, y: y, canvas) { isLuma, sample, byte in
      let value = isLuma ? canvas.luma[sample] : canvas.chroma[sample]
      bytes[byte] = UInt8(min(max(value + 0.5, 0), 255))
    }
  }
}

extension DrawnThings.Kind {
  private var suffix: String { "+\(rawValue)" }

  /// The name of a film with such things drawn into it.
  public func name(of film: String) -> String { film + suffix }

  /// The name of the film without what is drawn into it; `nil` where it is no such name.
  public static func film(of name: String) -> String? {
    allCases.first { name.hasSuffix($0.suffix) }.map { String(name.dropLast($0.suffix.count)) }
  }
}
