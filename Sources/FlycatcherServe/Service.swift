// The service: streams with their sources, encoders and mounts, on one server.
import CoreMetrics
import FlycatcherPipeline
import GStreamerSupport

/// The state of a service at a moment.
package struct ServiceStatus: Sendable {
  package struct Stream: Sendable {
    package let path: String
    /// The number of frames so far.
    package let frames: Int
    /// The age of the newest frame; `nil` before the first one.
    package let age: Duration?
    /// A Boolean value indicating whether its source is gone.
    package let isStalled: Bool
  }

  package let streams: [Stream]
  package let clients: Int
}

/// Runs streams until each has come to its end, or it is stopped.
package final class Service: Sendable {
  private final class Stream: Sendable {
    let plan: StreamPlan
    let encoder: StreamEncoder
    let keeper: SourceKeeper
    let recorder: Recorder?
    let metrics: StreamMetrics
    /// `nil` once nothing comes any more: clients are told of the end, and the path leads nowhere.
    private let mount: Monitor<RTSPMount?>
    private let end = Monitor<SourceKeeper.End?>(nil)

    init(
      _ plan: StreamPlan, on server: RTSPServer, _ publisher: EventPublisher?, log: @escaping @Sendable (String) -> Void
    ) {
      let encoder = StreamEncoder(plan.encoding)
      self.plan = plan
      self.encoder = encoder
      let mount = RTSPMount(server, path: plan.path, metadata: plan.metadata) { [weak encoder] in
        encoder?.requestKeyFrame()
      }
      self.mount = Monitor(mount)
      encoder.add(mount)
      recorder = plan.recording.map { Recorder($0, path: plan.path, source: plan.source, log: log) }
      metrics = StreamMetrics(path: plan.path)
      keeper = SourceKeeper(plan, encoder, recorder, metrics, publisher, log: log)
      if let recorder, recorder.plan.content == .annotated { encoder.add(recorder) }
    }

    /// Runs to the end of the source.
    func run() -> SourceKeeper.End {
      let end = keeper.run()
      encoder.close()
      recorder?.finish()
      self.end.change { $0 = end }
      leave(forgettingMetrics: isFinished)
      return end
    }

    /// Gives the path up, once: the clients are told of the end. What is still being encoded is recorded.
    ///
    /// - Parameter forgettingMetrics: Whether its metrics go, too. Those of another stream may have the same names afterwards.
    func leave(forgettingMetrics: Bool) {
      let mount = self.mount.change { mount in
        if mount != nil, forgettingMetrics { metrics.destroy() }
        defer { mount = nil }
        return mount
      }
      if let mount { encoder.remove(mount) }
    }

    var hasEnded: Bool { end.read { $0 != nil } }

    /// Whether it has come to the end that was to come, and nobody waits for its pictures.
    var isFinished: Bool {
      end.read { end in
        if case .finished = end { true } else { false }
      }
    }
  }

  private struct State {
    var streams: [Stream] = []
    /// The number of sources that are being kept running.
    var running = 0
    var hasStarted = false
    /// The number of slow clients that have been counted.
    var slowClients = 0
    var isStopped = false
    /// The first reason for which a stream has come to an early end.
    var failure: ServeError?
  }

  private let server: RTSPServer
  private let address: String
  private let publisher: EventPublisher?
  private let state = Monitor(State())
  private let log: @Sendable (String) -> Void

  /// - Parameters:
  ///   - plans: The streams, each at a path of its own.
  ///   - address: The address of the server, for the log.
  ///   - publisher: The client of a broker to which what is seen is told; `nil` is none.
  ///   - log: Called with each line of the log, on any thread; no line holds a password.
  /// - Throws: `ServeError` for plans that cannot be served together.
  package init(
    _ plans: [StreamPlan], on server: RTSPServer, address: String, publisher: EventPublisher? = nil,
    log: @escaping @Sendable (String) -> Void
  ) throws(ServeError) {
    try Self.check(plans)
    self.server = server
    self.address = address
    self.publisher = publisher
    self.log = { log(redacted($0)) }
    for plan in plans { add(plan) }
  }

  /// Sees to it that every path can be one, and that there is only one stream at each.
  package static func check(_ plans: [StreamPlan]) throws(ServeError) {
    guard !plans.isEmpty else { throw ServeError(.wrongSetting, "There is no source to serve.") }
    var (taken, recorded): (Set<String>, Set<String>) = ([], [])
    for plan in plans {
      let name = plan.path.dropFirst()
      let isName = plan.path.hasPrefix("/") && !name.isEmpty && name.first != "/" && name.last != "/"
      guard isName, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_./".contains($0)) }) else {
        throw ServeError(
          .wrongSetting, "\(plan.path) is no path of a stream: write / and letters, digits, -, _ or ., such as /court1."
        )
      }
      guard taken.insert(plan.path).inserted else {
        throw ServeError(.wrongSetting, "Two streams have the path \(plan.path). Give each a path of its own.")
      }
      guard let recording = plan.recording else { continue }
      let files = "\(recording.folder)/\(RecordingFolder.prefix(of: plan.path))"
      guard recorded.insert(files).inserted else {
        throw ServeError(
          .wrongSetting,
          "The recordings of \(plan.path) would have the names of another stream's. Give it a folder of its own.")
      }
    }
  }

  private func add(_ plan: StreamPlan) {
    let stream = Stream(plan, on: server, publisher, log: log)
    log("\(plan.path)  \(server.scheme)://\(host(address)):\(server.port)\(plan.path)")
    let starts = state.change { state in
      state.streams.append(stream)
      return state.hasStarted && !state.isStopped
    }
    if starts { start(stream) }
  }

  private func start(_ stream: Stream) {
    state.change { $0.running += 1 }
    let hasThread = StreamThread.start("fc-keeper") { [state, log] in
      let end = stream.run()
      let failure: ServeError? =
        switch end {
        case .finished: nil
        case .lost(let reason): ServeError(.sourceLost, reason)
        case .failed(let error): error
        }
      if let failure { log("\(stream.plan.path)  ended: \(failure.description)") }
      state.change { state in
        state.running -= 1
        state.failure = state.failure ?? failure
      }
    }
    guard !hasThread else { return }
    state.change { state in
      state.running -= 1
      state.failure = state.failure ?? ServeError("The system grants no further thread.")
    }
  }

  /// Runs to the end.
  ///
  /// - Throws: `ServeError` where a source was given up or could never be run; the other streams have gone on until their own ends.
  package func run() throws(ServeError) {
    let streams = state.change { state in
      state.hasStarted = true
      return state.streams
    }
    for stream in streams { start(stream) }
    _ = state.wait { $0.running == 0 ? true : nil }
    if let failure = state.read({ $0.failure }) { throw failure }
  }

  /// Serves these streams from now on. Those that are the same as before go on undisturbed, those that have ended begin anew; clients of the others
  /// are told of the end.
  ///
  /// - Throws: `ServeError` for plans that cannot be served together; nothing is changed then.
  package func update(_ plans: [StreamPlan]) throws(ServeError) {
    try Self.check(plans)
    let (kept, ended) = state.change { state in
      let isKept = { (stream: Stream) in
        !stream.hasEnded && plans.contains { $0.path == stream.plan.path && $0.identity == stream.plan.identity }
      }
      let (kept, ended) = (state.streams.filter(isKept), state.streams.filter { !isKept($0) })
      state.streams = kept
      // While one source ends and the next has not begun, the service goes on.
      state.running += 1
      return (kept, ended)
    }
    for stream in ended {
      if !stream.hasEnded { log("\(stream.plan.path)  is no longer served as it was") }
      stream.keeper.stop()
      stream.leave(forgettingMetrics: true)
      // Those of one that was given up are still there.
      if stream.hasEnded { stream.metrics.destroy() }
    }
    for plan in plans where !kept.contains(where: { $0.plan.path == plan.path }) { add(plan) }
    state.change { $0.running -= 1 }
  }

  private var streams: [Stream] { state.read { $0.streams } }

  /// Ends every stream.
  package func stop() {
    ServiceManager.notify("STOPPING=1")
    let streams = state.change { state in
      state.isStopped = true
      return state.streams
    }
    for stream in streams { stream.keeper.stop() }
  }
}

// MARK: Health

extension Service {
  /// Returns the answer of `/metrics`, `/healthz` and `/readyz`; `nil` for anything else.
  package func answer(_ path: String, _ metrics: PrometheusMetrics) -> StatusServer.Answer? {
    switch path {
    case "/metrics":
      for stream in streams where !stream.isFinished { stream.metrics.refresh(stream.recorder) }
      Meter(label: "flycatcher_clients").set(server.clients)
      countSlowClients()
      return StatusServer.Answer(metrics.text)
    case "/healthz": return StatusServer.Answer("ok\n")
    case "/readyz":
      let waiting = streams.filter { stream in
        !stream.isFinished && stream.metrics.frameAge.map { $0 >= stream.plan.stallTimeout } ?? true
      }
      guard waiting.isEmpty else {
        let paths = waiting.map(\.plan.path).joined(separator: " ")
        return StatusServer.Answer(isOkay: false, "no picture: \(paths)\n")
      }
      return StatusServer.Answer("ok\n")
    default: return nil
    }
  }

  private func countSlowClients() {
    let all = server.slowClients
    let new = state.read { state in
      defer { state.slowClients = all }
      return all - state.slowClients
    }
    Counter(label: "flycatcher_slow_clients_total").increment(by: new)
  }

  /// The state of the streams now, for a line on a terminal.
  package var status: ServiceStatus {
    ServiceStatus(
      streams: streams.map { stream in
        ServiceStatus.Stream(
          path: stream.plan.path, frames: stream.metrics.frameCount, age: stream.metrics.frameAge,
          isStalled: stream.metrics.isStalled)
      }, clients: server.clients)
  }

  /// A Boolean value indicating whether the pictures of every stream that has not ended flow: the source's, or the last one with its notice.
  package var isAlive: Bool { streams.allSatisfy { $0.hasEnded || $0.metrics.isAlive } }
}
