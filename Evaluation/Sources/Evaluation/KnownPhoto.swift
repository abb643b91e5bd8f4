// The photos whose rectangles are known.
import Clips
import Foundation
import Scenes
import Scoring

/// A photo, and the rectangles in it.
struct KnownPhoto {
  /// Photos of one place are left out together.
  var place: String
  var file: URL
  /// The corners of each, in pixels.
  var quads: [[[Double]]]

  /// The photos of documents in a folder of data, which hold one rectangle each.
  static func documents(in data: URL) throws -> [KnownPhoto] {
    let folder = data.appendingPathComponent("rectangles")
    return try load([String: [[Double]]].self, folder).sorted { $0.key < $1.key }.enumerated().map { index, photo in
      // They were taken at many places: eight groups of them.
      KnownPhoto(
        place: "photos \(index % 8)", file: folder.appendingPathComponent(photo.key), quads: [photo.value])
    }
  }

  /// The photos of screens in lecture halls.
  static func screens(in data: URL) throws -> [KnownPhoto] {
    let folder = data.appendingPathComponent("screens")
    return try load([String: ScreenTruth].self, folder).sorted { $0.key < $1.key }.map { name, screen in
      KnownPhoto(
        place: String(name.prefix { $0 != "-" }), file: folder.appendingPathComponent(name), quads: screen.quads)
    }
  }

  private static func load<Truth: Decodable>(_ type: Truth.Type, _ folder: URL) throws -> Truth {
    try JSONDecoder().decode(type, from: Data(contentsOf: folder.appendingPathComponent("truth.json")))
  }

  /// Its bytes, and how they lie.
  func pixels() throws -> (bytes: [UInt8], layout: I420Layout) {
    let size = try JPEGSize(contentsOf: file)
    let layout = I420Layout(width: size.width, height: size.height)
    var pixels: [UInt8]?
    try Film.decode(file, layout) { pixels = $0 }
    guard let pixels else { throw EvaluationError("\(file.path) holds no picture.") }
    return (pixels, layout)
  }
}
