// The encoder of one stream: it goes on while sources come and go, and is fed with their pictures one after the other.
import FlycatcherPipeline
import GStreamerSupport

/// Whoever takes access units of H.264.
protocol CodedSubscriber: AnyObject, Sendable {
  /// Takes the next access unit, at its time in the stream, and what is known of its picture; must not wait.
  func take(_ unit: borrowing VideoBuffer, _ facts: PictureFacts?)
}

/// The element that encodes, and how.
package struct StreamEncoding: Sendable {
  /// The encoder with its properties, as in a pipeline; `nil` is the best of those that are installed.
  package var encoder: String?
  /// Bits a second, in units of 1000.
  package var kilobits = 4000

  package init() {}

  /// The encoders to choose from, the best first; each without B-frames, which would cost latency.
  ///
  /// - Parameter interval: The greatest number of frames from a key frame to the next.
  private func known(interval: Int) -> [(element: String, text: String)] {
    [
      (
        "x264enc",
        "x264enc tune=zerolatency speed-preset=superfast bframes=0 key-int-max=\(interval) bitrate=\(kilobits)"
      ),
      ("openh264enc", "openh264enc gop-size=\(interval) bitrate=\(kilobits * 1000) complexity=low"),
      ("vah264enc", "vah264enc b-frames=0 key-int-max=\(interval) bitrate=\(kilobits)"),
      ("v4l2h264enc", "v4l2h264enc"),
    ]
  }

  /// Returns the encoder's part of a pipeline.
  func text(interval: Int) throws(ServeError) -> String {
    if let encoder {
      let element = encoder.prefix { !$0.isWhitespace }
      guard !encoder.contains("!"), GStreamer.hasElement(String(element)) else {
        throw ServeError(
          .wrongSetting,
          "The encoder \(encoder): GStreamer has no element named \(element). gst-inspect-1.0 lists them.")
      }
      return encoder
    }
    guard let found = known(interval: interval).first(where: { GStreamer.hasElement($0.element) }) else {
      throw ServeError(
        "No encoder for H.264 is installed. Any of these will do: \(known(interval: 1).map(\.element).joined(separator: ", ")). "
          + "On Debian: apt-get install gstreamer1.0-plugins-ugly")
    }
    return found.text
  }
}

/// An encoder under way.
final class StreamEncoder: Sendable {
  private struct Output {
    var pipeline: Pipeline
    var pictures: AppSource
    var coded: AppSink
    var caps: Caps
    /// A Boolean value indicating whether everything that comes out has been handed on.
    let isDrained = Monitor(false)
  }

  private struct State {
    var output: Output?
    var failure: String?
    /// Whoever takes what comes out.
    var subscribers: [any CodedSubscriber] = []
    /// A Boolean value indicating whether somebody has come who needs a key frame.
    var wantsKeyFrame = false
    /// What is known of the pictures that are being encoded, by their times.
    var facts: [(time: Int, facts: PictureFacts)] = []

    /// Takes what is known of the picture at a time, and forgets what is older.
    mutating func takeFacts(at time: Int) -> PictureFacts? {
      let found = facts.first { $0.time == time }
      facts.removeAll { $0.time <= time }
      return found?.facts
    }
  }

  /// The number of pictures that an encoder may hold back.
  private static let mostFacts = 120

  /// How long the encoder has for the pictures it still holds when it is closed.
  private static let drainTimeout = Duration.seconds(2)

  private let encoding: StreamEncoding
  private let state = Monitor(State())

  init(_ encoding: StreamEncoding) { self.encoding = encoding }

  func add(_ subscriber: any CodedSubscriber) { state.change { $0.subscribers.append(subscriber) } }

  func remove(_ subscriber: any CodedSubscriber) { state.change { $0.subscribers.removeAll { $0 === subscriber } } }

  func requestKeyFrame() {
    let coded = state.change { state in
      state.wantsKeyFrame = state.output == nil
      return state.output?.coded
    }
    coded?.element.requestKeyFrame()
  }

  /// The failure of the encoder since the last time, once.
  private func takeFailure() -> String? {
    state.change { state in
      defer { state.failure = nil }
      return state.failure
    }
  }

  /// Encodes a picture; waits for room.
  ///
  /// - Parameters:
  ///   - buffer: The picture, with its place in time.
  ///   - caps: The caps of the picture.
  ///   - facts: What goes along with it.
  /// - Throws: `ServeError` where there is no encoder for it, or the encoder has failed; the next picture then goes to a new one.
  func encode(_ buffer: consuming VideoBuffer, _ caps: Caps, _ facts: PictureFacts) throws(ServeError) {
    if let failure = takeFailure() {
      close()
      throw ServeError(.encoderLost, "The encoder has failed: \(failure)")
    }
    if let output = state.read({ $0.output }), output.caps != caps { close() }
    let output: Output
    if let existing = state.read({ $0.output }) {
      output = existing
    } else {
      output = try open(caps)
    }
    let time = buffer.timestamp.map { Int(clamping: $0) } ?? 0
    state.read { state in
      if state.facts.count >= Self.mostFacts { state.facts.removeFirst() }
      state.facts.append((time, facts))
    }
    _ = output.pictures.push(buffer)
  }

  /// Returns the pipeline that encodes pictures of these caps.
  static func text(_ encoding: StreamEncoding, _ layout: VideoLayout?) throws(ServeError) -> String {
    let rate = layout.map { ($0.framerate.numerator + $0.framerate.denominator - 1) / max($0.framerate.denominator, 1) }
    let interval = rate.flatMap { $0 > 0 ? $0 : nil }
    let encoder = try encoding.text(interval: min(interval ?? 25, 120))
    return "appsrc name=pictures ! videoconvert ! video/x-raw,format=I420 ! \(encoder) ! h264parse config-interval=-1 "
      + "! video/x-h264,stream-format=byte-stream,alignment=au ! appsink name=coded"
  }

  private func open(_ caps: Caps) throws(ServeError) -> Output {
    let text = try Self.text(encoding, VideoLayout(caps))
    let pipeline: Pipeline
    do throws(GStreamerError) {
      pipeline = try Pipeline(text)
    } catch {
      throw ServeError("The encoder cannot be made: \(error.description)")
    }
    guard let codedCaps = Caps("video/x-h264"), let source = pipeline.element(named: "pictures"),
      let sink = pipeline.element(named: "coded"), let pictures = AppSource(source, capacity: 2),
      let coded = AppSink(sink, capacity: 8, caps: codedCaps)
    else { throw ServeError("The encoder cannot be made.") }
    pictures.setCaps(caps, mayCarryOverlay: true)
    let output = Output(pipeline: pipeline, pictures: pictures, coded: coded, caps: caps)
    let wantsKeyFrame = state.change { state in
      state.output = output
      defer { state.wantsKeyFrame = false }
      return state.wantsKeyFrame
    }
    let state = state
    let hasThreads =
      StreamThread.start("fc-coded") {
        Self.spread(coded, state)
        output.isDrained.change { $0 = true }
      }
      && StreamThread.start("fc-encoder") { Self.watch(pipeline.bus, pictures, coded, state) }
    guard hasThreads, pipeline.setState(.playing) != .failure else {
      close()
      throw ServeError("The encoder cannot be started.")
    }
    if wantsKeyFrame { coded.element.requestKeyFrame() }
    return output
  }

  /// Stops encoding when the pictures given so far have come out; whoever takes what comes out stays.
  func close() {
    let output = state.change { state in
      defer { state.output = nil }
      return state.output
    }
    guard let output else { return }
    output.pictures.endOfStream()
    _ = output.isDrained.wait(until: .now + Self.drainTimeout) { $0 ? true : nil }
    output.coded.close()
    output.pipeline.setState(.null, within: .seconds(2))
    output.coded.detach()
    output.pictures.detach()
  }

  /// Hands what is encoded to whoever takes it.
  private static func spread(_ coded: AppSink, _ state: Monitor<State>) {
    var segment: Segment?
    while true {
      switch coded.next() {
      case .segment(let new): segment = new
      case .buffer(let unit, at: _):
        // Encoders move timestamps, and the segment with them.
        guard let timestamp = unit.timestamp else { continue }
        let time = segment?.streamTime(timestamp) ?? Int(clamping: timestamp)
        guard time >= 0, let moved = unit.moved(to: UInt(time), duration: unit.duration) else { continue }
        let (subscribers, facts) = state.read { ($0.subscribers, $0.takeFacts(at: time)) }
        for subscriber in subscribers { subscriber.take(moved, facts) }
      case .closed: return
      case .endOfStream: return
      default: break
      }
    }
  }

  private static func watch(_ bus: Bus, _ pictures: AppSource, _ coded: AppSink, _ state: Monitor<State>) {
    while state.read({ $0.output?.coded === coded }) {
      guard case .error(let fault) = bus.next(timeout: .milliseconds(200)) else { continue }
      state.change { state in
        guard state.output?.coded === coded else { return }
        state.failure = "\(fault.element): \(fault.message)"
      }
      // Frees whoever waits for room.
      coded.close()
      pictures.endOfStream()
      return
    }
  }
}
