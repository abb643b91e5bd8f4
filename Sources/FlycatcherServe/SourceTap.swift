// The coded pictures and the sound of a source, beside the pictures that are analyzed.
import Flycatcher
import FlycatcherPipeline
import GStreamerSupport

/// Reads an app sink of a source's pipeline on a thread of its own, until it is closed.
final class SourceTap: Sendable {
  private let sink: AppSink
  /// The number of units that may wait; whoever takes them does not keep them waiting.
  private static let capacity = 64

  /// - Parameters:
  ///   - name: The name of the app sink.
  ///   - body: Called with each unit, the caps and the time since the beginning of the source.
  /// - Returns: `nil` where there is no such app sink.
  init?(
    _ session: Session, _ name: String?, _ body: @escaping @Sendable (borrowing VideoBuffer, Caps, Timestamp) -> Void
  ) {
    guard let name, let element = session.element(named: name), let any = Caps("ANY"),
      let sink = AppSink(element, capacity: Self.capacity, caps: any)
    else { return nil }
    self.sink = sink
    _ = StreamThread.start("fc-tap") {
      var (caps, times): (Caps?, SourceTimes) = (nil, SourceTimes())
      while true {
        switch sink.next() {
        case .caps(let new): caps = new
        case .segment(let segment): times.take(segment)
        case .buffer(let unit, at: _): if let caps, let time = times.time(of: unit) { body(unit, caps, time) }
        case .closed: return
        case .endOfStream: return
        default: break
        }
      }
    }
  }

  func close() { sink.close() }
}
