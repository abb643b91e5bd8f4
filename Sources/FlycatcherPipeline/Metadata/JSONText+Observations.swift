// The lines of the JSON Lines: which keys each holds.
package import Flycatcher

extension JSONText {
  /// The first line.
  package mutating func stream(_ stream: StreamDescription) {
    object { line in
      line.field("type", "stream")
      line.field("version", 1)
      line.field("source", stream.source)
      line.field("width", stream.width)
      line.field("height", stream.height)
      line.field("framerate", stream.framerate)
      if let fingerprint = stream.fingerprint { line.field("fingerprint", fingerprint) }
      if let start = stream.start {
        line.field("startTime", start.text)
        line.field("clock", start.clock.rawValue)
      }
    }
    endLine()
  }

  /// The last line.
  package mutating func summary(_ statistics: SessionStatistics) {
    object { line in
      line.field("type", "summary")
      line.field("frames", statistics.frames)
      line.field("analyzed", statistics.analyzed)
      line.field("skipped", statistics.skipped)
      line.field("elapsed", (statistics.elapsed.seconds * 1000).rounded() / 1000)
    }
    endLine()
  }

  /// One observation of the frame with this number.
  package mutating func observation(_ observation: Observation, frame: Int) {
    object { line in
      switch observation {
      case .trajectory(let trajectory): line.trajectory(trajectory, frame)
      case .object(let object): line.followed(object, frame)
      case .rectangle(let rectangle): line.rectangle(rectangle, frame)
      }
    }
    endLine()
  }

  private mutating func trajectory(_ trajectory: TrajectoryObservation, _ frame: Int) {
    field("type", "trajectory")
    head(trajectory.uuid, trajectory.state.rawValue, trajectory.time, frame, trajectory.confidence)
    field("timeRange") { range in
      range.object {
        $0.field("start", nanoseconds: trajectory.timeRange.start.nanoseconds)
        $0.field("duration", nanoseconds: (trajectory.timeRange.end - trajectory.timeRange.start).nanoseconds)
      }
    }
    field("detectedPoints") { points in
      points.array { points in
        for point in trajectory.detectedPoints {
          points.object {
            $0.field("time", nanoseconds: point.time.nanoseconds)
            $0.field("x", point.location.x)
            $0.field("y", point.location.y)
            $0.field("radius", point.radius)
            if let frame = point.frame { $0.field("frame", frame) }
          }
        }
      }
    }
    field("projectedPoints") { points in
      points.array { points in
        for point in trajectory.projectedPoints { points.point(point) }
      }
    }
    field("equationCoefficients") { coefficients in
      let equation = trajectory.equationCoefficients
      coefficients.array { for value in [equation.a, equation.b, equation.c] { $0.number(value) } }
    }
    field("movingAverageRadius", trajectory.movingAverageRadius)
    if let measures = trajectory.measures { field("measures") { $0.measures(measures) } }
  }

  private mutating func measures(_ measures: TrajectoryMeasures) {
    object { line in
      line.field("pixels") { $0.estimates(measures.pixels) }
      if let method = measures.method {
        line.field("meters") { $0.estimates(measures.meters) }
        line.field("method", method.rawValue)
        line.field("isLowerBound", measures.isLowerBound)
      }
      if let refusal = measures.refusal { line.field("refusal", refusal) }
      for (name, values) in [("xCoefficients", measures.xCoefficients), ("yCoefficients", measures.yCoefficients)] {
        line.field(named: name) { list in list.array { for value in values { $0.number(value) } } }
      }
      if let bounceOf = measures.bounceOf { line.field("bounceOf", bounceOf.description) }
    }
  }

  private mutating func estimates(_ estimates: [TrajectoryMeasures.Quantity: Estimate]) {
    object { table in
      for quantity in TrajectoryMeasures.Quantity.allCases {
        guard let estimate = estimates[quantity] else { continue }
        table.field(named: quantity.rawValue) { $0.estimate(estimate) }
      }
    }
  }

  mutating func estimate(_ estimate: Estimate) {
    object {
      $0.field("value", estimate.value)
      $0.field("standardDeviation", estimate.standardDeviation)
    }
  }

  private mutating func followed(_ object: ObjectObservation, _ frame: Int) {
    field("type", "object")
    field("uuid", object.uuid.description)
    field("label", object.label)
    state(object.state.rawValue, object.time, frame, object.confidence)
    field("boundingBox") { box in
      box.object {
        $0.field("x", object.boundingBox.x)
        $0.field("y", object.boundingBox.y)
        $0.field("width", object.boundingBox.width)
        $0.field("height", object.boundingBox.height)
      }
    }
  }

  private mutating func rectangle(_ rectangle: RectangleObservation, _ frame: Int) {
    field("type", "rectangle")
    head(rectangle.uuid, rectangle.state.rawValue, rectangle.time, frame, rectangle.confidence)
    field("corners") { corners in
      corners.object { corners in
        corners.field("topLeft") { $0.point(rectangle.corners.topLeft) }
        corners.field("topRight") { $0.point(rectangle.corners.topRight) }
        corners.field("bottomRight") { $0.point(rectangle.corners.bottomRight) }
        corners.field("bottomLeft") { $0.point(rectangle.corners.bottomLeft) }
      }
    }
  }

  private mutating func head(
    _ uuid: ObservationUUID, _ name: String, _ time: Timestamp, _ frame: Int, _ confidence: Double
  ) {
    field("uuid", uuid.description)
    state(name, time, frame, confidence)
  }

  private mutating func state(_ name: String, _ time: Timestamp, _ frame: Int, _ confidence: Double) {
    field("state", name)
    field("time", nanoseconds: time.nanoseconds)
    field("frame", frame)
    field("confidence", confidence)
  }

  private mutating func point(_ point: Point) {
    object {
      $0.field("x", point.x)
      $0.field("y", point.y)
    }
  }
}

extension Duration {
  /// The length in nanoseconds, clamped to what an integer holds.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let limited = max(min(seconds, 9_000_000_000), -9_000_000_000)
    return limited * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
