// The rough place of a template: every whole-pixel shift of an estimate within a window, on a coarse level.

extension AlignmentTemplate {
  /// The estimate moved to where its coarsest level correlates best with the picture.
  ///
  /// - Parameter reach: The largest shift, in pixels of the coarse level.
  func searchShift(
    of start: Homography, pyramid: borrowing PicturePyramid, plane: borrowing Plane, reach: Int
  ) -> (homography: Homography, correlation: Float) {
    guard let level = levels.first, level.samples.count >= 24 else { return (start, 0) }
    let quad = start.corners
    let cell = max(quad.side(0) + quad.side(2), quad.side(1) + quad.side(3)) / 2 / Float(level.cells)
    guard cell.isFinite, cell > 0.2 else { return (start, 0) }
    let height = PicturePyramid.level(ofCell: cell, top: pyramid.top)
    let factor = Double(1 << height)
    let best = pyramid.withLevel(height, of: plane) { picture in
      level.searchShift(of: start.reduced(by: factor), picture, reach: reach, cost: parameters.shiftCost)
    }
    return (start.moved(by: SIMD2<Double>(best.shift) * factor), best.correlation)
  }
}

extension AlignmentTemplate.Level {
  /// The shift with the highest correlation; shifts that leave less than half of the places in the picture do not
  /// count.
  fileprivate func searchShift(
    of start: Homography, _ picture: borrowing Plane, reach: Int, cost: Float
  ) -> (shift: SIMD2<Float>, correlation: Float) {
    var best = (shift: SIMD2<Float>.zero, correlation: Float(-1))
    let spacing = max(1, samples.count / 150)
    var places: [(column: Int, row: Int, value: Float)] = []
    places.reserveCapacity(samples.count / spacing + 1)
    for index in stride(from: 0, to: samples.count, by: spacing) {
      let at = start(SIMD2<Double>(samples[index].place))
      guard abs(at.x) < 1e6, abs(at.y) < 1e6 else { continue }
      places.append((Int(at.x.rounded(.down)), Int(at.y.rounded(.down)), samples[index].value))
    }
    for dy in -reach...reach {
      for dx in -reach...reach {
        let correlation = correlation(places, dx, dy, picture)
        // Of equals the nearest.
        let far = Float(dx * dx + dy * dy) / Float(max(1, reach * reach))
        if correlation - cost * far > best.correlation {
          best = (SIMD2(Float(dx), Float(dy)), correlation - cost * far)
        }
      }
    }
    return best
  }

  private func correlation(
    _ places: [(column: Int, row: Int, value: Float)], _ dx: Int, _ dy: Int, _ picture: borrowing Plane
  ) -> Float {
    let (bytes, rowStride, pixelStride) = (picture.bytes, picture.rowStride, picture.pixelStride)
    let (width, height) = (picture.width, picture.height)
    var (n, t, v, tt, vv, tv) = (Float(0), Float(0), Float(0), Float(0), Float(0), Float(0))
    for place in places {
      let (column, row) = (place.column &+ dx, place.row &+ dy)
      guard column >= 0, row >= 0, column < width, row < height else { continue }
      let value = Float(bytes[row &* rowStride &+ column &* pixelStride])
      n += 1
      t += place.value
      v += value
      tt += place.value * place.value
      vv += value * value
      tv += place.value * value
    }
    guard n >= 12, 2 * n >= Float(places.count) else { return -1 }
    let (a, b) = (tt - t * t / n, vv - v * v / n)
    guard a > 0.5 * n, b > 0.5 * n else { return -1 }
    return (tv - t * v / n) / (a * b).squareRoot()
  }
}
