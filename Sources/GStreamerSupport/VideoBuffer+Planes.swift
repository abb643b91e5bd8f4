// The planes of a mapped picture, as they lie in memory.
import CGStreamer

extension MappedVideoFrame {
  /// The number of planes in memory: 2 where blue and red difference take turns in one.
  package var planeCount: Int { unsafe Int(frame.info.finfo.pointee.n_planes) }

  /// Returns the size of a plane in samples of its first component, and the number of bytes from one row to the next.
  package func planeSize(_ plane: Int) -> (width: Int, height: Int, rowStride: Int)? {
    guard plane >= 0, plane < planeCount else { return nil }
    var frame = unsafe frame
    let components = 0..<UInt32(componentCount)
    guard let component = components.first(where: { unsafe fc_frame_component_plane(&frame, $0) == Int32(plane) })
    else { return nil }
    return unsafe (
      Int(fc_frame_component_width(&frame, component)), Int(fc_frame_component_height(&frame, component)),
      Int(fc_frame_plane_stride(&frame, UInt32(plane)))
    )
  }

  /// Returns the address of a plane's first byte, which is valid as long as this mapping is, and may only be read.
  package func planeAddress(_ plane: Int) -> UnsafeMutableRawPointer? {
    guard plane >= 0, plane < planeCount else { return nil }
    var frame = unsafe frame
    return unsafe fc_frame_plane(&frame, UInt32(plane))
  }
}
