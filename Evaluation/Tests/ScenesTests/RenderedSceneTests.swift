import Foundation
import Scoring
import Testing

@testable import Scenes

@Suite struct RenderedSceneTests {
  /// A ball alone before an even wall, without noise.
  private func scene(_ ball: Ball, _ camera: Camera = Camera(noise: 0)) -> RenderedScene {
    let backdrop = Backdrop(texture: 0, boards: 0)
    return RenderedScene(
      name: "alone", seed: 3, width: 320, height: 192, framesPerSecond: 30, frameCount: 30, backdrop: backdrop,
      camera: camera, balls: [ball])
  }

  private let ball = Ball(
    start: 0, x: 30, y: 140, velocityX: 220, velocityY: -250, gravity: 400, radius: 6, tone: Tone(luma: 240))

  @Test(arguments: [0.0, 1.7]) func centroidOfTheBallIsItsTruth(shake: Double) {
    let scene = scene(ball, Camera(shake: shake, noise: 0))
    let truth = scene.truth
    #expect(truth.arcs.count == 1)
    let empty = self.scene(
      Ball(
        start: 99, x: 0, y: 0, velocityX: 0, velocityY: 0, gravity: 0, radius: 1, tone: Tone(luma: 0)),
      Camera(shake: shake, noise: 0))
    for point in truth.arcs[0].points.dropFirst() where point.place.x < 300 {
      let (picture, background) = (scene.frame(point.frame), empty.frame(point.frame))
      var (sum, x, y) = (0.0, 0.0, 0.0)
      for index in 0..<320 * 192 {
        // The share of the pixel that the ball covers, whatever is behind it.
        let weight = abs(Double(picture[index]) - Double(background[index])) / (240 - Double(background[index]))
        sum += weight
        x += weight * Double(index % 320)
        y += weight * Double(index / 320)
      }
      #expect(abs(x / sum - point.place.x) < 0.1)
      // The light from above pulls it up a little.
      #expect(abs(y / sum - point.place.y) < 0.35)
    }
  }

  @Test func flightWithoutDragIsAParabola() {
    let points = scene(ball).truth.arcs[0].points
    for (index, point) in points.enumerated() {
      let t = Double(point.frame) / 30
      #expect(abs(point.place.x - (30 + 220 * t)) < 0.01)
      #expect(abs(point.place.y - (140 - 250 * t + 200 * t * t)) < 0.05)
      #expect(point.frame == points[0].frame + index)
    }
  }

  @Test func bounceStartsAnotherArc() {
    var bouncing = ball
    bouncing.velocityX = 120
    bouncing.velocityY = 0
    bouncing.y = 60
    bouncing.gravity = 1200
    bouncing.floor = 160
    bouncing.bounces = 2
    bouncing.restitution = 0.9
    let truth = scene(bouncing).truth
    #expect(truth.arcs.count >= 2)
    #expect(truth.arcs[1].points[0].frame == truth.arcs[0].points[truth.arcs[0].points.count - 1].frame + 1)
  }

  @Test func airSlowsTheBallAndApproachMakesItGrow() {
    var slowed = ball
    slowed.drag = 0.003
    #expect(scene(slowed).truth.arcs[0].points[20].place.x < scene(ball).truth.arcs[0].points[20].place.x - 20)
    var near = ball
    near.approach = 0.5
    #expect(scene(near).truth.arcs[0].radius > 8)
  }

  @Test(arguments: Family.allCases) func familyHasFlightsUnlessNothingFlies(family: Family) {
    for seed in 0..<4 {
      let truth = family.scene(seed: UInt64(seed)).truth
      #expect(truth.arcs.isEmpty == family.isWithoutFlight)
      for arc in truth.arcs {
        #expect(arc.points.count >= 8)
        #expect(arc.points.allSatisfy { (0..<1280).contains($0.place.x) && (0..<720).contains($0.place.y) })
      }
    }
  }

  @Test func sameSeedRendersTheSameFrame() {
    let (one, other) = (Family.people.scene(seed: 4), Family.people.scene(seed: 4))
    #expect(one.frame(40) == other.frame(40))
    #expect(one.frame(40) != Family.people.scene(seed: 5).frame(40))
    #expect(one.frame(40).count == 1280 * 720 * 3 / 2)
  }
}
