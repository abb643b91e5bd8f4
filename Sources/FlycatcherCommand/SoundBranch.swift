// The way of a film's sound into another file.
import FlycatcherPipeline
import GStreamerSupport

enum SoundBranch {
  /// The pad of a muxer for sound. Of what does not say what it hands on, as a queue, a muxer would take the first pad that there is for video.
  static let pad = "audio_%u"

  /// Encoders for what MP4 does not take as it is, the best first.
  private static let encoders = ["avenc_aac", "voaacenc", "fdkaacenc", "opusenc"]

  /// Returns the elements between encoded sound and a muxer: it stays as it is where the container takes it.
  ///
  /// - Parameter isParsed: A Boolean value indicating whether the sound has been through a parser.
  static func elements(_ sound: EncodedKind, for container: Container, isParsed: Bool = false) -> [String] {
    let parser = [isParsed ? sound.laterParser : sound.parser].filter { !$0.isEmpty }
    guard container == .mp4, !sound.fitsMP4, let encoder = encoders.first(where: { GStreamer.hasElement($0) }) else {
      return parser.isEmpty ? ["queue"] : parser
    }
    return parser + ["decodebin", "audioconvert", "audioresample", encoder]
  }
}
