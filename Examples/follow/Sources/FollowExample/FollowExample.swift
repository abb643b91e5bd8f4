// follow: tracks what is dragged over, or every rectangle, in a video or a live pipeline.
import ExampleStage
import Flycatcher
import FlycatcherVision

@main
struct FollowExample {
  static let usage = """
    Usage: follow VIDEO [OPTIONS]
           follow --pipeline "v4l2src ! videoconvert" [OPTIONS]

      --track objects|rectangles   what is dragged over (default), or the rectangles that are detected
      --level fast|accurate        the effort (default fast)
      --object X,Y,W,H             an object from the first frame on, fractions of the picture from its top left corner
      --window ELEMENT             the window: ximagesink (default), glimagesink, xvimagesink, or none
      --record FILE.mkv            also writes what is shown

    Drag a box around an object. Click with the right mouse button: the button to stop and start, or a box to drop it.
    """

  static func main() {
    let options = ProgramOptions(["track", "level", "object"], usage: usage)
    guard let kind = FollowTracking.Kind(rawValue: options["track"] ?? "objects") else {
      fail("--track is objects or rectangles.")
    }
    let levels: [String: VNRequestTrackingLevel] = ["fast": .fast, "accurate": .accurate]
    guard let level = levels[options["level"] ?? "fast"] else { fail("--level is fast or accurate.") }
    let stage = Stage(kind: kind, level: level) { tell($0) }
    for box in options.rectangles("object") { stage.nominate(box) }
    options.run(stage)
  }
}
