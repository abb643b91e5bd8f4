// State shared by threads that wait for each other, and the threads: what `Mutex` lacks is the waiting.
import CGStreamer
import Glibc

/// A moment of the monotonic clock, for deadlines and measurements; says nothing about the stream.
package struct Moment: Comparable, Sendable {
  package let nanoseconds: Int64

  package static var now: Moment {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Moment(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }

  package static func + (left: Moment, right: Duration) -> Moment {
    let (seconds, attoseconds) = right.components
    let limited = max(min(seconds, 1_000_000_000), -1_000_000_000)
    return Moment(nanoseconds: left.nanoseconds &+ limited &* 1_000_000_000 &+ attoseconds / 1_000_000_000)
  }

  package static func - (left: Moment, right: Moment) -> Duration {
    .nanoseconds(left.nanoseconds &- right.nanoseconds)
  }

  package static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }
}

/// A value behind a lock, with waiting until it has changed.
///
/// Sendable although unchecked: `value` is reached only between lock and unlock of `mutex`; the two C objects live as long as the monitor.
@safe package final class Monitor<Value: ~Copyable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value

  package init(_ value: consuming sending Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(changed, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  /// Reads or changes the value without waking those who wait.
  package func read<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Changes the value and wakes everyone who waits.
  package func change<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer {
      unsafe pthread_cond_broadcast(changed)
      unsafe pthread_mutex_unlock(mutex)
    }
    return try body(&value)
  }

  /// Waits until `body` returns something, trying it now and after every change; wakes the others once it did.
  ///
  /// - Parameter deadline: The moment at which to give up; `nil` is never.
  /// - Returns: The result of `body`, or `nil` when the time is up.
  package func wait<Result>(until deadline: Moment? = nil, _ body: (inout Value) -> Result?) -> Result? {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) {
        unsafe pthread_cond_broadcast(changed)
        return result
      }
      guard let deadline else {
        unsafe pthread_cond_wait(changed, mutex)
        continue
      }
      var time = timespec(
        tv_sec: Int(deadline.nanoseconds / 1_000_000_000), tv_nsec: Int(deadline.nanoseconds % 1_000_000_000))
      if unsafe pthread_cond_timedwait(changed, mutex, &time) == ETIMEDOUT {
        let result = body(&value)
        if result != nil { unsafe pthread_cond_broadcast(changed) }
        return result
      }
    }
  }
}

/// A thread of the system that runs one function to its end.
@safe package enum StreamThread {
  private final class Job {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// The number of threads that have not released their bodies yet.
  private static let running = Monitor(0)

  /// Waits until no thread is left; `false` where there is one at the deadline.
  static func waitForAll(until deadline: Moment) -> Bool {
    running.wait(until: deadline) { $0 == 0 ? true : nil } ?? false
  }

  /// Runs the body, and lets go of it before the thread no longer counts.
  private static func run(_ argument: UnsafeMutableRawPointer) {
    unsafe Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body()
  }

  /// - Parameters:
  ///   - name: at most 15 bytes, shown by debuggers and `top`.
  ///   - body: runs once on the new thread.
  /// - Returns: false where the system grants no further thread; `body` does not run then.
  package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    let job = unsafe Unmanaged.passRetained(Job(body))
    running.change { $0 += 1 }
    let thread = unsafe g_thread_try_new(
      name,
      { argument in
        if let argument = unsafe argument { unsafe StreamThread.run(argument) }
        StreamThread.running.change { $0 -= 1 }
        return nil
      }, job.toOpaque(), nil)
    guard let thread = unsafe thread else {
      unsafe job.release()
      running.change { $0 -= 1 }
      return false
    }
    unsafe g_thread_unref(thread)
    return true
  }
}
