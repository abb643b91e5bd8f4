// The film that everything is measured on: three balls before a court, 1920 × 1080, with the sensor's noise.
import DemoScene
import Flycatcher
import Foundation

enum Film {
  static let width = 1920
  static let height = 1080

  static func frames(_ count: Int, hasBalls: Bool = true) throws -> [[UInt8]] {
    let ball = { (from: Point, to: Point, start: Double, radius: Double, color: UInt32) in
      Ball.thrown(
        from: from, to: to, start: start, duration: 1.6, radius: radius, color: Color(color), gravity: 1.2)
    }
    let balls = [
      ball(Point(x: 0.05, y: 0.7), Point(x: 0.9, y: 0.7), 0, 0.008, 0xF2E640),
      ball(Point(x: 0.95, y: 0.6), Point(x: 0.1, y: 0.65), 0.1, 0.006, 0xD55E00),
      ball(Point(x: 0.3, y: 0.8), Point(x: 0.6, y: 0.8), 0.2, 0.007, 0xFFFFFF),
    ]
    let scene = Scene(backdrop: .court, balls: hasBalls ? balls : [], noise: 1.5)
    let clip = try DemoScene(scene, width: width, height: height, duration: Double(count) / 60)
    return (0..<count).map { clip.frame($0) }
  }
}
