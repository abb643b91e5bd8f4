// The components of level sets, against a labeling that goes from pixel to pixel.
import Testing

@testable import Flycatcher

@Suite struct LevelSetTests {
  /// A component as far as it is compared.
  private struct Component: Hashable {
    var area: Int
    var weight: Double
    var x: Double
    var y: Double
    var box: [Int]

    init(_ sums: ComponentSums) {
      (area, weight, x, y) = (sums.area, sums.weight, sums.x, sums.y)
      box = [sums.minX, sums.minY, sums.maxX, sums.maxY]
    }
  }

  private static let (width, height) = (320, 150)
  private static let levels = [40, 90, 130, 131, 180, 230]

  /// Noise in which neighbors are alike, or single pixels.
  private static func picture(spread: Int, _ random: inout SplitMix) -> [UInt8] {
    let coarse = (0..<width * height).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    return (0..<width * height).map { index in
      let (x, y) = (index % width / spread, index / width / spread)
      return coarse[y * width + x] / 4 * 3 + coarse[index] / 4
    }
  }

  private static func box(_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>) -> ComponentSums {
    var box = ComponentSums()
    (box.minX, box.maxX) = (columns.lowerBound, columns.upperBound)
    (box.minY, box.maxY) = (rows.lowerBound, rows.upperBound)
    return box
  }

  /// The components of the pixels of a box that reach a level, diagonal neighbors joined.
  private static func naive(_ picture: [UInt8], _ box: ComponentSums, level: Int) -> [Component] {
    var isSeen = [Bool](repeating: false, count: picture.count)
    func isInside(_ x: Int, _ y: Int) -> Bool {
      (box.minX...box.maxX).contains(x) && (box.minY...box.maxY).contains(y) && !isSeen[y * width + x]
        && picture[y * width + x] >= level
    }
    var components: [Component] = []
    for y in box.minY...box.maxY {
      for x in box.minX...box.maxX where isInside(x, y) {
        var sums = ComponentSums()
        var rest = [(x: x, y: y)]
        isSeen[y * width + x] = true
        while let (x, y) = rest.popLast() {
          let weight = Double(picture[y * width + x])
          sums.area += 1
          sums.weight += weight
          sums.x += weight * Double(x)
          sums.y += weight * Double(y)
          (sums.minX, sums.maxX) = (min(sums.minX, x), max(sums.maxX, x))
          (sums.minY, sums.maxY) = (min(sums.minY, y), max(sums.maxY, y))
          for v in y - 1...y + 1 {
            for u in x - 1...x + 1 where isInside(u, v) {
              isSeen[v * width + u] = true
              rest.append((u, v))
            }
          }
        }
        components.append(Component(sums))
      }
    }
    return components
  }

  private static func components(of labeler: inout ComponentLabeler, _ picture: [UInt8]) -> [ComponentSums] {
    var components: [ComponentSums] = []
    labeler.collect(picture, stride: width, into: &components) { _, _ in
      .max
    } where: { _ in
      true
    }
    return components
  }

  @Test(arguments: [1, 3, 8])
  func eachLevelSetHasTheComponentsOfANaiveLabeling(spread: Int) {
    var random = SplitMix(state: UInt64(spread))
    var labeler = ComponentLabeler(reach: 0)
    let picture = Self.picture(spread: spread, &random)
    for box in [Self.box(0...319, 0...149), Self.box(5...37, 3...90), Self.box(16...31, 20...20)] {
      for (number, level) in Self.levels.enumerated() {
        if number == 0 {
          labeler.scan(box, picture, stride: Self.width, level: UInt8(level))
        } else {
          labeler.narrow(picture, stride: Self.width, to: UInt8(level), leastArea: 1)
        }
        labeler.link()
        let components = Self.components(of: &labeler, picture)
        let expected = Self.naive(picture, box, level: level)
        #expect(components.count == expected.count)
        #expect(Set(components.map(Component.init)) == Set(expected))
        #expect(labeler.largestArea == expected.map(\.area).max() ?? 0)
      }
    }
  }

  @Test func aLevelSetGoesOnInLargeComponentsAlone() {
    var random = SplitMix(state: 7)
    var labeler = ComponentLabeler(reach: 0)
    let picture = Self.picture(spread: 2, &random)
    let box = Self.box(10...200, 5...120)
    labeler.scan(box, picture, stride: Self.width, level: 130)
    labeler.link()
    let large = Self.naive(picture, box, level: 130).filter { $0.area >= 20 }
    labeler.narrow(picture, stride: Self.width, to: 131, leastArea: 20)
    labeler.link()
    let components = Self.components(of: &labeler, picture)
    let kept = components.map(\.area).reduce(0, +)
    #expect(kept > 0)
    #expect(kept <= large.map(\.area).reduce(0, +))
    let all = Set(Self.naive(picture, box, level: 131))
    #expect(components.allSatisfy { all.contains(Component($0)) })
  }
}
