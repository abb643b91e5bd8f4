// A film of a scene: frames as I420 pixels, with the truth beside them.
public import Flycatcher

/// A film of a scene by a fixed camera, with the same pixels for the same seed on every run.
///
/// ```swift
/// let clip = try DemoScene(width: 320, height: 180)
/// for index in 0..<clip.frameCount {
///   let pixels = clip.frame(index)  // I420, tightly packed
///   print(pixels.count)
/// }
/// ```
public struct DemoScene: Sendable {
  /// The scene.
  public let scene: Scene
  /// The width of the picture in pixels.
  public let width: Int
  /// The height of the picture in pixels.
  public let height: Int
  /// The number of frames in a second.
  public let framesPerSecond: Double
  /// The number of frames in the clip.
  public let frameCount: Int
  /// The exact flights in the clip, ordered by their first frames.
  public let truth: [TrueTrajectory]

  private let raster: Raster
  private let background: [UInt8]
  private let noise: SensorNoise
  private let leaves: [Leaf]

  /// Creates a film of the court: throws both ways, bounces, a hoop, a fast small ball, people, a tree in the wind.
  ///
  /// - Parameters:
  ///   - width: The width in pixels, 16 to 8192; default 1280.
  ///   - height: The height in pixels, 16 to 8192; default 720.
  ///   - framesPerSecond: The number of frames in a second, 1 to 1000; default 60.
  ///   - duration: The length of the clip in seconds, above 0, at most 3600; default 6. Longer clips repeat the throws
  ///     every 6 s.
  ///   - seed: The seed of the noise and of small shifts of the throws.
  /// - Throws: `FlycatcherError` naming the first value outside its range.
  public init(
    width: Int = 1280, height: Int = 720, framesPerSecond: Double = 60, duration: Double = 6, seed: UInt64 = 1
  ) throws(FlycatcherError) {
    try self.init(
      .court(duration: duration, seed: seed), width: width, height: height, framesPerSecond: framesPerSecond,
      duration: duration, seed: seed)
  }

  /// Creates a film of a scene. The ranges are those of the court.
  ///
  /// - Throws: `FlycatcherError` naming the first value outside its range.
  public init(
    _ scene: Scene, width: Int, height: Int, framesPerSecond: Double = 60, duration: Double, seed: UInt64 = 1
  ) throws(FlycatcherError) {
    try FlycatcherError.check("width", width, in: 16...8192)
    try FlycatcherError.check("height", height, in: 16...8192)
    try FlycatcherError.check("framesPerSecond", framesPerSecond, in: 1...1000)
    try FlycatcherError.check("duration", duration, in: 1e-3...3600)
    self.scene = scene
    self.width = width
    self.height = height
    self.framesPerSecond = framesPerSecond
    frameCount = max(Int((duration * framesPerSecond).rounded()), 1)
    truth = scene.flights(frameCount: frameCount, framesPerSecond: framesPerSecond)
    raster = Raster(width: width, height: height)
    background = scene.backdrop.pixels(raster)
    noise = SensorNoise(deviation: scene.noise, width: width, seed: seed)
    leaves = Leaf.grow(scene.foliage, seed: seed)
  }

  /// The number of bytes of a frame: a full plane of luma, then the two of chroma at half the size, rounded up, without
  /// padding.
  public var byteCount: Int { raster.byteCount }

  /// Returns the time of a frame, which is the middle of its exposure.
  public func timestamp(_ index: Int) -> Timestamp { Timestamp(seconds: Double(index) / framesPerSecond) }

  /// Renders a frame into a picture, which is left unchanged if it holds fewer than `byteCount` bytes.
  ///
  /// - Parameters:
  ///   - index: The number of the frame, from 0. Before the first frame and after the last one the scene goes on.
  ///   - picture: The bytes of the picture.
  public func render(_ index: Int, into picture: inout MutableSpan<UInt8>) {
    guard picture.count >= byteCount else { return }
    copy(background.span, to: &picture)
    let time = Double(index) / framesPerSecond
    for leaf in leaves { leaf.draw(at: time, raster, on: &picture) }
    for figure in scene.figures { figure.draw(at: time, raster, on: &picture) }
    let exposure = min(max(scene.shutter, 0), 1) / framesPerSecond
    for ball in scene.balls { ball.draw(at: time, exposure: exposure, raster, on: &picture) }
    noise.add(to: &picture, raster, frame: index)
  }

  /// Returns a frame as a new array.
  ///
  /// - Parameter index: The number of the frame, from 0.
  public func frame(_ index: Int) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: byteCount)
    var span = pixels.mutableSpan
    render(index, into: &span)
    return pixels
  }
}

private func copy(_ source: Span<UInt8>, to target: inout MutableSpan<UInt8>) {
  for index in source.indices { target[index] = source[index] }
}
