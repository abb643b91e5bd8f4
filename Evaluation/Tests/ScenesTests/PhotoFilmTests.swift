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

  /// Blank faces show one level within their rim; the others show what the photo does.
  @Test func facesShowWhatTheyAreCalled() throws {
    let striped = photo { x, y in
      (120...280).contains(x) && (90...210).contains(y) ? ((x + y) / 6 % 2 == 0 ? 60 : 220) : 40
    }
    let seed = try #require(
      (UInt64(0)..<60).first {
        PhotoFilm(striped, quad: Self.quad, face: .original, other: striped, seed: $0).event == .nothing
      })
    for face in PhotoFilm.Face.allCases {
      let film = PhotoFilm(striped, quad: Self.quad, face: face, other: striped, seed: seed)
      let corners = try #require(film.corners(0))
      let levels = film.frame(0)
      /// The spread of the levels around a place that counts from 0 to 1 along the sides.
      func spread(_ u: Double, _ v: Double) -> Double {
        let top = Place(
          corners[0].x + u * (corners[1].x - corners[0].x), corners[0].y + u * (corners[1].y - corners[0].y))
        let low = Place(
          corners[3].x + u * (corners[2].x - corners[3].x), corners[3].y + u * (corners[2].y - corners[3].y))
        let (x, y) = (Int(top.x + v * (low.x - top.x)), Int(top.y + v * (low.y - top.y)))
        let near = (-8...8).map { Double(levels[y * PhotoFilm.width + x + $0]) }
        return (near.max() ?? 0) - (near.min() ?? 0)
      }
      #expect((spread(0.7, 0.7) < 60) == (face == .blank || face == .partlyBlank), "\(face)")
      #expect((spread(0.25, 0.25) < 60) == (face == .blank), "\(face)")
    }
  }
}
