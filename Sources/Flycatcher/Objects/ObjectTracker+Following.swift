// The objects of a frame, spread over tasks that run at once.
import Dispatch
import Synchronization

extension ObjectTracker {
  /// Follows every object into a frame, but those that are placed anew.
  ///
  /// As many tasks run at once as there are workspaces, each with the workspace of its number, and take objects until none
  /// is left. An object is independent of the others, so what comes out does not depend on who takes it.
  static func follow(
    _ objects: inout [TrackedObject], _ workspaces: inout [TrackingWorkspace], into frame: borrowing Frame,
    _ pictures: EarlierPictures, tasks: Int
  ) {
    guard tasks > 1 else {
      for index in objects.indices where !objects[index].isPlacedAnew {
        objects[index].follow(frame, pictures, &workspaces[0])
      }
      return
    }
    let next = Atomic<Int>(0)
    unsafe objects.withUnsafeMutableBufferPointer { objects in
      unsafe workspaces.withUnsafeMutableBufferPointer { workspaces in
        // Each number of a task is handed out once, and so is each of an object: no two tasks reach the same memory.
        nonisolated(unsafe) let (objects, workspaces) = unsafe (objects, workspaces)
        DispatchQueue.concurrentPerform(iterations: unsafe min(tasks, workspaces.count)) { task in
          while true {
            let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard unsafe index < objects.count else { return }
            if unsafe !objects[index].isPlacedAnew { unsafe objects[index].follow(frame, pictures, &workspaces[task]) }
          }
        }
      }
    }
  }
}
