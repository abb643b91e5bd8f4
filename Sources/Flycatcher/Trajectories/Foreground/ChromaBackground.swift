// The background in color: an orange ball is often as bright as the wall behind it.

/// The color differences of the background, at half the size of the analyzed picture.
struct ChromaBackground: Sendable {
  private var blue = TilePicture()
  private var red = TilePicture()
  private var knownBlue = TilePicture()
  private var knownRed = TilePicture()
  private(set) var isKnown = false
  /// How far the newest frame's color lies from the background's along the measured row, a value for each pixel of the analyzed picture.
  private(set) var difference: [UInt8] = []
  private var half: [UInt8] = []
  private var sums: [UInt16] = []
  /// The color differences of the newest frame, before they are laid over the background.
  private var raw = TilePicture()
  /// The colors of the frames before, and the number of them that are remembered.
  private var past: [Colors] = []
  private var newestPast = 0
  private var pastCount = 0

  /// The colors of one frame, laid over the background.
  struct Colors: Sendable {
    var blue = TilePicture()
    var red = TilePicture()
  }

  mutating func reset() {
    isKnown = false
    pastCount = 0
    difference.removeAll(keepingCapacity: true)
  }

  /// Takes the colors of the next frame, laid over the background as its luma is.
  mutating func take(
    _ frame: borrowing Frame, halvings: Int, beside luma: borrowing TilePicture, _ registration: Registration,
    scratch: inout HalvedRows
  ) {
    guard let newBlue = frame.blueDifference, let newRed = frame.redDifference else {
      reset()
      return
    }
    let (width, height) = ((luma.width + 1) / 2, (luma.height + 1) / 2)
    remember()
    let isFirst = !isKnown || knownBlue.width != width || knownBlue.height != height
    let layer = registration.chroma
    Self.fit(newBlue, width, height, halvings, &raw, &scratch, &sums)
    if isFirst { knownBlue.become(raw) }
    blue.take(&raw, laidBy: layer, over: knownBlue)
    Self.fit(newRed, width, height, halvings, &raw, &scratch, &sums)
    if isFirst { knownRed.become(raw) }
    red.take(&raw, laidBy: layer, over: knownRed)
    if isFirst {
      knownBlue.become(blue)
      knownRed.become(red)
      isKnown = true
      pastCount = 0
      half.fill(with: 0, count: blue.stride)
    }
    if difference.count != luma.stride { difference.fill(with: 0, count: luma.stride) }
  }

  /// Becomes the colors of the newest frame.
  mutating func becomeNewest() {
    guard isKnown else { return }
    knownBlue.become(blue)
    knownRed.become(red)
  }

  /// Keeps the colors of the frame before.
  private mutating func remember() {
    guard isKnown else { return }
    if past.isEmpty { past = Array(repeating: Colors(), count: Foreground.memory - 1) }
    newestPast = (newestPast + 1) % past.count
    swap(&past[newestPast].blue, &blue)
    swap(&past[newestPast].red, &red)
    pastCount = min(pastCount + 1, past.count)
  }

  /// The colors of the frame so many before the newest; `nil` where they are not remembered.
  func colors(age: Int) -> Colors? {
    guard isKnown, age <= pastCount else { return nil }
    return age == 0 ? Colors(blue: blue, red: red) : past[(newestPast + past.count - age + 1) % past.count]
  }

  private static func fit(
    _ plane: borrowing Plane, _ width: Int, _ height: Int, _ halvings: Int, _ picture: inout TilePicture,
    _ scratch: inout HalvedRows, _ sums: inout [UInt16]
  ) {
    if plane.width >> halvings == width && plane.height >> halvings == height {
      picture.take(plane, halvings: halvings, scratch: &scratch)
    } else if plane.width >> (halvings + 1) == width && plane.height >> (halvings + 1) == height {
      // Chroma at the size of luma.
      picture.take(plane, halvings: halvings + 1, scratch: &scratch)
    } else {
      picture.takeMeans(plane, width: width, height: height, sums: &sums)
    }
  }

  /// Fills `difference` for two rows of the analyzed picture.
  mutating func measure(row: Int) {
    guard isKnown, row < knownBlue.height else {
      for x in difference.indices { difference[x] = 0 }
      return
    }
    measureHalf(blue.pixels, red.pixels, knownBlue.pixels, knownRed.pixels, knownBlue.row(row), &half)
    double(half, &difference)
  }

  mutating func learn(frame: Int, step: Int) {
    guard isKnown else { return }
    for row in 0..<knownBlue.height where (row &+ frame) & (step - 1) == 0 {
      let range = knownBlue.row(row)
      follow(blue.pixels, range, &knownBlue.pixels)
      follow(red.pixels, range, &knownRed.pixels)
    }
  }

  mutating func absorb(tileRow: Int, tileColumn: Int) {
    guard isKnown else { return }
    let side = TilePicture.tile / 2
    for row in tileRow * side..<min((tileRow + 1) * side, knownBlue.height) {
      for column in tileColumn * side..<min((tileColumn + 1) * side, knownBlue.width) {
        let index = row * knownBlue.stride + column
        knownBlue.pixels[index] = blue.pixels[index]
        knownRed.pixels[index] = red.pixels[index]
      }
    }
  }

  /// Goes on over a background that begins elsewhere.
  mutating func moveOrigin(by way: TileOffset) {
    let tile = TilePicture.tile / 2
    blue.moveOrigin(by: way, tile: tile)
    red.moveOrigin(by: way, tile: tile)
    knownBlue.moveOrigin(by: way, tile: tile)
    knownRed.moveOrigin(by: way, tile: tile)
    for index in past.indices {
      past[index].blue.moveOrigin(by: way, tile: tile)
      past[index].red.moveOrigin(by: way, tile: tile)
    }
  }

  /// Takes what came into sight from the newest frame.
  mutating func fill(newAfter way: TileOffset) {
    guard isKnown else { return }
    let tile = TilePicture.tile / 2
    knownBlue.fill(newAfter: way, from: blue, tile: tile)
    knownRed.fill(newAfter: way, from: red, tile: tile)
    for index in past.indices where past[index].blue.pixels.count == blue.pixels.count {
      past[index].blue.fill(newAfter: way, from: blue, tile: tile)
      past[index].red.fill(newAfter: way, from: red, tile: tile)
    }
  }

  /// The size of the color differences, and their samples a row and in all.
  var width: Int { knownBlue.width }
  var height: Int { knownBlue.height }
  var stride: Int { knownBlue.stride }
  var sampleCount: Int { knownBlue.pixels.count }

  /// Writes a part of a row of one side of the newest frame's color into a picture with rows of the same length, and widens the range of what
  /// it holds.
  func writeRow(
    _ y: Int, _ columns: ClosedRange<Int>, _ side: Side, into picture: inout [UInt8],
    _ range: inout (low: UInt8, high: UInt8)
  ) {
    let color = side.isRed ? red : blue
    guard y >= 0, y < color.height, columns.lowerBound >= 0, columns.upperBound < color.width else { return }
    let start = y * stride
    copy(
      color.pixels.span.extracting(start + columns.lowerBound..<start + columns.upperBound + 1),
      flipping: side.isInverted ? 255 : 0, &picture, from: start + columns.lowerBound, &range)
  }

  /// The difference to the background's color at a place of the analyzed picture.
  func change(x: Int, y: Int) -> Float {
    guard isKnown else { return 0 }
    let (u, v) = (x / 2, y / 2)
    return abs(Float(blue.sample(u, v)) - Float(knownBlue.sample(u, v)))
      + abs(Float(red.sample(u, v)) - Float(knownRed.sample(u, v)))
  }

  /// The color at a place of the newest analyzed picture.
  func color(x: Int, y: Int) -> (blue: Float, red: Float) {
    guard isKnown else { return (128, 128) }
    return (Float(blue.sample(x / 2, y / 2)), Float(red.sample(x / 2, y / 2)))
  }
}

private func measureHalf(
  _ blue: [UInt8], _ red: [UInt8], _ knownBlue: [UInt8], _ knownRed: [UInt8], _ range: Range<Int>, _ half: inout [UInt8]
) {
  let (newBlue, newRed) = (blue.span.extracting(range), red.span.extracting(range))
  let (oldBlue, oldRed) = (knownBlue.span.extracting(range), knownRed.span.extracting(range))
  var half = half.mutableSpan
  let count = half.count
  guard newBlue.count == count, newRed.count == count, oldBlue.count == count, oldRed.count == count else { return }
  for x in 0..<count {
    let first = absoluteDifference(newBlue[x], oldBlue[x])
    let sum = first &+ absoluteDifference(newRed[x], oldRed[x])
    half[x] = sum < first ? 255 : sum
  }
}

private func double(_ half: [UInt8], _ whole: inout [UInt8]) {
  let half = half.span
  var whole = whole.mutableSpan
  for x in 0..<min(half.count, whole.count / 2) {
    let value = half[x]
    whole[2 * x] = value
    whole[2 * x + 1] = value
  }
}

/// Copies a row, each sample with some of its bits flipped, and widens the range of what was copied.
private func copy(
  _ row: Span<UInt8>, flipping bits: UInt8, _ picture: inout [UInt8], from start: Int,
  _ range: inout (low: UInt8, high: UInt8)
) {
  var all = picture.mutableSpan
  var part = all._mutatingExtracting(start..<start + row.count)
  guard part.count == row.count else { return }
  var (low, high) = range
  for x in 0..<part.count {
    let value = row[x] ^ bits
    low = min(low, value)
    high = max(high, value)
    part[x] = value
  }
  range = (low, high)
}

/// |a − b|.
@inline(__always)
func absoluteDifference(_ a: UInt8, _ b: UInt8) -> UInt8 { max(a, b) &- min(a, b) }
