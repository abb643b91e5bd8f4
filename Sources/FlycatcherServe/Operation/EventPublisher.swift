// Events to an MQTT broker: what begins, changes and ends, and that this service is there.
import CMosquitto
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport
import Glibc

/// A client of a broker, until the end of its life. What is published while the broker is away waits, up to a bound.
///
/// Sendable although unchecked: libmosquitto locks its client, and everything else is behind a monitor.
@safe package final class EventPublisher: @unchecked Sendable {
  /// Where events go.
  package struct Target: Sendable {
    package var host: String
    package var port: Int
    /// The beginning of every topic.
    package var topic: String
    package var user: String?
    package var password: String?
    /// The file of the authorities that vouch for the broker; `nil` is no TLS.
    package var authorities: String?

    package init(host: String, port: Int, topic: String) { (self.host, self.port, self.topic) = (host, port, topic) }
  }

  private struct State {
    var isConnected = false
    /// A Boolean value indicating whether it has been told that the broker is away.
    var hasComplained = false
    var waiting: [(topic: String, text: [UInt8])] = []
    var dropped = 0
    /// The state of each object and rectangle that was told last, and when.
    var told: [ObservationUUID: (state: TrackingState, moment: Moment)] = [:]
  }

  /// The time between two events of an object whose state stays the same.
  private static let repetition: Duration = .seconds(1)

  /// The number of events that wait for a broker that is away; beyond it the oldest is dropped.
  private static let mostWaiting = 1000
  private static let keepAlive: Int32 = 15
  private static let longestReconnect: UInt32 = 30
  private static let longestEnd: Duration = .seconds(2)

  private let target: Target
  private let client: OpaquePointer
  private let state = Monitor(State())
  private let loop = Monitor(Loop())
  private let log: @Sendable (String) -> Void

  /// - Throws: `ServeError` where there is no client to be had; a broker that is away is no error.
  package init(_ target: Target, log: @escaping @Sendable (String) -> Void) throws(ServeError) {
    (self.target, self.log) = (target, log)
    mosquitto_lib_init()
    guard let client = unsafe mosquitto_new(nil, true, nil) else {
      throw ServeError("There is no memory for a client of MQTT.")
    }
    unsafe self.client = client
    unsafe mosquitto_user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
    unsafe mosquitto_connect_callback_set(client) { _, context, code in
      if let context = unsafe context {
        unsafe Unmanaged<EventPublisher>.fromOpaque(context).takeUnretainedValue().connected(code)
      }
    }
    unsafe mosquitto_disconnect_callback_set(client) { _, context, code in
      if let context = unsafe context {
        unsafe Unmanaged<EventPublisher>.fromOpaque(context).takeUnretainedValue().disconnected(code)
      }
    }
    let offline = Array("offline".utf8)
    unsafe mosquitto_will_set(client, availability, Int32(offline.count), offline, 1, true)
    if let user = target.user { unsafe mosquitto_username_pw_set(client, user, target.password) }
    if let path = target.authorities {
      guard unsafe mosquitto_tls_set(client, path, nil, nil, nil, nil) == 0 else {
        throw ServeError("The authorities in \(path) cannot be used.")
      }
    }
    unsafe mosquitto_reconnect_delay_set(client, 1, Self.longestReconnect, true)
    unsafe mosquitto_threaded_set(client, true)
    let code = unsafe mosquitto_connect_async(client, target.host, Int32(clamping: target.port), Self.keepAlive)
    if code != 0 { complain(unsafe String(cString: mosquitto_strerror(code))) }
    let connection = unsafe Connection(client)
    let complain: @Sendable (Int32) -> Void = { [weak self] code in
      self?.complain(unsafe String(cString: mosquitto_strerror(code)))
    }
    guard StreamThread.start("fc-mqtt", { [loop] in connection.keep(loop, complain) }) else {
      throw ServeError("The system grants no further thread.")
    }
  }

  /// The client's own thread, and what ends it.
  private struct Loop {
    var isOver = false
    var hasEnded = false
  }

  /// Keeps a client connected.
  ///
  /// Sendable although unchecked: libmosquitto locks its client, which outlives the thread.
  @safe private struct Connection: @unchecked Sendable {
    private let client: OpaquePointer

    init(_ client: OpaquePointer) { unsafe self.client = client }

    /// libmosquitto tries again what fails for a while, and gives up for ever what a certificate that is mended tomorrow does today.
    func keep(_ loop: Monitor<Loop>, _ complain: (Int32) -> Void) {
      var (pauses, generator) = (Pauses(), SystemRandomNumberGenerator())
      while !loop.read({ $0.isOver }) {
        let code = unsafe mosquitto_loop_forever(client, -1, 1)
        if code != 0 { complain(code) }
        let pause = pauses.pause(using: &generator)
        guard loop.wait(until: .now + pause, { $0.isOver ? true : nil }) == nil else { break }
        if unsafe mosquitto_reconnect(client) == 0 { pauses.reset() }
      }
      loop.change { $0.hasEnded = true }
    }
  }

  deinit {
    let bytes = Array("offline".utf8)
    unsafe mosquitto_publish(client, nil, availability, Int32(bytes.count), bytes, 1, true)
    loop.change { $0.isOver = true }
    unsafe mosquitto_disconnect(client)
    // A client in the middle of a connection attempt is left to the end of the process, and has nobody to tell.
    guard loop.wait(until: .now + Self.longestEnd, { $0.hasEnded ? true : nil }) != nil else {
      unsafe mosquitto_connect_callback_set(client, nil)
      unsafe mosquitto_disconnect_callback_set(client, nil)
      return
    }
    unsafe mosquitto_destroy(client)
  }

  private var availability: String { "\(target.topic)/availability" }

  /// Publishes the events of a report: everything that begins, changes its state or ends; each new point of a trajectory, and where objects and
  /// rectangles are, once a second.
  func publish(_ report: FrameReport, path: String) {
    for observation in report.observations {
      let kind: String
      switch observation {
      case .trajectory: kind = "trajectory"
      case .object(let seen):
        kind = "object"
        guard isNews(seen.uuid, seen.state) else { continue }
      case .rectangle(let seen):
        kind = "rectangle"
        guard isNews(seen.uuid, seen.state) else { continue }
      }
      var json = JSONText()
      json.observation(observation, frame: report.frame)
      // Without the line break.
      publish("\(target.topic)\(path)/\(kind)", Array(json.bytes.dropLast()))
    }
  }

  private func isNews(_ uuid: ObservationUUID, _ state: TrackingState) -> Bool {
    self.state.read { all in
      // A track that is predicted for a few frames has not been lost.
      let shown = state == .predicted ? .tracked : state
      if let told = all.told[uuid], told.state == shown, .now - told.moment < Self.repetition { return false }
      if all.told.count >= Self.mostWaiting { all.told.removeAll() }
      all.told[uuid] = state == .ended ? nil : (shown, .now)
      return true
    }
  }

  private func publish(_ topic: String, _ text: [UInt8]) {
    let isConnected = state.read { state in
      guard !state.isConnected else { return true }
      if state.waiting.count >= Self.mostWaiting {
        state.waiting.removeFirst()
        state.dropped += 1
      }
      state.waiting.append((topic, text))
      return false
    }
    if isConnected { send(topic, text) }
  }

  private func send(_ topic: String, _ text: [UInt8], isKept: Bool = false) {
    unsafe mosquitto_publish(client, nil, topic, Int32(clamping: text.count), text, isKept ? 1 : 0, isKept)
  }

  /// Called by the client's thread.
  private func connected(_ code: Int32) {
    guard code == 0 else { return complain(unsafe String(cString: mosquitto_connack_string(code))) }
    let (waiting, dropped) = state.change { state in
      (state.isConnected, state.hasComplained) = (true, false)
      defer { (state.waiting, state.dropped) = ([], 0) }
      return (state.waiting, state.dropped)
    }
    log("MQTT: \(target.host):\(target.port) is there" + (dropped > 0 ? "; \(dropped) events were dropped" : ""))
    send(availability, Array("online".utf8), isKept: true)
    for event in waiting { send(event.topic, event.text) }
  }

  private func disconnected(_ code: Int32) {
    state.change { $0.isConnected = false }
    if code != 0 { complain(unsafe String(cString: mosquitto_strerror(code))) }
  }

  /// Says once that the broker is away.
  private func complain(_ reason: String) {
    let isNew = state.change { state in
      defer { state.hasComplained = true }
      return !state.hasComplained
    }
    if isNew {
      log("MQTT: \(target.host):\(target.port) is not there: \(reason). Up to \(Self.mostWaiting) events wait for it.")
    }
  }
}
