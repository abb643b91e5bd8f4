// A film as a mirror shows it: what is right is left. Flights stay flights, and each step of a tracker meets other numbers.
public import Scoring

extension TrajectoryTruth {
  /// What is true of the film in a mirror.
  public var mirrored: TrajectoryTruth {
    var truth = self
    for arc in arcs.indices {
      for point in arcs[arc].points.indices {
        truth.arcs[arc].points[point].place.x = width - 1 - arcs[arc].points[point].place.x
      }
    }
    truth.ignored = ignored?.map { box in
      var box = box
      (box.left, box.right) = (width - 1 - box.right, width - 1 - box.left)
      return box
    }
    return truth
  }
}

extension I420Layout {
  /// Mirrors a frame.
  public func mirror(_ bytes: inout [UInt8]) {
    let rows = (luma: planes.luma.count / lumaStride, chroma: chromaHeight)
    mirror(&bytes, at: planes.luma.lowerBound, width, rows.luma, lumaStride)
    mirror(&bytes, at: planes.blue.lowerBound, chromaWidth, rows.chroma, chromaStride)
    mirror(&bytes, at: planes.red.lowerBound, chromaWidth, rows.chroma, chromaStride)
  }

  private func mirror(_ bytes: inout [UInt8], at start: Int, _ width: Int, _ rows: Int, _ stride: Int) {
    for row in 0..<rows {
      let first = start + row * stride
      bytes[first..<first + width].reverse()
    }
  }
}
