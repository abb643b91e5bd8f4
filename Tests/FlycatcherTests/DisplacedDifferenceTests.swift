import Testing

@testable import Flycatcher

/// What moves by itself, what moves with its surroundings, and what only flickers.
@Suite struct DisplacedDifferenceTests {
  private static let (width, height) = (160, 120)
  private static let radius = 4.0

  @Test func aThingThatFliesMovesByItself() throws {
    let difference = try differences { index in Self.disc(at: 40 + 7 * Double(index), over: Self.texture(shift: 0)) }
    #expect(difference.thing.ratio > 1)
    #expect(difference.surroundings.ratio < -1)
  }

  @Test func aPartOfSomethingLargeMovesAlong() throws {
    // The surroundings within 20 pixels go along; the rest of the picture stays.
    let difference = try differences { index in
      let (still, moved) = (Self.texture(shift: 0), Self.texture(shift: 7 * index))
      let picture = still.indices.map { place in
        let (x, y) = (place % Self.width - 7 * index, place / Self.width)
        return abs(x - 40) < 20 && abs(y - 60) < 20 ? moved[place] : still[place]
      }
      return Self.disc(at: 40 + 7 * Double(index), over: picture)
    }
    #expect(difference.thing.ratio > 1)
    #expect(difference.surroundings.ratio > 1)
  }

  @Test func whatCarriesAThingMayBeSeenFurtherAwayOnly() throws {
    // A dot on a plain roof, whose edges and windows begin 24 pixels away.
    let difference = try differences { index in
      let (still, moved) = (Self.texture(shift: 0), Self.texture(shift: 7 * index))
      let picture = still.indices.map { place in
        let (x, y) = (abs(place % Self.width - 7 * index - 40), abs(place / Self.width - 60))
        return max(x, y) < 24 ? 100 : max(x, y) < 48 ? moved[place] : still[place]
      }
      return Self.disc(at: 40 + 7 * Double(index), over: picture)
    }
    #expect(abs(difference.surroundings.ratio) < 0.01)
    #expect(difference.environs.ratio > 0.5)
  }

  @Test func whatItsBlurCoversIsNoneOfTheSurroundings() throws {
    // With an open shutter it is seen along the whole way of a frame, before a plain wall.
    let wall = [UInt8](repeating: 100, count: Self.width * Self.height)
    let difference = try differences(way: 20) { index in
      (-10...10).reduce(wall) { Self.disc(at: 40 + 20 * Double(index) + Double($1), over: $0) }
    }
    #expect(difference.thing.ratio > 1)
    #expect(abs(difference.surroundings.ratio) < 0.01)
    #expect(abs(difference.environs.ratio) < 0.01)
  }

  @Test func whatFlickersHasGoneNowhere() throws {
    // The disc appears at the second place, and was not at the first.
    let difference = try differences { index in
      index == 0 ? Self.texture(shift: 0) : Self.disc(at: 47, over: Self.texture(shift: 0))
    }
    #expect(difference.thing.ratio < 0.3)
    #expect(difference.surroundings.ratio < -1)
  }

  @Test func ofWhatIsNoLongerRememberedNothingIsSaid() throws {
    var foreground = Foreground()
    for index in 0..<20 { update(&foreground, Self.texture(shift: 0), index) }
    let place = SIMD2(40.0, 60.0)
    #expect(
      foreground.displacedDifference(
        from: (place, Self.time(0)), to: (place, Self.time(19)), radius: Self.radius) == nil)
    #expect(
      foreground.displacedDifference(
        from: (SIMD2(.nan, 0), Self.time(18)), to: (SIMD2(.infinity, 1e300), Self.time(19)), radius: 1e9) == nil)
    #expect(
      foreground.displacedDifference(
        from: (SIMD2(0, 0), Self.time(18)), to: (SIMD2(159.9, 119.9), Self.time(19)), radius: 1e6) != nil)
  }

  /// The differences about a disc at x 40 in the first of two frames, and 7 pixels or another way from there in the second.
  private func differences(way: Double = 7, _ picture: (Int) -> [UInt8]) throws -> DisplacedDifference {
    var foreground = Foreground()
    for index in 0..<2 { update(&foreground, picture(index), index) }
    return try #require(
      foreground.displacedDifference(
        from: (SIMD2(40, 60), Self.time(0)), to: (SIMD2(40 + way, 60), Self.time(1)), radius: Self.radius))
  }

  private func update(_ foreground: inout Foreground, _ picture: [UInt8], _ index: Int) {
    let bytes = picture.span
    guard let plane = Plane(bytes, width: Self.width, height: Self.height, rowStride: Self.width) else { return }
    let frame = Frame(luma: plane, timestamp: Self.time(index))
    _ = foreground.update(frame, halvings: 0, interval: 1.0 / 30)
  }

  private static func time(_ index: Int) -> Timestamp { Timestamp(seconds: Double(index) / 30) }

  /// Blocks of three pixels in gray levels of their own.
  private static func texture(shift: Int) -> [UInt8] {
    var picture = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        let (column, row) = ((x - shift + 300) / 3, y / 3)
        picture[y * width + x] = UInt8(60 + (column * 37 + row * 91 + column * row * 13) % 90)
      }
    }
    return picture
  }

  private static func disc(at x: Double, over picture: [UInt8]) -> [UInt8] {
    var picture = picture
    for v in 0..<height {
      for u in 0..<width {
        let (dx, dy) = (Double(u) + 0.5 - x, Double(v) + 0.5 - 60)
        if dx * dx + dy * dy <= radius * radius { picture[v * width + u] = 230 }
      }
    }
    return picture
  }
}
