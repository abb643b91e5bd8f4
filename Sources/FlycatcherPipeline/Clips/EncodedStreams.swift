// The streams of a file as they are encoded, so that they can go into another file without being encoded again.
package import Flycatcher
package import GStreamerSupport

/// The kind of an encoded stream.
package struct EncodedKind: Hashable, Sendable {
  /// Caps as a description in the language of gst-launch names them.
  package let caps: String
  /// The element that brings it into the form that a container takes; empty where none is needed.
  package let parser: String
  package let fitsMP4: Bool

  /// The parser for what has been through one already; empty where none may follow: those of Vorbis and Theora wait for the headers, which come
  /// as packets at the beginning of a film alone. The caps hold them.
  package var laterParser: String { Self.withHeaderPackets.contains(parser) ? "" : parser }
  private static let withHeaderPackets = ["vorbisparse", "theoraparse"]

  /// Elements from a demuxer on, for a pipeline.
  package var branch: String { ([queued] + (parser.isEmpty ? [] : [parser])).joined(separator: " ! ") }

  /// The branch with a time of decoding for each picture, which Matroska does not hold and a parser guesses wrongly where pictures are not shown in the
  /// order in which they are decoded.
  package var timedBranch: String { ([branch] + timing).joined(separator: " ! ") }

  /// The element that adds these times, where there is one.
  private var timing: [String] {
    guard let name = Self.timestampers[parser], GStreamer.hasElement(name) else { return [] }
    return [name]
  }
  private static let timestampers = ["h264parse": "h264timestamper", "h265parse": "h265timestamper"]

  /// The stream with room for what waits for the other one.
  package var queued: String { "\(caps) ! queue max-size-buffers=0 max-size-time=0 max-size-bytes=\(64 << 20)" }

  /// Returns the kind of coded pictures of these caps; `nil` where it is not known.
  package static func picture(_ caps: Caps) -> EncodedKind? { video.first { $0.holds(caps) } }

  /// Returns the kind of sound of these caps; `nil` where it is not known.
  package static func sound(_ caps: Caps) -> EncodedKind? { sound.first { $0.holds(caps) } }

  private func holds(_ caps: Caps) -> Bool { Caps(self.caps).map { !$0.intersection(caps).isEmpty } ?? false }

  static let video = [
    EncodedKind(caps: "video/x-h264", parser: "h264parse", fitsMP4: true),
    EncodedKind(caps: "video/x-h265", parser: "h265parse", fitsMP4: true),
    EncodedKind(caps: "video/mpeg,mpegversion=4", parser: "mpeg4videoparse", fitsMP4: true),
    EncodedKind(caps: "video/x-av1", parser: "av1parse", fitsMP4: true),
    EncodedKind(caps: "video/x-vp8", parser: "", fitsMP4: false),
    EncodedKind(caps: "video/x-vp9", parser: "vp9parse", fitsMP4: false),
    EncodedKind(caps: "video/x-theora", parser: "theoraparse", fitsMP4: false),
    EncodedKind(caps: "image/jpeg", parser: "jpegparse", fitsMP4: false),
  ]
  static let sound = [
    EncodedKind(caps: "audio/mpeg,mpegversion=4", parser: "aacparse", fitsMP4: true),
    EncodedKind(caps: "audio/mpeg,mpegversion=1", parser: "mpegaudioparse", fitsMP4: true),
    EncodedKind(caps: "audio/x-opus", parser: "opusparse", fitsMP4: true),
    EncodedKind(caps: "audio/x-ac3", parser: "ac3parse", fitsMP4: true),
    EncodedKind(caps: "audio/x-vorbis", parser: "vorbisparse", fitsMP4: false),
    EncodedKind(caps: "audio/x-flac", parser: "flacparse", fitsMP4: false),
    EncodedKind(caps: "audio/x-raw", parser: "", fitsMP4: false),
    EncodedKind(caps: "audio/x-alaw", parser: "", fitsMP4: false),
    EncodedKind(caps: "audio/x-mulaw", parser: "", fitsMP4: false),
  ]
}

/// The first video stream and the first sound stream of a file.
package struct EncodedStreams: Sendable {
  /// `nil` where there is none, or of a kind that cannot go on without being encoded again.
  package let video: EncodedKind?
  package let sound: EncodedKind?

  private static let timeout: Duration = .seconds(3)

  /// Looks into a file.
  ///
  /// - Parameter location: The file's path, escaped for a pipeline description.
  package init(location: String) {
    video = Self.kind(EncodedKind.video, location)
    sound = Self.kind(EncodedKind.sound, location)
  }

  /// Returns the kind of the first stream that is of one of these.
  private static func kind(_ kinds: [EncodedKind], _ location: String) -> EncodedKind? {
    let usable = kinds.filter { kind in
      kind.parser.isEmpty || GStreamer.hasElement(kind.parser)
    }
    let found = read(Self.filter(usable), location, capacity: 2) { sink, bus -> EncodedKind? in
      let deadline = Moment.now + timeout
      while .now < deadline {
        switch sink.next(until: .now + .milliseconds(20)) {
        case .caps(let caps):
          return usable.first { Caps($0.caps).map { !$0.intersection(caps).isEmpty } ?? false }
        case .endOfStream: return nil
        case .closed: return nil
        default: break
        }
        switch bus.next(timeout: .milliseconds(1)) {
        case .error, .endOfStream: return nil
        default: break
        }
      }
      return nil
    }
    return found ?? nil
  }

  /// How the pictures of a film follow one another.
  package struct PictureOrder: Sendable {
    /// The times of the key frames, in order.
    package var keyFrames: [Timestamp] = []
    /// The longest time from when a picture is decoded to when it is shown.
    package var reordering = Duration.zero
  }

  /// The longest time from when a picture is decoded to when it is shown, of pictures in the order in which they are decoded.
  ///
  /// They are decoded as often as they are shown, so long before that each is there in time.
  private static func reordering(_ shown: [Int64]) -> Duration {
    let waits = zip(shown, shown.sorted()).map { $0 - $1 }
    return .nanoseconds((waits.max() ?? 0) - (waits.min() ?? 0))
  }

  /// Reads all pictures of the video.
  ///
  /// - Parameters:
  ///   - location: The file's path, escaped for a pipeline description.
  ///   - isWanted: Returns a Boolean value indicating whether to go on reading.
  /// - Returns: `nil` where the file does not say of each picture when it is shown: AVI and bare H.264 give the order of decoding alone.
  package func pictureOrder(location: String, while isWanted: () -> Bool) -> PictureOrder? {
    guard let video else { return nil }
    let order = Self.read(video.queued, location, capacity: 64) { sink, bus -> PictureOrder? in
      var (order, segment, origin): (PictureOrder, Segment?, Int?) = (PictureOrder(), nil, nil)
      var shown: [Int64] = []
      // Packets with headers have no time; they come before the first picture.
      var (hasTimes, lacksTimes) = (false, false)
      reading: while isWanted() {
        switch sink.next(until: .now + .seconds(1)) {
        case .segment(let new):
          segment = new
          origin = origin ?? new.beginning
        case .buffer(let buffer, _):
          guard let pts = buffer.timestamp else {
            lacksTimes = lacksTimes || hasTimes
            continue
          }
          hasTimes = true
          shown.append(Int64(pts))
          guard buffer.isKeyFrame, let time = segment?.streamTime(pts) else { continue }
          order.keyFrames.append(Timestamp(nanoseconds: Int64(time - (origin ?? 0))))
        case .endOfStream: break reading
        case .closed: break reading
        case .timeout:
          if case .error = bus.next(timeout: .zero) { break reading }
        default: break
        }
      }
      order.keyFrames.sort()
      order.reordering = Self.reordering(shown)
      return hasTimes && !lacksTimes ? order : nil
    }
    return order ?? nil
  }

  /// Returns a Boolean value indicating whether a player finds less than two pictures in a file; `false` where that takes too long to say.
  ///
  /// - Parameters:
  ///   - location: The file's path, escaped for a pipeline description.
  ///   - demuxer: The element that takes it apart.
  package static func isWithoutPictures(location: String, demuxer: String) -> Bool {
    let isEmpty = read(filter(EncodedKind.video), location, capacity: 2, by: demuxer, evenIfFaulty: true) { sink, bus in
      let deadline = Moment.now + timeout
      var (pictures, hasFailed) = (0, false)
      while .now < deadline {
        switch sink.next(until: .now + .milliseconds(200)) {
        case .buffer:
          pictures += 1
          if pictures > 1 { return false }
        case .endOfStream: return true
        case .timeout:
          // What came before the fault has been taken.
          if hasFailed { return true }
          while let message = bus.next(timeout: .zero) { if case .error = message { hasFailed = true } }
        default: break
        }
      }
      return false
    }
    return isEmpty ?? false
  }

  /// The element that takes streams of some kinds.
  private static func filter(_ kinds: [EncodedKind]) -> String {
    "capsfilter caps=\"\(kinds.map(\.caps).joined(separator: ";"))\""
  }

  /// Reads the first stream that some elements take.
  ///
  /// - Parameters:
  ///   - demuxer: The element that takes the file apart.
  ///   - evenIfFaulty: A Boolean value indicating whether `body` is called although an element has failed while the file was opened.
  /// - Returns: What `body` returns; `nil` where the file cannot be read.
  private static func read<Result>(
    _ elements: String, _ location: String, capacity: Int, by demuxer: String = "parsebin", evenIfFaulty: Bool = false,
    _ body: (AppSink, Bus) -> Result
  ) -> Result? {
    let text = "filesrc location=\(location) ! \(demuxer) name=in in. ! \(elements) ! appsink name=stream"
    guard let pipeline = try? Pipeline(text), let element = pipeline.element(named: "stream"), let any = Caps("ANY"),
      let sink = AppSink(element, capacity: capacity, caps: any, takesLeadIn: true)
    else { return nil }
    defer {
      sink.close()
      pipeline.setState(.null, within: timeout)
      sink.detach()
    }
    guard let change = pipeline.setState(.playing, within: timeout), change != .failure || evenIfFaulty else {
      return nil
    }
    return body(sink, pipeline.bus)
  }
}
