import Scenes
import Scoring
import Testing

@Suite struct PhotoFilmTests {
  private static let quad = Quad([Place(120, 90), Place(280, 90), Place(280, 210), Place(120, 210)])

  /// A photo of 400 x 300 pixels.
  private func photo(_ level: (Int, Int) -> UInt8) -> GrayPhoto {
    let layout = I420Layout(width: 400, height: 300)
    var bytes = [UInt8](repeating: 128, count: layout.byteCount)
    for y in 0..<layout.height {
      for x in 0..<layout.width { bytes[y * layout.lumaStride + x] = level(x, y) }
    }
    return GrayPhoto(bytes, layout)
  }

  @Test func cornersAreWhereTheFilmShowsThem() throws {
    let bright = photo { x, y in (120...280).contains(x) && (90...210).contains(y) ? 200 : 40 }
    let other = photo { _, _ in 120 }
    var events: Set<PhotoFilm.Event> = []
    for seed in UInt64(0)..<60 {
      let film = PhotoFilm(bright, quad: Self.quad, face: .original, other: other, seed: seed)
      guard events.insert(film.event).inserted else { continue }
      #expect(film.frame(7) == film.frame(7))
      for index in [0, 10] {
        let corners = try #require(film.corners(index))
        let levels = film.frame(index)
        let middle = Place(corners.reduce(0) { $0 + $1.x } / 4, corners.reduce(0) { $0 + $1.y } / 4)
        for corner in corners {
          // A tenth of the way to the middle it is bright, as far beyond the corner dark, where what will cover it does not lie.
          for (share, isInside) in [(0.1, true), (-0.1, false)] {
            let x = Int((corner.x + share * (middle.x - corner.x)).rounded())
            let y = Int((corner.y + share * (middle.y - corner.y)).rounded())
            guard (0..<PhotoFilm.width).contains(x), (0..<PhotoFilm.height).contains(y),
              isInside || film.event != .cover
            else { continue }
            #expect((levels[y * PhotoFilm.width + x] > 120) == isInside, "\(film.event), frame \(index)")
          }
        }
      }
      #expect((film.corners(PhotoFilm.frames - 1) == nil) == (film.event == .goes))
    }
    #expect(events.count == PhotoFilm.Event.allCases.count)
  }
}
