// `flycatcher serve`: cameras in, RTSP out, for as long as it runs.
import ArgumentParser
import CoreMetrics
import Flycatcher
import FlycatcherPipeline
import FlycatcherServe
import GStreamerSupport

struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve annotated video over RTSP, day and night.",
    discussion: """
      Examples:
        flycatcher serve rtsp://camera/stream
        flycatcher serve court.mp4 --loop --port 9554
        flycatcher serve --mount /court1=rtsp://camera1/stream --mount /court2=/dev/video0
        flycatcher serve /dev/video0 --address 0.0.0.0 --passwords users.htdigest
        flycatcher serve --config cameras.yaml

      A player opens rtsp://127.0.0.1:8554/live. However many watch, each source is analyzed and encoded once.

      A source that refuses, stalls or goes away is tried again, with pauses of up to 30 s. Meanwhile clients see the \
      last picture with a notice on it.

      The file of --passwords is one of htdigest, realm flycatcher: htdigest -c users.htdigest flycatcher anna

      A configuration is YAML with the names of these options, the streams' under their paths:
        port: 9554
        streams:
          /court1: rtsp://camera1/stream
          /court2:
            source: court.mp4
            loop: true
            object: [ "0.41,0.3,0.05,0.2=player 7" ]
      SIGHUP rereads it, with the passwords and the certificate; streams that did not change go on undisturbed.
      """)

  @Argument(
    help: "A video file, a URI, a camera device, or a pipeline with \"appsink name=frames\"; served at /live.")
  var source: String?

  @Option(
    name: .customLong("mount"),
    help: ArgumentHelp("A further source, and its path on the server; may be repeated.", valueName: "/path=source"))
  var mounts: [Assignment] = []

  @Option(help: ArgumentHelp("Serve what this file says, and nothing else.", valueName: "file.yaml"))
  var config: String?

  @Flag(help: "Say what would run, and end.")
  var dryRun = false

  @OptionGroup(title: "Server") var server: ServerOptions
  @OptionGroup(title: "Streams") var streams: StreamOptions

  func run() async throws {
    var (server, plans) = (server, [StreamPlan]())
    if let config {
      guard source == nil, mounts.isEmpty else {
        throw Failure.usage("--config names the sources; give them there, or on the command line, but not both.")
      }
      if let option = try Self.optionBesideConfiguration() {
        throw Failure.usage(
          "--config names all options: write \(option.dropFirst(2)) into \(config), and leave \(option) out.")
      }
      let configuration = try ServeConfiguration(path: config)
      (server, plans) = (configuration.server, configuration.plans)
    } else {
      plans = try self.plans()
    }
    do {
      try Service.check(plans)
      try server.check()
      guard !dryRun else { return try Terminal.print(plans.map { try $0.summary() }.joined(separator: "\n")) }
      try await serve(plans, server)
    } catch let error as ServeError {
      throw Failure.service(error)
    }
  }

  /// An option of the command line that a configuration would overrule.
  private static func optionBesideConfiguration() throws(Failure) -> Substring? {
    let options = try Arguments.ofProcess.get().texts.filter { $0.hasPrefix("--") }
    return options.map { $0.prefix { $0 != "=" } }.first { $0 != "--config" && $0 != "--dry-run" }
  }

  private func serve(_ plans: [StreamPlan], _ server: ServerOptions) async throws {
    let interruption = Interruption(heedsHangUp: config == nil)
    let listening = try RTSPServer(address: server.host, port: server.port, access: server.access)
    let metrics = PrometheusMetrics()
    if server.metrics != nil { MetricsSystem.bootstrap(metrics) }
    let publisher = try server.broker().map { try EventPublisher($0) { ServeLog.write($0) } }
    let service = try Service(plans, on: listening, address: server.host, publisher: publisher) {
      ServeLog.write($0)
    }
    let status = try server.metrics.map { port in
      try StatusServer(address: "127.0.0.1", port: port) { service.answer($0, metrics) }
    }
    if let status { ServeLog.write("http://127.0.0.1:\(status.port)/metrics") }
    interruption.onFirst { service.stop() }
    let statusLine = ServeStatusLine(service)
    let isOver = Monitor(false)
    defer { isOver.change { $0 = true } }
    Self.tellServiceManager(service, isOver)
    let rereading = config.map { path in HangUp { Self.reread(path, service, listening, startedWith: server) } }
    try await Self.onThread { try service.run() }
    _ = (rereading, status, statusLine)
    // The end that was asked for; recordings are finished.
    if interruption.hasHappened { throw ExitCode(ExitStatus.interrupted.rawValue) }
  }

  /// Tells systemd that the service is there, and that it is alive for as long as pictures flow.
  private static func tellServiceManager(_ service: Service, _ isOver: Monitor<Bool>) {
    ServiceManager.notify("READY=1")
    guard let interval = ServiceManager.watchdogInterval else { return }
    _ = StreamThread.start("fc-watchdog") {
      while isOver.wait(until: .now + interval / 3, { $0 ? true : nil }) == nil {
        if service.isAlive { ServiceManager.notify("WATCHDOG=1") }
      }
    }
  }

  /// Serves what the file says now, and lets in whom it lets in. A file with a mistake changes nothing.
  private static func reread(
    _ path: String, _ service: Service, _ listening: RTSPServer, startedWith started: ServerOptions
  ) {
    do throws(Failure) {
      let configuration = try ServeConfiguration(path: path)
      try configuration.server.check()
      do throws(ServeError) {
        try Service.check(configuration.plans)
        let differences = configuration.server.differences(from: started)
        var access = configuration.server.access
        if started.certificate == nil || access.certificate == nil { access.certificate = started.certificate }
        try listening.admit(access)
        try service.update(configuration.plans)
        ServeLog.write("\(path) has been read again")
        if !differences.isEmpty {
          ServeLog.write("a restart is needed for what has changed of: \(differences.joined(separator: ", "))")
        }
      } catch {
        throw .service(error)
      }
    } catch {
      ServeLog.write("Nothing has been changed: \(error.description)")
    }
  }

  /// The streams that are asked for on the command line.
  private func plans() throws(Failure) -> [StreamPlan] {
    let named = (source.map { [("/live", $0)] } ?? []) + mounts.map { ($0.name, $0.value) }
    guard !named.isEmpty else { throw .usage("There is no source. Write: flycatcher serve SOURCE") }
    var plans: [StreamPlan] = []
    for (path, source) in named { plans.append(try streams.plan(path: path, source: source)) }
    return plans
  }

  /// Runs what waits for long on a thread of its own, and not on one of the few that tasks share.
  private static func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      let hasThread = StreamThread.start("fc-serve") { continuation.resume(with: Result { try body() }) }
      if !hasThread { continuation.resume(throwing: Failure.running("The system grants no further thread.")) }
    }
  }
}
