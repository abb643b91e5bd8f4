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
  /// The samples by which the newest frame is displaced against the background.
  private var shift = (x: 0, y: 0)
  /// The colors of the frames before, and the number of them that are remembered.
  private var past: [Colors] = []
  private var newestPast = 0
  private var pastCount = 0

  /// The colors of one frame, and the samples by which it is displaced against the background.
  struct Colors: Sendable {
    var blue = TilePicture()
    var red = TilePicture()
    var shift = (x: 0, y: 0)
  }

  mutating func reset() {
    isKnown = false
    pastCount = 0
    difference.removeAll(keepingCapacity: true)
  }

  mutating func take(
    _ frame: borrowing Frame, halvings: Int, beside luma: borrowing TilePicture, _ offset: (x: Double, y: Double),
    scratch: inout [UInt8]
  ) {
    guard let newBlue = frame.blueDifference, let newRed = frame.redDifference else {
      reset()
      return
    }
    let (width, height) = ((luma.width + 1) / 2, (luma.height + 1) / 2)
    remember()
    Self.fit(newBlue, width, height, halvings, &blue, &scratch, &sums)
    Self.fit(newRed, width, height, halvings, &red, &scratch, &sums)
    shift = (Int((offset.x / 2).rounded()), Int((offset.y / 2).rounded()))
    if !isKnown || knownBlue.width != width || knownBlue.height != height {
      knownBlue = blue
      knownRed = red
      isKnown = true
      pastCount = 0
      half = [UInt8](repeating: 0, count: blue.stride)
    }
    if difference.count != luma.stride { difference = [UInt8](repeating: 0, count: luma.stride) }
  }

  /// Keeps the colors of the frame before.
  private mutating func remember() {
    guard isKnown else { return }
    if past.isEmpty { past = Array(repeating: Colors(), count: Foreground.memory - 1) }
    newestPast = (newestPast + 1) % past.count
    swap(&past[newestPast].blue, &blue)
    swap(&past[newestPast].red, &red)
    past[newestPast].shift = shift
    pastCount = min(pastCount + 1, past.count)
  }

  /// The colors of the frame so many before the newest; `nil` where they are not remembered.
  func colors(age: Int) -> Colors? {
    guard isKnown, age <= pastCount else { return nil }
    return age == 0
      ? Colors(blue: blue, red: red, shift: shift) : past[(newestPast + past.count - age + 1) % past.count]
  }

  private static func fit(
    _ plane: borrowing Plane, _ width: Int, _ height: Int, _ halvings: Int, _ picture: inout TilePicture,
    _ scratch: inout [UInt8], _ sums: inout [UInt16]
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
    let y = row + shift.y
    guard isKnown, row < knownBlue.height, y >= 0, y < blue.height, abs(shift.x) < blue.width else {
      for x in difference.indices { difference[x] = 0 }
      return
    }
    let known = knownBlue.row(row)
    let now = blue.row(y)
    measureHalf(blue.pixels, red.pixels, now, knownBlue.pixels, knownRed.pixels, known, shift: shift.x, &half)
    double(half, &difference)
  }

  mutating func learn(frame: Int, step: Int) {
    guard isKnown else { return }
    for row in 0..<knownBlue.height where (row &+ frame) & (step - 1) == 0 {
      let y = row + shift.y
      guard y >= 0, y < blue.height else { continue }
      let start = knownBlue.row(row).lowerBound
      let now = blue.row(y)
      follow(blue.pixels, now, shift: shift.x, &knownBlue.pixels, from: start)
      follow(red.pixels, now, shift: shift.x, &knownRed.pixels, from: start)
    }
  }

  mutating func absorb(tileRow: Int, tileColumn: Int) {
    guard isKnown else { return }
    let side = TilePicture.tile / 2
    for row in tileRow * side..<min((tileRow + 1) * side, knownBlue.height) {
      for column in tileColumn * side..<min((tileColumn + 1) * side, knownBlue.width) {
        let index = row * knownBlue.stride + column
        knownBlue.pixels[index] = blue.sample(column + shift.x, row + shift.y)
        knownRed.pixels[index] = red.sample(column + shift.x, row + shift.y)
      }
    }
  }

  /// The size of the color differences, and their samples a row and in all.
  var width: Int { knownBlue.width }
  var height: Int { knownBlue.height }
  var stride: Int { knownBlue.stride }
  var sampleCount: Int { knownBlue.pixels.count }

  /// Writes a part of a row of one side of the newest frame's color, laid over the background, into a picture with rows of the same length, and widens
  /// the range of what it holds.
  func writeRow(
    _ y: Int, _ columns: ClosedRange<Int>, _ side: Side, into picture: inout [UInt8],
    _ range: inout (low: UInt8, high: UInt8)
  ) {
    let color = side.isRed ? red : blue
    guard color.width > 0, color.height > 0 else { return }
    let row = min(max(y + shift.y, 0), color.height - 1) * color.stride
    // The columns that lie in the newest frame; beyond its border that is repeated.
    let first = min(max(columns.lowerBound, -shift.x), columns.upperBound + 1)
    let end = max(min(columns.upperBound + 1, color.width - shift.x), first)
    let start = y * stride
    for x in columns where x < first || x >= end {
      let sample = color.pixels[row + min(max(x + shift.x, 0), color.width - 1)]
      let value = side.isInverted ? 255 - sample : sample
      range = (min(range.low, value), max(range.high, value))
      picture[start + x] = value
    }
    guard first < end else { return }
    copy(
      color.pixels.span.extracting(row + first + shift.x..<row + end + shift.x), flipping: side.isInverted ? 255 : 0,
      &picture, from: start + first, &range)
  }

  /// The difference to the background's color at a place of the analyzed picture.
  func change(x: Int, y: Int) -> Float {
    guard isKnown else { return 0 }
    let (u, v) = (x / 2, y / 2)
    return abs(Float(blue.sample(u + shift.x, v + shift.y)) - Float(knownBlue.sample(u, v)))
      + abs(Float(red.sample(u + shift.x, v + shift.y)) - Float(knownRed.sample(u, v)))
  }

  /// The color at a place of the newest analyzed picture.
  func color(x: Int, y: Int) -> (blue: Float, red: Float) {
    guard isKnown else { return (128, 128) }
    return (Float(blue.sample(x / 2 + shift.x, y / 2 + shift.y)), Float(red.sample(x / 2 + shift.x, y / 2 + shift.y)))
  }
}

private func measureHalf(
  _ blue: [UInt8], _ red: [UInt8], _ now: Range<Int>, _ knownBlue: [UInt8], _ knownRed: [UInt8], _ known: Range<Int>,
  shift: Int, _ half: inout [UInt8]
) {
  var half = half.mutableSpan
  let count = half.count
  guard now.count == count, known.count == count else { return }
  let first = max(0, -shift)
  let inside = first..<max(min(count, count - shift), first)
  for x in 0..<inside.lowerBound { half[x] = 0 }
  for x in inside.upperBound..<max(count, inside.upperBound) { half[x] = 0 }
  let newInside = now.lowerBound + inside.lowerBound + shift..<now.lowerBound + inside.upperBound + shift
  let knownInside = known.lowerBound + inside.lowerBound..<known.lowerBound + inside.upperBound
  let newBlue = blue.span.extracting(newInside)
  let newRed = red.span.extracting(newInside)
  let oldBlue = knownBlue.span.extracting(knownInside)
  let oldRed = knownRed.span.extracting(knownInside)
  var part = half._mutatingExtracting(inside)
  guard newBlue.count == part.count, newRed.count == part.count, oldBlue.count == part.count, oldRed.count == part.count
  else { return }
  for x in 0..<part.count {
    let first = absoluteDifference(newBlue[x], oldBlue[x])
    let sum = first &+ absoluteDifference(newRed[x], oldRed[x])
    part[x] = sum < first ? 255 : sum
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

private func follow(_ picture: [UInt8], _ range: Range<Int>, shift: Int, _ known: inout [UInt8], from start: Int) {
  let first = max(0, -shift)
  let inside = first..<max(min(range.count, range.count - shift), first)
  let row = picture.span.extracting(
    range.lowerBound + inside.lowerBound + shift..<range.lowerBound + inside.upperBound + shift)
  var all = known.mutableSpan
  var known = all._mutatingExtracting(start + inside.lowerBound..<start + inside.upperBound)
  guard known.count == row.count else { return }
  for x in 0..<row.count {
    let (now, before) = (row[x], known[x])
    let up: UInt8 = now > before ? 1 : 0
    let down: UInt8 = now < before ? 1 : 0
    known[x] = before &+ up &- down
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
