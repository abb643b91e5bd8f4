// The source of a stream that is served: a camera, a file, or a pipeline.
import FlycatcherPipeline
import FlycatcherServe
import GStreamerSupport

/// A source, as the first half of a pipeline.
struct ServedSource {
  /// A gst-launch description that ends in `appsink name=frames`.
  let pipeline: String
  /// Its name for messages.
  let name: String
  /// A Boolean value indicating whether it comes to an end by itself.
  let hasEnd: Bool
  /// A Boolean value indicating whether what seems to have an end may be a camera: HTTP carries both.
  private(set) var mayBeLive = false
  /// The names of the app sinks that give the video as it is coded, and the sound; `nil` is none.
  private(set) var codedName: String?
  private(set) var soundName: String?

  /// - Parameters:
  ///   - argument: The source, as the user writes it.
  ///   - needsCoded: Whether the video is wanted as it is coded, too.
  ///   - needsSound: Whether the sound is wanted, too.
  init(_ argument: String, needsCoded: Bool = false, needsSound: Bool = false) throws(Failure) {
    let argument = Input.local(argument)
    guard argument != "-", !argument.isEmpty else {
      throw .usage(
        "A service reads a file, a URI, a device or a pipeline, not standard input: it could not begin it anew.")
    }
    if argument.contains("!") {
      (pipeline, name, hasEnd) = (try LaunchTemplate(argument).filled([:]), "pipeline", false)
      (codedName, soundName) = (needsCoded ? "coded" : nil, needsSound ? "sound" : nil)
      try checkNames()
    } else if argument.hasPrefix("/dev/video") {
      try Self.refuse(needsCoded, needsSound, argument)
      pipeline = "v4l2src device=\(try LaunchText.value(argument)) ! decodebin" + Self.frames
      (name, hasEnd) = (argument, false)
    } else if ["rtsp", "rtsps", "rtspt", "rtspu"].contains(where: { argument.hasPrefix($0 + "://") }) {
      let source =
        "rtspsrc name=\(Self.sourceName) location=\(try LaunchText.value(argument)) add-reference-timestamp-meta=true"
      let media = { (kind: String) in "application/x-rtp,media=\(kind)" }
      (codedName, soundName) = (needsCoded ? Self.codedSink : nil, needsSound ? Self.soundSink : nil)
      pipeline = Self.text(source, media("video"), needsSound ? media("audio") : nil, needsCoded: needsCoded)
      (name, hasEnd) = (redacted(argument), false)
    } else if needsCoded || needsSound, !Input.isURI(argument) {
      // Sees to it that it is a file that can be read.
      _ = try Input(argument, turn: .auto, needsColor: true, isCopied: false)
      let location = try LaunchText.path(argument)
      let streams = EncodedStreams(location: location)
      guard let video = streams.video else {
        throw .unusableInput("\(argument) has no video that can be recorded as it is.")
      }
      (codedName, soundName) = (
        needsCoded ? Self.codedSink : nil, needsSound && streams.sound != nil ? Self.soundSink : nil
      )
      pipeline = Self.text(
        "filesrc location=\(location) ! parsebin name=\(Self.sourceName)", video.caps,
        soundName == nil ? nil : streams.sound?.caps,
        needsCoded: needsCoded)
      (name, hasEnd) = (argument, true)
    } else {
      try Self.refuse(needsCoded, needsSound, redacted(argument))
      let input: Input
      do throws(Failure) {
        input = try Input(argument, turn: .auto, needsColor: true, isCopied: false)
      } catch {
        // The argument may hold a password.
        throw error.redacted
      }
      pipeline = input.pipeline
      name = redacted(argument)
      mayBeLive = argument.hasPrefix("http://") || argument.hasPrefix("https://")
      hasEnd = !["srt", "udp", "rtmp", "rist"].contains { argument.hasPrefix($0 + "://") }
    }
  }

  private static let sourceName = "flycatcher-source"
  private static let codedSink = "flycatcher-coded"
  private static let soundSink = "flycatcher-sound"

  /// What is coded is recorded when it comes, and must not be far ahead of what is analyzed.
  private static let shortQueue = "queue max-size-buffers=8 max-size-time=0 max-size-bytes=0"

  /// From decoded video to the trackers.
  private static var frames: String {
    " ! videoconvert ! video/x-raw,format={ \(acceptedFormats.joined(separator: ", ")) } ! appsink name=frames"
  }

  /// Returns the pipeline of a source that gives its streams apart: the video to the trackers, and as it is coded, and the sound.
  private static func text(_ source: String, _ video: String, _ sound: String?, needsCoded: Bool) -> String {
    var text = "\(source) \(sourceName). ! \(video) ! "
    if needsCoded {
      text += "parsebin ! tee name=flycatcher-tee ! \(Self.shortQueue) ! decodebin\(frames) "
      text += "flycatcher-tee. ! queue ! appsink name=\(codedSink)"
    } else {
      text += "decodebin" + frames
    }
    if let sound { text += " \(sourceName). ! \(sound) ! queue ! parsebin ! appsink name=\(soundSink)" }
    return text
  }

  private static func refuse(_ needsCoded: Bool, _ needsSound: Bool, _ name: String) throws(Failure) {
    guard needsCoded || needsSound else { return }
    throw .usage(
      "\(name) gives its pictures alone: --record-clean and --audio take a file, an rtsp:// camera, or a pipeline of your own "
        + "with \"appsink name=coded\" and \"appsink name=sound\".")
  }

  private func checkNames() throws(Failure) {
    for name in [codedName, soundName].compactMap({ $0 }) where !pipeline.contains("name=\(name)") {
      throw .usage(
        "The pipeline has no \"appsink name=\(name)\", which --record-clean (coded) or --audio (sound) asks for.")
    }
  }
}
