// What is true of a clip or a photo, as the files beside them say it. Places are in pixels, counted by their centers.
import Foundation

/// A place in pixels.
public struct Place: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  public func distance(to other: Place) -> Double { hypot(x - other.x, y - other.y) }
}

/// The place of something in one frame.
public struct TimedPlace: Hashable, Sendable {
  /// Number of the frame, from 0.
  public var frame: Int
  public var place: Place

  public init(_ frame: Int, _ x: Double, _ y: Double) {
    self.frame = frame
    place = Place(x, y)
  }
}

extension TimedPlace: Codable {
  /// `[frame, x, y]`
  public init(from decoder: any Decoder) throws {
    var row = try decoder.unkeyedContainer()
    self.init(Int(try row.decode(Double.self)), try row.decode(Double.self), try row.decode(Double.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var row = encoder.unkeyedContainer()
    try row.encode(frame)
    try row.encode((place.x * 100).rounded() / 100)
    try row.encode((place.y * 100).rounded() / 100)
  }
}

/// One unbroken free flight.
public struct Arc: Hashable, Sendable, Codable {
  /// Pixels.
  public var radius: Double
  /// One for each frame in which it is visible, in order of time.
  public var points: [TimedPlace]

  public init(radius: Double, points: [TimedPlace]) {
    self.radius = radius
    self.points = points
  }
}

/// A stretch of time and a part of the picture in which what is reported counts neither way.
public struct IgnoredBox: Hashable, Sendable, Codable {
  public var firstFrame: Double
  public var lastFrame: Double
  public var left: Double
  public var top: Double
  public var right: Double
  public var bottom: Double

  public init(frames: ClosedRange<Double>, left: Double, top: Double, right: Double, bottom: Double) {
    firstFrame = frames.lowerBound
    lastFrame = frames.upperBound
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// `[first frame, last frame, left, top, right, bottom]`
  public init(from decoder: any Decoder) throws {
    var row = try decoder.unkeyedContainer()
    firstFrame = try row.decode(Double.self)
    lastFrame = try row.decode(Double.self)
    left = try row.decode(Double.self)
    top = try row.decode(Double.self)
    right = try row.decode(Double.self)
    bottom = try row.decode(Double.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var row = encoder.unkeyedContainer()
    for number in [firstFrame, lastFrame, left, top, right, bottom] { try row.encode(number) }
  }

  public func contains(_ point: TimedPlace) -> Bool {
    (firstFrame...max(firstFrame, lastFrame)).contains(Double(point.frame))
      && left <= point.place.x && point.place.x <= right && top <= point.place.y && point.place.y <= bottom
  }
}

/// The free flights in a clip.
public struct TrajectoryTruth: Hashable, Sendable, Codable {
  public var name: String
  public var width: Double
  public var height: Double
  /// Frames a second.
  public var fps: Double
  public var frames: Int
  public var arcs: [Arc]
  public var ignored: [IgnoredBox]?

  public init(
    name: String, width: Double, height: Double, fps: Double, frames: Int, arcs: [Arc], ignored: [IgnoredBox]? = nil
  ) {
    self.name = name
    self.width = width
    self.height = height
    self.fps = fps
    self.frames = frames
    self.arcs = arcs
    self.ignored = ignored
  }
}

/// The box of an object in each frame; `nil` where it cannot be seen.
public struct ObjectTruth: Hashable, Sendable, Codable {
  public var name: String
  public var width: Double
  public var height: Double
  public var frames: Int
  /// Frames a second; 25 where the file does not say it.
  public var fps: Double?
  /// `[x, y, width, height]`, pixels.
  public var boxes: [[Double]?]

  public init(name: String, width: Double, height: Double, frames: Int, boxes: [[Double]?]) {
    self.name = name
    self.width = width
    self.height = height
    self.frames = frames
    self.boxes = boxes
  }
}

/// The corners of a quadrilateral in each frame, from its own top left clockwise; `nil` where it cannot be seen.
public struct QuadTruth: Hashable, Sendable, Codable {
  public var name: String
  public var width: Double
  public var height: Double
  /// Frames a second; 25 where it is not said.
  public var fps: Double?
  public var frames: Int
  /// Four times `[x, y]`, pixels.
  public var quads: [[[Double]]?]
}

/// The rectangles in a photo.
public struct ScreenTruth: Hashable, Sendable, Codable {
  /// Width and height in pixels.
  public var size: [Double]
  /// Four times `[x, y]` each, pixels.
  public var quads: [[[Double]]]

  public init(size: [Double], quads: [[[Double]]]) {
    self.size = size
    self.quads = quads
  }
}
