// What the threads of a team need to follow the objects of a tracker into a frame.

/// A frame by its place in memory, for as long as someone keeps the frame itself.
@safe struct FrameMemory {
  fileprivate let luma: Samples
  fileprivate let blueDifference: Samples?
  fileprivate let redDifference: Samples?
  fileprivate let timestamp: Timestamp
  fileprivate let orientation: Orientation

  /// A plane by its place in memory.
  @safe fileprivate struct Samples {
    let bytes: UnsafeBufferPointer<UInt8>
    let width: Int
    let height: Int
    let rowStride: Int
    let pixelStride: Int

    init(_ plane: borrowing Plane) {
      unsafe bytes = plane.bytes.withUnsafeBufferPointer { unsafe $0 }
      (width, height, rowStride, pixelStride) = (plane.width, plane.height, plane.rowStride, plane.pixelStride)
    }
  }

  init(_ frame: borrowing Frame) {
    luma = Samples(frame.luma)
    if let blue = frame.blueDifference, let red = frame.redDifference {
      blueDifference = Samples(blue)
      redDifference = Samples(red)
    } else {
      blueDifference = nil
      redDifference = nil
    }
    (timestamp, orientation) = (frame.timestamp, frame.orientation)
  }
}

/// The objects, scratch memory for each thread, and the frame.
///
/// Each object is handed to one thread only, each thread has scratch memory of its own, the frame is only read, and all
/// of it outlives the work, whose end the tracker awaits.
@safe struct FollowingWork {
  private let objects: UnsafeMutablePointer<TrackedObject>
  private let workspaces: UnsafeMutablePointer<TrackingWorkspace>
  private let memory: FrameMemory

  init(
    _ objects: UnsafeMutablePointer<TrackedObject>, _ workspaces: UnsafeMutablePointer<TrackingWorkspace>,
    _ memory: FrameMemory
  ) {
    unsafe self.objects = objects
    unsafe self.workspaces = workspaces
    self.memory = memory
  }

  /// Follows one object, with the scratch memory of one thread.
  func follow(_ item: Int, worker: Int) {
    let luma = memory.luma
    let bytes = unsafe luma.bytes.span
    guard unsafe !objects[item].isPlacedAnew,
      let plane = Plane(
        bytes, width: luma.width, height: luma.height, rowStride: luma.rowStride, pixelStride: luma.pixelStride)
    else { return }
    guard let blue = memory.blueDifference, let red = memory.redDifference else {
      let frame = Frame(luma: plane, timestamp: memory.timestamp, orientation: memory.orientation)
      unsafe objects[item].follow(frame, &workspaces[worker])
      return
    }
    let (blueBytes, redBytes) = unsafe (blue.bytes.span, red.bytes.span)
    guard
      let bluePlane = Plane(
        blueBytes, width: blue.width, height: blue.height, rowStride: blue.rowStride, pixelStride: blue.pixelStride),
      let redPlane = Plane(
        redBytes, width: red.width, height: red.height, rowStride: red.rowStride, pixelStride: red.pixelStride),
      let frame = Frame(
        luma: plane, blueDifference: bluePlane, redDifference: redPlane, timestamp: memory.timestamp,
        orientation: memory.orientation)
    else { return }
    unsafe objects[item].follow(frame, &workspaces[worker])
  }
}
