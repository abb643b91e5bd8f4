// The newest frames: a flight is reported some frames after it was seen.
import Flycatcher

/// A ring of the newest frames.
struct RecentPictures {
  let layout: StoredPicture.Layout
  let orientation: Orientation
  private var pictures: [StoredPicture] = []
  private var next = 0
  private let limit: Int

  init(_ layout: StoredPicture.Layout, _ orientation: Orientation, limit: Int) {
    self.layout = layout
    self.orientation = orientation
    self.limit = limit
  }

  mutating func add(_ frame: borrowing Frame) {
    if pictures.count < limit {
      pictures.append(StoredPicture(frame, layout, isSmooth: false))
    } else {
      pictures[next].refill(frame, isSmooth: false)
      next = (next + 1) % limit
    }
  }

  func picture(at time: Timestamp) -> StoredPicture? { pictures.last { $0.time == time } }

  /// The frames from one time up to, not including, another, in no particular order.
  func pictures(from: Timestamp, to: Timestamp) -> [StoredPicture] {
    pictures.filter { $0.time >= from && $0.time < to }
  }

  /// Frames from one time to another, judged by the newest two; at least 1.
  func frames(from: Timestamp, to: Timestamp) -> Double {
    guard pictures.count > 1 else { return 1 }
    let newest = pictures[(next + pictures.count - 1) % pictures.count].time
    let second = pictures[(next + pictures.count - 2) % pictures.count].time
    let interval = (newest - second).seconds
    return interval > 0 ? max((abs((to - from).seconds) / interval).rounded(), 1) : 1
  }

  /// A place of the upright picture in pixels of the copies.
  func spot(_ upright: Point) -> Spot {
    let stored = geometry.stored(upright)
    return Spot(x: stored.x, y: stored.y)
  }

  /// Width of the upright picture in pixels of the copies.
  var uprightWidth: Double { geometry.uprightSize.x }

  private var geometry: PictureGeometry {
    PictureGeometry(width: layout.width, height: layout.height, orientation: orientation)
  }
}
