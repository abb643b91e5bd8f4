// What other elements may put on a buffer: observations with any numbers, drawn and written as JSON Lines.
import Flycatcher

@testable import FlycatcherPipeline

func fuzzOverlay(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  var style = OverlayStyle()
  let changed = input.byte()
  if changed & 1 != 0 { style.regionOfInterest = input.rectangle() }
  if changed & 2 != 0 { style.showsLabels = false }
  if changed & 4 != 0 { style.lineWidth = input.number() * 0.1 }
  if changed & 8 != 0 { style.fontSize = input.number() * 0.2 }
  if changed & 16 != 0 { style.opacity = input.number() }
  if changed & 32 != 0 {
    (style.fadeIn, style.linger, style.fadeOut) = (input.duration(), input.duration(), input.duration())
  }
  if changed & 64 != 0 { style.trailDuration = input.duration() }
  style.trajectoryStyle = input.element(of: OverlayStyle.TrajectoryStyle.allCases)
  style.coloring = input.element(of: OverlayStyle.Coloring.allCases)
  guard (try? style.validate()) != nil else { return }
  var painter = OverlayPainter(style: style, orientation: input.element(of: Orientation.allCases))
  let uuids = [ObservationUUID(), ObservationUUID()]
  var clock = FuzzClock(&input)
  let (width, height) = (input.integer(1...200), input.integer(1...200))
  for frame in 0..<input.integer(1...8) {
    clock.advance(&input)
    let observations = (0..<input.integer(0...3)).map { _ in observation(&input, uuids, clock.time) }
    painter.add(FrameReport(frame: frame, time: clock.time, observations: observations))
    _ = painter.images(at: clock.time, width: width, height: height)
    var text = JSONText()
    for observation in observations { text.observation(observation, frame: frame) }
    let written = String(decoding: text.bytes, as: UTF8.self)
    expect(!["nan", "inf"].contains { written.contains(":\($0)") || written.contains(":-\($0)") }, written)
  }
}

private func observation(_ input: inout FuzzInput, _ uuids: [ObservationUUID], _ time: Timestamp) -> Observation {
  let uuid = input.element(of: uuids)
  switch input.byte() % 3 {
  case 0:
    let points = (0..<input.integer(0...8)).map { _ in
      TrajectoryObservation.DetectedPoint(
        time: Timestamp(nanoseconds: time.nanoseconds &- Int64(input.integer(0...1000)) * 1_000_000),
        location: input.point(), radius: input.number())
    }
    return .trajectory(
      TrajectoryObservation(
        uuid: uuid, state: input.element(of: [.began, .updated, .ended]), time: time, confidence: input.number(),
        timeRange: TimeRange(start: time, duration: input.duration()), detectedPoints: points,
        projectedPoints: points.map { Point(x: $0.location.x, y: input.number()) },
        equationCoefficients: Quadratic(a: input.number(), b: input.number(), c: input.number()),
        movingAverageRadius: input.number()))
  case 1:
    return .object(
      ObjectObservation(
        uuid: uuid, label: input.text(), state: input.element(of: states), time: time,
        confidence: input.number(),
        boundingBox: Rectangle(x: input.number(), y: input.number(), width: input.number(), height: input.number())))
  default:
    return .rectangle(
      RectangleObservation(
        uuid: uuid, state: input.element(of: states), time: time, confidence: input.number(),
        corners: Quad(
          topLeft: input.point(), topRight: input.point(), bottomRight: input.point(), bottomLeft: input.point())))
  }
}

private let states: [TrackingState] = [.nominated, .tracked, .predicted, .lost, .recovered, .ended]
