// Boxes of the object tracker: checked and compared.

extension ObjectTracker {
  /// Intersection over union.
  static func overlap(_ a: Rectangle, _ b: Rectangle) -> Double {
    let width = min(a.maxX, b.maxX) - max(a.x, b.x)
    let height = min(a.maxY, b.maxY) - max(a.y, b.y)
    guard width > 0 && height > 0 else { return 0 }
    return width * height / (a.width * a.height + b.width * b.height - width * height)
  }

  /// The part of the smaller of two boxes that lies in the larger.
  static func containment(_ a: Rectangle, _ b: Rectangle) -> Double {
    let width = min(a.maxX, b.maxX) - max(a.x, b.x)
    let height = min(a.maxY, b.maxY) - max(a.y, b.y)
    guard width > 0 && height > 0 else { return 0 }
    return width * height / min(a.width * a.height, b.width * b.height)
  }

  /// The ratio of the areas of two boxes, the smaller to the larger.
  static func likeness(ofSize a: Rectangle, _ b: Rectangle) -> Double {
    let (first, second) = (a.width * a.height, b.width * b.height)
    return min(first, second) / max(first, second)
  }

  static func checked(_ box: Rectangle) throws(FlycatcherError) -> Rectangle {
    let text = "\(box.x),\(box.y),\(box.width),\(box.height)"
    let isFinite = box.x.isFinite && box.y.isFinite && box.width.isFinite && box.height.isFinite
    guard isFinite, box.width > 0, box.height > 0 else {
      throw FlycatcherError(
        .nominationRefused, setting: "boundingBox", value: text,
        allowed: "four finite numbers (x,y,width,height), the last two above 0")
    }
    let (left, top) = (max(box.x, 0), max(box.y, 0))
    let (right, bottom) = (min(box.maxX, 1), min(box.maxY, 1))
    guard right > left, bottom > top else {
      throw FlycatcherError(
        .nominationRefused, setting: "boundingBox", value: text,
        allowed: "at least partly in the picture, which reaches from 0,0 to 1,1")
    }
    return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
  }
}
