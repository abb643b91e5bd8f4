// Trajectories where frames come out of order, and where the stream goes back in time.
import DemoScene
import Flycatcher
import Testing

@Suite struct TrajectoryOrderTests {
  @Test(arguments: [2.0, 3600.0])
  func aStreamThatGoesBackBeginsAnew(_ jump: Double) throws {
    let clip = try clip([toss()])
    var detector = try TrajectoryDetector()
    var seen: [TrajectoryObservation] = []
    for index in 0..<clip.frameCount * 2 {
      let isSecond = index >= clip.frameCount
      let place = isSecond ? index - clip.frameCount : index
      let time = Timestamp(seconds: clip.timestamp(place).seconds + (isSecond ? 10_000 - jump : 10_000))
      do {
        seen += trajectories(try detector.watch(clip.frame(place), of: clip, at: time))
      } catch {
        #expect((error as? FlycatcherError)?.code == .timestampNotIncreasing)
        #expect(isSecond && place < 3)
      }
    }
    seen += trajectories(detector.finish())
    let ended = seen.filter { $0.state == .ended }
    #expect(ended.count == 2)
    #expect(Set(ended.map(\.uuid)).count == 2)
    #expect((ended.last?.timeRange.start.seconds ?? 10_000) < 10_000)
  }

  /// A late frame is refused alone, also where frames are analyzed at intervals.
  @Test func aLateFrameIsRefusedBetweenAnalyzedOnes() throws {
    var settings = TrajectoryDetector.Settings()
    settings.frameAnalysisSpacing = .milliseconds(100)
    let clip = try clip([toss()])
    var detector = try TrajectoryDetector(settings)
    for milliseconds in [0, 30, 60] {
      _ = try detector.watch(clip.frame(0), of: clip, at: Timestamp(seconds: Double(milliseconds) / 1000))
    }
    #expect(throws: FlycatcherError.self) {
      try detector.watch(clip.frame(0), of: clip, at: Timestamp(seconds: 0.03))
    }
  }
}
