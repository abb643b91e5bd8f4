// throw: shows the throws of a video, or of a live pipeline, as they fly.
import ExampleStage
import Flycatcher

@main
struct ThrowExample {
  static let usage = """
    Usage: throw VIDEO [OPTIONS]
           throw --pipeline "v4l2src ! videoconvert" [OPTIONS]

      --view throw|golf       the path of a throw with particles (default), or detected and projected points
      --region X,Y,W,H        where throws are looked for, fractions of the picture from its top left corner
      --start X               where throws begin, a fraction of the region's width; paths are carried back to it
      --window ELEMENT        the window: ximagesink (default), glimagesink, xvimagesink, or none
      --record FILE.mkv       also writes what is shown

    Drag a box: the region. Click a button with the right mouse button: stop, start, replay of the last swing.
    """

  static func main() {
    let options = ProgramOptions(["view", "region", "start"], usage: usage)
    guard let view = View(rawValue: options["view"] ?? "throw") else { fail("--view is throw or golf.") }
    guard let start = Double(options["start"] ?? "0"), (0...1).contains(start) else { fail("--start is from 0 to 1.") }
    let region = options.rectangles("region").last ?? .picture
    options.run(Stage(view: view, region: region, fixedRegionX: start) { tell($0) })
  }
}
