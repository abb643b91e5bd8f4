// The options of the server, on the command line and in a configuration file.
import ArgumentParser
import FlycatcherServe

struct ServerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The address to listen at; 0.0.0.0 is all of this machine's.", valueName: "address"))
  var address = "127.0.0.1"

  @Option(help: ArgumentHelp("The port to listen at; 0 lets the system choose.", valueName: "port"))
  var port = 8554

  @Option(help: ArgumentHelp("Let in only those whom this file of htdigest names.", valueName: "file"))
  var passwords: String?

  @Option(help: ArgumentHelp("Speak TLS (rtsps://) with the certificate and key of this file.", valueName: "file.pem"))
  var certificate: String?

  @Flag(help: "Listen at an address that others reach, without passwords.")
  var insecure = false

  @Option(
    help: ArgumentHelp(
      "Answer /metrics (Prometheus), /healthz and /readyz over HTTP at this port of 127.0.0.1.", valueName: "port"))
  var metrics: Int?

  @Option(
    help: ArgumentHelp(
      "Tell an MQTT broker what is seen, below this topic; the port is 1883, with --mqtt-ca 8883.",
      valueName: "host[:port]/topic"))
  var mqtt: BrokerTopic?

  @Option(help: ArgumentHelp("The user of the broker.", valueName: "name"))
  var mqttUser: String?

  @Option(help: ArgumentHelp("The file whose first line is that user's password.", valueName: "file"))
  var mqttPassword: String?

  @Option(help: ArgumentHelp("Speak TLS with the broker that these authorities vouch for.", valueName: "file.pem"))
  var mqttCa: String?

  /// The broker to which what is seen is told; `nil` is none.
  func broker() throws(Failure) -> EventPublisher.Target? {
    guard let mqtt else {
      guard mqttUser == nil, mqttPassword == nil, mqttCa == nil else {
        throw .usage("--mqtt-user, --mqtt-password and --mqtt-ca are for a broker; add --mqtt HOST/TOPIC.")
      }
      return nil
    }
    var target = EventPublisher.Target(
      host: mqtt.host, port: mqtt.port ?? (mqttCa == nil ? 1883 : 8883), topic: mqtt.topic)
    (target.user, target.authorities) = (mqttUser, mqttCa)
    guard let mqttPassword else { return target }
    guard mqttUser != nil else { throw .usage("--mqtt-password is for a user; add --mqtt-user NAME.") }
    do throws(FileError) {
      let text = String(decoding: try Files.read(mqttPassword, limit: 4096), as: UTF8.self)
      target.password = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).first.map(String.init)
    } catch {
      throw .running("\(mqttPassword) cannot be read: \(error.reason).")
    }
    return target
  }

  /// The address without the brackets that IPv6 has in a URI.
  var host: String {
    address.hasPrefix("[") && address.hasSuffix("]") ? String(address.dropFirst().dropLast()) : address
  }

  /// The names of the options that are others in a service that has been started: those of `other` take a restart.
  func differences(from other: ServerOptions) -> [String] {
    let same: [(name: String, isSame: Bool)] = [
      ("address", host == other.host), ("port", port == other.port),
      ("certificate", (certificate == nil) == (other.certificate == nil)), ("metrics", metrics == other.metrics),
      ("mqtt", mqtt == other.mqtt), ("mqtt-user", mqttUser == other.mqttUser),
      ("mqtt-password", mqttPassword == other.mqttPassword), ("mqtt-ca", mqttCa == other.mqttCa),
    ]
    return same.filter { !$0.isSame }.map(\.name)
  }

  /// Who is let in.
  var access: RTSPServer.Access {
    var access = RTSPServer.Access()
    (access.passwords, access.certificate) = (passwords, certificate)
    return access
  }

  /// Sees to it that nobody is let in by mistake.
  func check() throws(Failure) {
    guard (0...65_535).contains(port) else { throw .usage("--port \(port) must be from 0 to 65535.") }
    if let metrics {
      guard (0...65_535).contains(metrics) else { throw .usage("--metrics \(metrics) must be from 0 to 65535.") }
    }
    _ = try broker()
    let isLoopback = host == "localhost" || host == "::1" || host.hasPrefix("127.")
    guard isLoopback || passwords != nil || insecure else {
      throw .usage(
        "At \(address) others reach this server. Let in only those you know (--passwords), or everybody (--insecure).")
    }
  }
}

/// A broker with a topic: `broker.local/courts`, `10.0.0.2:1884/a/b`, `[::1]:1883/a`.
struct BrokerTopic: ExpressibleByArgument, Equatable {
  let host: String
  let port: Int?
  let topic: String

  init?(argument: String) {
    guard let slash = argument.firstIndex(of: "/") else { return nil }
    let (place, topic) = (argument[..<slash], argument[argument.index(after: slash)...])
    // A subscriber's wildcards have no meaning to a publisher.
    guard !topic.isEmpty, !topic.contains(where: { "+#\0".contains($0) }), !topic.hasSuffix("/"), !place.contains("@")
    else {
      return nil
    }
    self.topic = String(topic)
    if place.hasPrefix("["), let end = place.firstIndex(of: "]") {
      host = String(place[place.index(after: place.startIndex)..<end])
      let rest = place[place.index(after: end)...]
      guard let port = Self.port(rest) else { return nil }
      self.port = port
    } else {
      let colon = place.firstIndex(of: ":") ?? place.endIndex
      host = String(place[..<colon])
      guard let port = Self.port(place[colon...]) else { return nil }
      self.port = port
    }
    if host.isEmpty { return nil }
  }

  /// - Returns: The port after a colon; the inner `nil` where there is none, the outer one where it is none.
  private static func port(_ text: Substring) -> Int?? {
    guard !text.isEmpty else { return .some(nil) }
    guard text.first == ":", let port = Int(text.dropFirst()), (1...65_535).contains(port) else { return nil }
    return port
  }
}
