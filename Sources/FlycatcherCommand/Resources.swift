// The resources that the system grants the process: files and memory enough to run at all, or a message instead of a crash.
import CStandardStreams
import Glibc

/// The limits of the process.
enum Resources {
  /// The number of files, besides those that are open, that a pipeline opens at least: event queues, buses, libraries,
  /// inputs and outputs.
  private static let leastFiles = 24
  /// The address space below which GStreamer's threads and libraries do not fit, bytes.
  private static let leastMemory: UInt = 512 << 20
  /// The address space that all decoders and encoders fit into, bytes.
  private static let amplyMemory: UInt = 4 << 30
  /// The stack of a thread where memory is limited, bytes.
  private static let smallStack = 2 << 20
  /// The number of heaps, beyond which threads of a process that stays share those that are there.
  private static let mostHeaps: Int32 = 2
  /// The size from which a block is no part of a heap, bytes. glibc would raise its own limit to the size of the largest picture that was freed:
  /// pictures would then lie between what stays, and keep their heap from shrinking. The price is fresh pages for each picture that no pool holds:
  /// 5 to 6 % of a core for 1080 rows at 30 frames a second.
  private static let leastMapping: Int32 = 1 << 20

  /// Throws where the process could not even start its threads. Raises soft limits as far as it may.
  static func check() throws(Failure) {
    raise(RLIMIT_NOFILE, to: 1024)
    raise(RLIMIT_AS, to: amplyMemory)
    let memory = limit(RLIMIT_AS)
    guard memory.rlim_cur >= leastMemory else {
      throw .running(
        "Only \(memory.rlim_cur >> 20) MB of memory may be used (ulimit -v); at least \(leastMemory >> 20) MB are needed."
      )
    }
    if isMemoryLimited { reserveLittle() }
    let free = freeDescriptors()
    guard free >= leastFiles else {
      let most = limit(RLIMIT_NOFILE).rlim_cur
      throw .running(
        "Only \(most) files may be open at once (ulimit -n), which leaves \(free); at least \(leastFiles) are needed.")
    }
  }

  /// A Boolean value indicating whether the address space is so small that some plug-ins may not load.
  static var isMemoryLimited: Bool { limit(RLIMIT_AS).rlim_cur < amplyMemory }

  /// Sees to it that what there is goes to pictures, and not to reserves.
  private static func reserveLittle() {
    fc_reserve_little_memory(smallStack)
    // ORC, with which GStreamer converts pictures, ends the process where it gets no memory for code of its own.
    unsafe setenv("ORC_CODE", "backup", 0)
  }

  /// Has memory that is freed go back to the system, for a process that stays. What the user's environment says of that goes first: glibc has read
  /// it already, and would forget it.
  static func returnMemory() {
    let heaps = isMemoryLimited || isSet("MALLOC_ARENA_MAX", "glibc.malloc.arena_max") ? 0 : mostHeaps
    let threshold = isSet("MALLOC_MMAP_THRESHOLD_", "glibc.malloc.mmap_threshold") ? 0 : leastMapping
    fc_return_memory(heaps, threshold)
  }

  /// A Boolean value indicating whether the environment sets a tunable of glibc, by a variable of its own or among GLIBC_TUNABLES.
  private static func isSet(_ variable: String, _ tunable: String) -> Bool {
    if unsafe getenv(variable) != nil { return true }
    guard let tunables = unsafe getenv("GLIBC_TUNABLES") else { return false }
    return unsafe String(cString: tunables).split(separator: ":").contains { $0.hasPrefix("\(tunable)=") }
  }

  /// The advice for that case.
  static var memoryAdvice: String {
    "Only \(limit(RLIMIT_AS).rlim_cur >> 20) MB of memory may be used (ulimit -v): raise the limit and try again."
  }

  private static func limit(_ resource: __rlimit_resource) -> rlimit {
    var limit = rlimit()
    guard unsafe getrlimit(Int32(resource.rawValue), &limit) == 0 else { return rlimit(rlim_cur: .max, rlim_max: .max) }
    return limit
  }

  private static func raise(_ resource: __rlimit_resource, to wanted: UInt) {
    var limit = limit(resource)
    guard limit.rlim_cur < wanted, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = min(wanted, limit.rlim_max)
    _ = unsafe setrlimit(Int32(resource.rawValue), &limit)
  }

  /// The number of files that can still be opened, up to as many as are needed.
  private static func freeDescriptors() -> Int {
    var open: [Int32] = []
    defer { for descriptor in open { close(descriptor) } }
    while open.count < leastFiles {
      let descriptor = unsafe Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { break }
      open.append(descriptor)
    }
    return open.count
  }
}
