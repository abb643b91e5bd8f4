// Clips as pixels: decoded and encoded by GStreamer's own tools.
public import Foundation
public import Scenes

/// A picture of interleaved red, green and blue bytes, without padding.
public struct RGBPicture: Sendable {
  public var width: Int
  public var height: Int
  public var bytes: [UInt8]
}

public enum Film {
  /// The median over frames spread evenly through a clip: what stands still in it.
  ///
  /// - Parameters:
  ///   - width: of the result; a multiple of four, so that rows have no padding.
  ///   - frames: length of the clip.
  public static func background(of clip: URL, width: Int, height: Int, frames: Int) throws -> RGBPicture {
    let samples = 21
    let spacing = max(frames / samples, 1)
    let size = width * height * 3
    var kept: [[UInt8]] = []
    var pending: [UInt8] = []
    var frame = 0
    let elements = [
      ["filesrc", "location=\(clip.path)"], ["decodebin"], ["videoflip", "video-direction=auto"], ["videoconvertscale"],
      ["video/x-raw,format=RGB,width=\(width),height=\(height),pixel-aspect-ratio=1/1"], ["fdsink", "fd=1"],
    ]
    let result = launch(
      elements,
      output: { piece in
        pending += piece
        while pending.count >= size {
          if frame.isMultiple(of: spacing) { kept.append(Array(pending[..<size])) }
          pending.removeFirst(size)
          frame += 1
        }
      })
    guard result.failure == nil, !kept.isEmpty else {
      throw EvaluationError("\(clip.path) cannot be decoded: \(result.failure ?? "it has no frame")")
    }
    return RGBPicture(width: width, height: height, bytes: median(kept))
  }

  /// Seconds that a decoder may take for a frame.
  private static let slowest = 60.0

  /// Decodes a clip to I420 frames and hands them on, one after the other, with their planes as `I420Layout` says.
  ///
  /// - Parameter changes: Elements that change the pictures first.
  public static func decode(
    _ clip: URL, _ layout: I420Layout, changes: [[String]] = [], frame: ([UInt8]) throws -> Void
  ) throws {
    let source = [
      ["filesrc", "location=\(clip.path)"], ["decodebin"], ["videoflip", "video-direction=auto"], ["videoconvert"],
      ["capsfilter", "caps=video/x-raw,format=I420"],
    ]
    let elements =
      source + changes + [
        ["video/x-raw,format=I420,width=\(layout.width),height=\(layout.height)"], ["fdsink", "fd=1"],
      ]
    var pending: [UInt8] = []
    var failure: (any Error)?
    // The program has ended, and with it its output, before this returns.
    let result = withoutActuallyEscaping(frame) { frame in
      launch(
        elements, limit: slowest,
        output: { piece in
          pending += piece
          while pending.count >= layout.byteCount, failure == nil {
            do { try frame(Array(pending[..<layout.byteCount])) } catch { failure = error }
            pending.removeFirst(layout.byteCount)
          }
        })
    }
    if let failure { throw failure }
    if let failure = result.failure { throw EvaluationError("\(clip.path) cannot be decoded: \(failure)") }
  }

  public static func writePNG(_ picture: RGBPicture, to file: URL) throws {
    let elements = [
      ["fdsrc"],
      ["rawvideoparse", "format=rgb", "width=\(picture.width)", "height=\(picture.height)", "framerate=1/1"],
      ["videoconvert"], ["pngenc", "snapshot=true"], ["filesink", "location=\(file.path)"],
    ]
    let bytes = Data(picture.bytes)
    let result = launch(elements, input: { try $0.write(contentsOf: bytes) })
    if let failure = result.failure { throw EvaluationError("\(file.path) cannot be written: \(failure)") }
  }

  /// Runs a chain of elements, each with its properties, as `Program.run` does.
  public static func launch(
    _ elements: [[String]], limit: Double = 300, input: (@Sendable (FileHandle) throws -> Void)? = nil,
    output: ((Data) -> Void)? = nil
  ) -> ProgramResult {
    Program.run(
      ["gst-launch-1.0", "-q"] + elements.joined(separator: ["!"]), limit: limit, input: input, output: output)
  }

  private static func median(_ pictures: [[UInt8]]) -> [UInt8] {
    var sorted = [UInt8](repeating: 0, count: pictures.count)
    return pictures[0].indices.map { index in
      // Insertion suits the few values of a pixel.
      for (count, picture) in pictures.enumerated() {
        let value = picture[index]
        var place = count
        while place > 0, sorted[place - 1] > value {
          sorted[place] = sorted[place - 1]
          place -= 1
        }
        sorted[place] = value
      }
      return sorted[sorted.count / 2]
    }
  }
}
