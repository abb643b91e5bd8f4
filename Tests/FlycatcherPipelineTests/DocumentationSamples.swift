// The Swift code of the README, the articles and the documentation comments, for the compiler alone: nothing here is called.
import DemoScene
import Flycatcher
import FlycatcherLines
import FlycatcherPipeline
import Foundation

private enum MeasureSamples {
  static func measurer(_ flight: TrajectoryObservation) throws {
    var settings = MeasurementSettings()
    settings.scale = .length(from: Point(x: 0.1, y: 0.9), to: Point(x: 0.3, y: 0.9), meters: 2)
    var measurer = try TrajectoryMeasurer(settings)
    let measures = measurer.measure(flight, width: 1920, height: 1080)
    print(measures?.meters[.launchSpeed]?.value ?? 0)
  }

  static func tracker() throws -> MeasuringTracker {
    var tracker = MeasuringTracker([try TrajectoryDetector()], by: try TrajectoryMeasurer())
    tracker.reset()
    return tracker
  }
}

private enum ReadmeSamples {
  static func session() async throws {
    let session = try Session(
      pipeline: "filesrc location=toss.mp4 ! decodebin ! videoconvert ! appsink name=frames",
      trackers: [TrajectoryDetector(trajectoryLength: 8)])
    for try await report in session.reports {
      for case .trajectory(let flight) in report.observations
      where flight.state == .ended && flight.confidence >= 0.5 {
        print(flight.timeRange.start.seconds, flight.confidence, flight.equationCoefficients)
      }
    }
  }

  static func lines(_ url: URL) async throws {
    for try await case .observation(.trajectory(let flight), _) in ObservationLines(url)
    where flight.state == .ended && flight.confidence >= 0.5 {
      print(flight.timeRange.start.seconds, flight.equationCoefficients)
    }
  }

  static func detector(_ frames: [[UInt8]], _ width: Int, _ height: Int) throws {
    var detector = try TrajectoryDetector(trajectoryLength: 8)
    for (index, pixels) in frames.enumerated() {  // each width × height bytes of luma
      guard let luma = Plane(pixels.span, width: width, height: height, rowStride: width) else { continue }
      let frame = Frame(luma: luma, timestamp: Timestamp(seconds: Double(index) / 60))
      print(try detector.track(frame))
    }
    print(detector.finish())
  }
}

private enum CommentSamples {
  static func session() async throws {
    let session = try Session(
      pipeline: "filesrc location=toss.mp4 ! decodebin ! videoconvert ! appsink name=frames",
      trackers: [TrajectoryDetector()])
    for try await report in session.reports {
      print(report.observations)
    }
  }

  static func strobe() throws {
    let picture = try StrobePicture(path: "flights.png")
    // … give it to a session as an observer; when the session is over:
    try picture.write()
  }

  static func unwarped() throws {
    let page = try UnwarpedRectangle(
      pipeline: "appsrc name=unwarped ! videoconvert ! pngenc ! filesink location=page.png", content: .picture)
    // … give it to a session as an observer; when the session is over:
    let isWritten = try page.finish()
    print(isWritten)
  }

  static func demo() throws {
    let clip = try DemoScene(width: 320, height: 180)
    for index in 0..<clip.frameCount {
      let pixels = clip.frame(index)  // I420, tightly packed
      print(pixels.count)
    }
  }
}

private enum TrajectorySamples {
  static func observations(_ detector: inout TrajectoryDetector, _ frame: borrowing Frame) throws {
    for case .trajectory(let flight) in try detector.track(frame)
    where flight.state == .ended && flight.confidence >= 0.5 {
      let apex = flight.detectedPoints.min { $0.location.y < $1.location.y }
      print(flight.timeRange.start.seconds, flight.confidence, apex?.location.y ?? 0)
      print(flight.path(extendedTo: 0.9).last?.y ?? 0)
    }
  }

  static func settings(_ detector: inout TrajectoryDetector) throws {
    var settings = TrajectoryDetector.Settings()
    settings.regionOfInterest = Rectangle(x: 0, y: 0, width: 1, height: 0.8)
    settings.objectMaximumNormalizedRadius = 0.05
    settings.targetFrameTime = .milliseconds(5)
    try detector.apply(settings)
  }

  static func selection(_ detector: inout TrajectoryDetector, _ frame: borrowing Frame) throws {
    var filter = TrajectoryFilter()
    filter.direction = .leftToRight
    filter.minimumDuration = .milliseconds(300)
    var selection = try TrajectorySelection(filter)
    for observation in try detector.track(frame) {
      for selected in selection.select(observation) { print(selected) }
    }
  }
}

private enum ObjectSamples {
  static func nomination(_ frame: borrowing Frame) throws {
    var tracker = try ObjectTracker()
    let player = try tracker.nominate(Rectangle(x: 0.41, y: 0.30, width: 0.05, height: 0.20), label: "player 7")
    for case .object(let object) in try tracker.track(frame) where object.uuid == player {
      print(object.state, object.confidence, object.boundingBox)
    }
  }

  static func regions(_ luma: Plane, _ time: Timestamp) throws {
    var settings = ObjectTracker.Settings()
    settings.regionTypes = RegionTypes("person,ball")
    settings.renominateInterval = .seconds(1)
    var tracker = try ObjectTracker(settings)
    let regions = [FrameRegion(type: "person", box: Rectangle(x: 0.4, y: 0.3, width: 0.1, height: 0.4))]
    let frame = Frame(luma: luma, timestamp: time, regions: regions)
    print(try tracker.track(frame), tracker.refusedRegions)
  }
}

private enum RectangleSamples {
  static func detection(_ frame: borrowing Frame) throws {
    var settings = RectangleDetector.Settings()
    settings.maximumObservations = 0  // no limit
    var detector = try RectangleDetector(settings)
    for rectangle in detector.detect(in: frame) { print(rectangle.confidence, rectangle.corners.topLeft) }
  }

  static func tracking(_ frame: borrowing Frame) throws {
    var settings = RectangleTracker.Settings()
    settings.detection = RectangleDetector.Settings()  // nil: only nominated rectangles are tracked
    var tracker = try RectangleTracker(settings)
    let court = try tracker.nominate(
      Quad(
        topLeft: Point(x: 0.21, y: 0.18), topRight: Point(x: 0.62, y: 0.20), bottomRight: Point(x: 0.66, y: 0.71),
        bottomLeft: Point(x: 0.19, y: 0.69)))
    for case .rectangle(let rectangle) in try tracker.track(frame) where rectangle.uuid == court {
      print(rectangle.state, rectangle.confidence, rectangle.corners)
    }
  }

  static func rectification(_ rectangle: RectangleObservation, _ frame: borrowing Frame) {
    if let page = RectifiedPicture(rectangle.corners, in: frame, longestSide: 1600) {
      print(page.width, page.height, page.luma.count)
    }
  }
}

private enum PipelineSamples {
  static func composing(_ objects: ObjectTracker) throws {
    let session = try Session(
      pipeline: """
        filesrc location=match.mp4 ! decodebin ! videoconvert ! appsink name=frames
        appsrc name=annotated ! videoconvert ! x264enc ! h264parse ! matroskamux ! filesink location=annotated.mkv
        appsrc name=metadata ! filesink location=match.jsonl
        """,
      trackers: [TrajectoryDetector(), objects])
    let statistics = try session.run { report in
      if !report.observations.isEmpty { print(report.frame, report.observations.count) }
    }
    print(statistics.analyzed, session.warnings)
  }

  static func style() -> SessionOptions {
    var style = OverlayStyle()
    style.trajectoryStyle = .comet
    style.coloring = .identity
    var options = SessionOptions()
    options.overlay = style
    options.source = "court 2"
    return options
  }

  static func observer(_ text: String) throws {
    let picture = try StrobePicture(path: "flights.png")
    let session = try Session(pipeline: text, trackers: [TrajectoryDetector()], observers: [picture])
    try session.run()
    try picture.write()
  }
}

private enum LiveSamples {
  static func latency() throws -> Session {
    var options = SessionOptions()
    options.maximumLatency = .milliseconds(50)
    let session = try Session(
      pipeline: """
        v4l2src ! videoconvert ! appsink name=frames
        appsrc name=annotated ! videoconvert ! x264enc tune=zerolatency ! h264parse ! queue ! mux.
        appsrc name=metadata ! queue ! mux.
        matroskamux name=mux ! filesink location=training.mkv
        """,
      trackers: [TrajectoryDetector()], options: options)
    return session
  }

  static func stop(_ session: Session) async throws {
    let recording = Task {
      for try await report in session.reports where !report.isAnalyzed { print("frame \(report.frame) was skipped") }
    }
    try await Task.sleep(for: .seconds(60))
    session.stop()
    try await recording.value
    print(session.statistics.skipped)
  }

  static func lines(_ session: Session) throws {
    let lines = try JSONLines(path: "training.jsonl")
    try session.run { report in
      try lines.write(session.stream)  // the first call writes it
      try lines.write(report)
    }
    try lines.write(session.statistics)
  }
}
