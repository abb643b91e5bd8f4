// The metrics of this process in the text format of Prometheus, behind the front of swift-metrics.
package import CoreMetrics
import GStreamerSupport

/// A factory that remembers what is counted, for whoever asks.
package final class PrometheusMetrics: MetricsFactory, Sendable {
  /// The upper bounds of the buckets of every histogram, seconds.
  static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]

  fileprivate struct Name: Hashable {
    var label: String
    var dimensions: String
  }

  fileprivate enum Value {
    case counter(Double)
    case gauge(Double)
    /// The counts of the buckets, their sum.
    case histogram([Int], sum: Double, count: Int)
  }

  fileprivate typealias Table = [Name: Value]
  fileprivate let values = Monitor(Table())

  package init() {}

  fileprivate func name(_ label: String, _ dimensions: [(String, String)]) -> Name {
    let text = dimensions.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
    return Name(label: label, dimensions: text)
  }

  package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    Handler(self, name(label, dimensions), .counter(0))
  }

  package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    Handler(self, name(label, dimensions), .gauge(0))
  }

  package func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    Handler(self, name(label, dimensions), .histogram(Array(repeating: 0, count: Self.bounds.count), sum: 0, count: 0))
  }

  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    Handler(self, name(label, dimensions), .histogram(Array(repeating: 0, count: Self.bounds.count), sum: 0, count: 0))
  }

  package func destroyCounter(_ handler: any CounterHandler) { (handler as? Handler)?.destroy() }
  package func destroyMeter(_ handler: any MeterHandler) { (handler as? Handler)?.destroy() }
  package func destroyRecorder(_ handler: any RecorderHandler) { (handler as? Handler)?.destroy() }
  package func destroyTimer(_ handler: any TimerHandler) { (handler as? Handler)?.destroy() }

  /// Everything that is counted, as Prometheus reads it.
  package var text: String {
    let table = values.read { $0 }
    var text = ""
    for label in Set(table.keys.map(\.label)).sorted() {
      let rows = table.filter { $0.key.label == label }.sorted { $0.key.dimensions < $1.key.dimensions }
      guard let first = rows.first else { continue }
      text += "# TYPE \(label) \(Self.kind(first.value))\n"
      for (name, value) in rows { text += Self.lines(name, value) }
    }
    return text
  }

  private static func kind(_ value: Value) -> String {
    switch value {
    case .counter: "counter"
    case .gauge: "gauge"
    case .histogram: "histogram"
    }
  }

  private static func lines(_ name: Name, _ value: Value) -> String {
    let braced = name.dimensions.isEmpty ? "" : "{\(name.dimensions)}"
    switch value {
    case .counter(let number), .gauge(let number): return "\(name.label)\(braced) \(number)\n"
    case .histogram(let counts, let sum, let count):
      let comma = name.dimensions.isEmpty ? "" : ","
      var (lines, total) = ("", 0)
      for (bound, number) in zip(bounds, counts) {
        total += number
        lines += "\(name.label)_bucket{\(name.dimensions)\(comma)le=\"\(bound)\"} \(total)\n"
      }
      lines += "\(name.label)_bucket{\(name.dimensions)\(comma)le=\"+Inf\"} \(count)\n"
      return lines + "\(name.label)_sum\(braced) \(sum)\n\(name.label)_count\(braced) \(count)\n"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      default: result.append(character)
      }
    }
  }

  /// One of them, of any kind.
  private final class Handler: CounterHandler, MeterHandler, RecorderHandler, TimerHandler, Sendable {
    private let metrics: PrometheusMetrics
    private let name: Name

    init(_ metrics: PrometheusMetrics, _ name: Name, _ beginning: Value) {
      (self.metrics, self.name) = (metrics, name)
      metrics.values.read { $0[name] = $0[name] ?? beginning }
    }

    func destroy() { metrics.values.read { $0[name] = nil } }

    private func add(_ amount: Double) {
      metrics.values.read { values in
        switch values[name] {
        case .counter(let number): values[name] = .counter(number + amount)
        case .gauge(let number): values[name] = .gauge(number + amount)
        default: break
        }
      }
    }

    func increment(by amount: Int64) { add(Double(amount)) }
    func reset() { metrics.values.read { $0[name] = .counter(0) } }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { metrics.values.read { $0[name] = .gauge(value) } }
    func increment(by amount: Double) { add(amount) }
    func decrement(by amount: Double) { add(-amount) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
      metrics.values.read { values in
        guard case .histogram(var counts, let sum, let count) = values[name] else { return }
        if let bucket = PrometheusMetrics.bounds.firstIndex(where: { value <= $0 }) { counts[bucket] += 1 }
        values[name] = .histogram(counts, sum: sum + value, count: count + 1)
      }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) * 1e-9) }
  }
}
