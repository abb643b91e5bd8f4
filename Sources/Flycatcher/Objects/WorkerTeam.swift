// Threads that share the items of one frame's work, and wait between frames.
import Glibc
import Synchronization

/// Threads that wait for work, made when they are first needed and ended with the team.
///
/// Nothing is allocated for a piece of work once the threads are there.
final class WorkerTeam: Sendable {
  private let assignment = Assignment()

  deinit { assignment.end() }

  /// Does every item from 0 to `count`, on up to `workers` threads, of which the caller's is one; returns when all are
  /// done.
  ///
  /// - Parameters:
  ///   - context: handed to `work`; may point into the caller's stack.
  ///   - work: what is done with an item; the worker's number, 0 for the caller, says whose scratch memory is used.
  func run(count: Int, workers: Int, context: UnsafeMutableRawPointer, _ work: @escaping Assignment.Work) {
    guard workers > 1, count > 1,
      unsafe assignment.begin(count: count, workers: min(workers, count), context, work)
    else {
      for item in 0..<count { unsafe work(context, item, 0) }
      return
    }
    unsafe assignment.take(count, context, work, worker: 0)
    assignment.finish()
  }
}

/// What the threads of a team are at. It outlives the team by as long as they take to notice.
///
/// Sendable although unchecked: all that changes is reached only between lock and unlock of `mutex`, but for `next`,
/// which is atomic; the C objects live as long as this.
@safe final class Assignment: @unchecked Sendable {
  typealias Work = @Sendable (_ context: UnsafeMutableRawPointer, _ item: Int, _ worker: Int) -> Void

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var threads: [pthread_t] = []
  private var work: Work?
  private var context: UnsafeMutableRawPointer?
  private var count = 0
  /// How many more threads may join in.
  private var places = 0
  /// Threads that have joined in and are not done.
  private var busy = 0
  private var isOver = false
  private let next = Atomic<Int>(0)

  init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  /// - Returns: `false` where the team is busy with the frame of another tracker.
  func begin(count: Int, workers: Int, _ context: UnsafeMutableRawPointer, _ work: @escaping Work) -> Bool {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    guard unsafe self.work == nil else { return false }
    unsafe self.work = work
    unsafe self.context = context
    self.count = count
    next.store(0, ordering: .relaxed)
    while threads.count < workers - 1, addThread() {}
    places = min(workers - 1, threads.count)
    unsafe pthread_cond_broadcast(changed)
    return true
  }

  /// Waits for those who joined in.
  func finish() {
    unsafe pthread_mutex_lock(mutex)
    places = 0
    while busy > 0 { unsafe pthread_cond_wait(changed, mutex) }
    unsafe work = nil
    unsafe context = nil
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Does items until there are no more.
  func take(_ count: Int, _ context: UnsafeMutableRawPointer, _ work: Work, worker: Int) {
    while true {
      let item = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard item < count else { return }
      unsafe work(context, item, worker)
    }
  }

  func end() {
    unsafe pthread_mutex_lock(mutex)
    isOver = true
    unsafe pthread_cond_broadcast(changed)
    unsafe pthread_mutex_unlock(mutex)
    for thread in threads { pthread_join(thread, nil) }
  }

  /// - Returns: `false` where the system grants no more threads; those that there are do the work.
  private func addThread() -> Bool {
    var thread = pthread_t()
    let seat = unsafe Unmanaged.passRetained(Seat(self, worker: threads.count + 1))
    let status = unsafe pthread_create(
      &thread, nil,
      { seat in
        if let seat = unsafe seat { unsafe Unmanaged<Seat>.fromOpaque(seat).takeRetainedValue().work() }
        return nil
      }, seat.toOpaque())
    guard status == 0 else {
      unsafe seat.release()
      return false
    }
    threads.append(thread)
    return true
  }

  /// A thread's place in the team.
  private final class Seat {
    private let assignment: Assignment
    private let worker: Int

    init(_ assignment: Assignment, worker: Int) {
      self.assignment = assignment
      self.worker = worker
    }

    func work() { assignment.serve(worker) }
  }

  /// Joins in whatever comes, until the team has ended.
  private func serve(_ worker: Int) {
    unsafe pthread_mutex_lock(mutex)
    while !isOver {
      guard places > 0, let work = unsafe work, let context = unsafe context else {
        unsafe pthread_cond_wait(changed, mutex)
        continue
      }
      places -= 1
      busy += 1
      let count = count
      unsafe pthread_mutex_unlock(mutex)
      unsafe take(count, context, work, worker: worker)
      unsafe pthread_mutex_lock(mutex)
      busy -= 1
      if busy == 0 { unsafe pthread_cond_broadcast(changed) }
    }
    unsafe pthread_mutex_unlock(mutex)
  }
}
