// What differs from the background, and what differs from the frames just before: the two kinds of evidence that something moves.

/// Finds the connected pieces of each frame that differ from the background, and those that differ from its neighbors.
///
/// A frame is reduced, laid over the background (`Registration`: the movement of the camera and the change of light are taken out) and compared
/// twice. The background, an approximate median over seconds, shows everything that was not there before, however slowly it moves. Two
/// earlier frames, both of which a pixel must differ from, show what is small and fast, even in front of something large that moves less.
struct Foreground: Sendable {
  /// The tuned numbers of the stage.
  struct Parameters: Sendable {
    /// The most pixels that are analyzed: a larger picture is halved until it has fewer.
    var largestArea = 1_000_000.0
    /// The threshold of a pixel, in standard deviations of its tile's noise.
    var lowThreshold = 3.0
    /// The threshold that some pixel of a piece must reach, in standard deviations.
    var highThreshold = 5.5
    /// Gray levels a second by which the background follows the picture.
    var learningRate = 8.0
    /// Seconds after which what no longer moves becomes background.
    var absorptionTime = 0.8
    /// Seconds between a frame and the first of the two neighbors it is compared with, to the nearest frame; at no usual rate are two frames equally near.
    var neighborDistance = 0.031
    /// Pixels by which a frame of a camera that moves may lie beside the background: what its gradient explains is no difference.
    var misplacement = 0.7
  }

  /// The number of frames that are remembered: twice the largest lag, and the newest.
  static let memory = 9

  var parameters = Parameters()
  /// The newest frame, laid over the background.
  private(set) var current = TilePicture()
  private(set) var background = TilePicture()
  private(set) var slow = EvidenceScanner()
  private(set) var fast = EvidenceScanner()
  var registration = Registration()
  /// Whether the frame shows the picture before it again: cameras and converters repeat pictures to keep up their rate.
  private(set) var isRepeat = false
  /// The number of frames between this one and the newest new picture before it, which showed that one again.
  private(set) var repeatsBefore = 0
  /// The number of frames that have shown the newest picture again.
  private var repeats = 0
  /// The place of the background's first pixel, where that of the first frame is 0.
  private(set) var origin = TileOffset()

  private var raw = TilePicture()
  private(set) var chroma = ChromaBackground()
  private var history: [TilePicture] = []
  /// The times of the pictures in it.
  private var times: [Timestamp?] = []
  private var newest = 0
  /// Frames between the newest and the first of the two it is compared with.
  private var lag = 1
  private var stillness: [Float] = []
  /// The sum of the differences to the background in each tile, in the newest frame, and in the newest before it that was no repeat.
  private var (newContents, contents): ([Int], [Int]) = ([], [])
  private var scratch = HalvedRows()
  private var frame = 0

  mutating func reset() {
    let (parameters, registration) = (parameters, registration.parameters)
    self = Foreground()
    self.parameters = parameters
    self.registration.parameters = registration
  }

  /// How a frame goes on from those before.
  enum Step {
    /// It was compared with them.
    case compared
    /// It is the first that is analyzed at another size; the camera is where it was, and so is everything.
    case resized
    /// It is the first one, or shows another scene.
    case begun
  }

  /// Takes in the next frame.
  ///
  /// - Parameter interval: seconds since the frame before.
  mutating func update(_ picture: borrowing Frame, halvings: Int, interval: Double) -> Step {
    raw.take(picture.luma, halvings: halvings, scratch: &scratch)
    let isResized = frame > 0 && (raw.width != background.width || raw.height != background.height)
    let stayed = isResized && origin == TileOffset() && magnitude(registration.motion.displacement) < 1
    if frame == 0 || isResized || !(registration.update(raw, background) || goesOn()) { begin() }
    lag = min(max(1, Int((parameters.neighborDistance / max(interval, 1e-3)).rounded())), 4)
    let way = followCamera()
    current.take(&raw, laidBy: registration.luma(width: raw.width), over: background)
    chroma.take(picture, halvings: halvings, beside: current, registration, scratch: &scratch)
    if let way { fill(newAfter: way) }
    if frame == 0 {
      frame = 1
      push(picture.timestamp)
      return stayed ? .resized : .begun
    }
    scan()
    findRepeat()
    learn(interval)
    push(picture.timestamp)
    frame += 1
    return .compared
  }

  /// Whether the newest picture goes on from the one before it, which then is the background: most of what that held is no longer in sight, or the camera
  /// was lost over it. Another scene differs from both.
  private mutating func goesOn() -> Bool {
    guard registration.update(raw, history[newest]) else { return false }
    background.become(history[newest])
    chroma.becomeNewest()
    return true
  }

  private mutating func begin() {
    background.become(raw)
    registration.reset()
    slow.resize(width: raw.width, columns: raw.columns, rows: raw.rows)
    fast.resize(width: raw.width, columns: raw.columns, rows: raw.rows)
    stillness.fill(with: 0, count: raw.columns * raw.rows)
    contents.fill(with: 0, count: raw.columns * raw.rows)
    newContents.fill(with: 0, count: raw.columns * raw.rows)
    chroma.reset()
    // What earlier pictures hold is of no use, but their memory is: those of another scene are not asked for.
    if history.isEmpty { history = Array(repeating: TilePicture(), count: Self.memory) }
    for index in history.indices { history[index].resize(width: raw.width, height: raw.height) }
    times.fill(with: nil, count: history.count)
    origin = TileOffset()
    newest = 0
    frame = 0
    (isRepeat, repeats, repeatsBefore) = (false, 0, 0)
  }

  /// Moves everything that lies over the background.
  mutating func move(by way: TileOffset) {
    origin += way
    background.moveOrigin(by: way)
    for index in history.indices { history[index].moveOrigin(by: way) }
    slow.moveOrigin(by: way)
    fast.moveOrigin(by: way)
    stillness.moveOrigin(by: way, columns: background.columns)
    contents.moveOrigin(by: way, columns: background.columns)
    chroma.moveOrigin(by: way)
  }

  /// Takes what came into sight from the newest frame, as if it had always been there.
  private mutating func fill(newAfter way: TileOffset) {
    background.fill(newAfter: way, from: current)
    for index in history.indices { history[index].fill(newAfter: way, from: current) }
    chroma.fill(newAfter: way)
  }

  private mutating func push(_ time: Timestamp) {
    newest = (newest + 1) % history.count
    times[newest] = time
    swap(&history[newest], &current)
    current.resize(width: background.width, height: background.height)
  }

  /// A sample of the newest frame, laid over the background, once it was scanned.
  fileprivate func newestSample(_ x: Int, _ y: Int) -> UInt8 { history[newest].sample(x, y) }

  /// The picture that was pushed `age` frames before the current one.
  private func past(_ age: Int) -> Int { (newest - min(age, frame) + 1 + 2 * history.count) % history.count }

  /// The gray levels by which a codec changes the samples of a picture that it is given again, at the most, and their sum in a tile.
  private static let refinement = (sample: UInt8(4), sum: 256)
  /// The difference of two pictures in a tile, as a share of the foreground there, up to which they are the same.
  private static let repeatedChange: Float = 0.25

  /// Finds out whether the frame is the newest picture again: no tile that holds foreground has changed by more than a codec changes it.
  ///
  /// It is compared with the picture that was new, so that what moves very slowly is seen when it has got on. A film that stands still for longer
  /// than is remembered shows what stands still.
  private mutating func findRepeat() {
    repeatsBefore = isRepeat ? repeats : 0
    let isSame = slow.activity.contains(.strong) && isSame(as: past(min(repeats + 1, Self.memory - 1)))
    repeats = isSame ? repeats + 1 : 0
    isRepeat = isSame && repeats < Self.memory
    guard !isRepeat else { return }
    swap(&contents, &newContents)
  }

  private func isSame(as picture: Int) -> Bool {
    let allowed = PixelVector(repeating: Self.refinement.sample)
    for tile in slow.activity.indices where slow.activity[tile] == .strong {
      var difference = 0
      for start in rows(of: tile) {
        let levels = PixelVector.difference(
          PixelVector(current.pixels, at: start), PixelVector(history[picture].pixels, at: start))
        difference += (PixelVector.larger(levels, allowed) &- allowed).total
      }
      // What differs from the background by color alone changes how much of it each tile holds.
      let foreground = newContents[tile]
      let moved = max(difference, abs(foreground - contents[tile]) - Self.refinement.sum)
      if Float(moved) > Self.repeatedChange * Float(max(foreground, 1)) { return false }
    }
    return true
  }

  /// The indices of the first samples of a tile's rows.
  private func rows(of tile: Int) -> StrideTo<Int> {
    let (row, column) = (tile / current.columns, tile % current.columns)
    let last = min((row + 1) * TilePicture.tile, current.height)
    return Swift.stride(
      from: row * TilePicture.tile * current.stride + column * TilePicture.tile,
      to: last * current.stride, by: current.stride)
  }

  private mutating func scan() {
    let (one, two) = (past(lag), past(2 * lag))
    if frame <= 2 {
      for y in 0..<current.height { compare(y, one, two) }
      slow.calibrate(columns: current.columns, height: current.height)
      fast.calibrate(columns: current.columns, height: current.height)
    }
    slow.begin(Float(parameters.lowThreshold), Float(parameters.highThreshold))
    fast.begin(Float(parameters.lowThreshold), Float(parameters.highThreshold))
    for row in 0..<current.rows {
      let measured = (row &+ frame) & 3 == 0 ? (frame &* 7 / 4) & (TilePicture.tile - 1) : nil
      for y in row * TilePicture.tile..<min((row + 1) * TilePicture.tile, current.height) {
        compare(y, one, two)
        let measures = y & (TilePicture.tile - 1) == measured
        slow.scanRow(y, measures: measures)
        fast.scanRow(y, measures: measures)
      }
      sumTiles(slow.image, row: row, columns: current.columns, height: current.height, to: &newContents)
    }
    slow.finish()
    fast.finish()
  }

  /// Writes the differences of a row to the background, and to what was before.
  private mutating func compare(_ y: Int, _ one: Int, _ two: Int) {
    let range = current.row(y)
    let hasColor = chroma.isKnown
    if hasColor && y & 1 == 0 { chroma.measure(row: y / 2) }
    differ(range, current.pixels, background.pixels, hasColor ? chroma.difference : [], into: &slow.image)
    if registration.isMoving {
      let rows = (above: background.row(max(y - 1, 0)), below: background.row(min(y + 1, background.height - 1)))
      forgive(
        background.pixels, range, rows.above, rows.below, share: UInt16(128 * parameters.misplacement), in: &slow.image)
    }
    differFromAll(
      range, current.pixels, history[one].pixels, history[two].pixels, slow.image, into: &fast.image)
  }

  /// Moves the background toward the picture, and takes in whole what has long been still.
  private mutating func learn(_ interval: Double) {
    var step = 1
    while step < 16 && Double(step) * parameters.learningRate * interval < 0.75 { step *= 2 }
    for y in 0..<current.height where (y &+ frame) & (step - 1) == 0 {
      let range = current.row(y)
      follow(current.pixels, range, &background.pixels)
    }
    chroma.learn(frame: frame, step: step)
    for tile in stillness.indices {
      if fast.activity[tile] == .strong || slow.activity[tile] == .none {
        stillness[tile] = 0
      } else {
        // More than half a frame longer: how the times of whole frames are rounded makes no difference.
        stillness[tile] += Float(interval)
        if stillness[tile] > Float(parameters.absorptionTime + 0.5 * interval) {
          stillness[tile] = 0
          absorb(tile)
        }
      }
    }
  }

  private mutating func absorb(_ tile: Int) {
    let (row, column) = (tile / current.columns, tile % current.columns)
    for y in row * TilePicture.tile..<min((row + 1) * TilePicture.tile, current.height) {
      let start = y * current.stride + column * TilePicture.tile
      for index in start..<start + TilePicture.tile { background.pixels[index] = current.pixels[index] }
    }
    chroma.absorb(tileRow: row, tileColumn: column)
  }
}

extension Foreground {
  /// The samples of the remembered frame of a time, laid over the background, and its colors where it has any.
  func picture(at time: Timestamp) -> (pixels: [UInt8], colors: ChromaBackground.Colors?)? {
    for age in times.indices {
      let index = (newest + times.count - age) % times.count
      if times[index] == time { return (history[index].pixels, chroma.colors(age: age)) }
    }
    return nil
  }

  /// Whether the frame of a time is remembered.
  func remembers(_ time: Timestamp) -> Bool { times.contains(time) }

  /// The size of the analyzed pictures, and the number of samples from a row to the next.
  var width: Int { background.width }
  var height: Int { background.height }
  var stride: Int { background.stride }

  /// The difference from which on a pixel of a tile counts.
  func threshold(_ tile: Int, _ evidence: Evidence) -> UInt8 {
    evidence == .neighbors ? fast.threshold(tile) : slow.threshold(tile)
  }

  /// The standard deviation of the noise at a tile, in gray levels.
  func noise(_ tile: Int, _ evidence: Evidence) -> Float {
    evidence == .neighbors ? fast.noise(tile) : slow.noise(tile)
  }

  /// Whether the newest frame differs here.
  func isForeground(_ x: Int, _ y: Int, _ evidence: Evidence) -> Bool {
    let tile = y / TilePicture.tile * background.columns + x / TilePicture.tile
    let index = y * background.stride + x
    switch evidence {
    case .background, .part: return slow.image[index] >= slow.threshold(tile)
    case .neighbors: return fast.image[index] >= fast.threshold(tile)
    }
  }

  /// The difference in color between the newest frame and the background at a place.
  func chromaChange(x: Int, y: Int) -> Float { chroma.change(x: x, y: y) }

  /// The brightness and color of the newest frame at a place.
  func color(x: Int, y: Int) -> SIMD4<Float> {
    let (blue, red) = chroma.color(x: x, y: y)
    return SIMD4(Float(newestSample(x, y)), blue, red, 0)
  }
}
