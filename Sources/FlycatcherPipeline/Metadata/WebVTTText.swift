// Observations as WebVTT: cues whose text is JSON, for the `metadata` tracks of browsers.
package import Flycatcher

package enum WebVTTText {
  /// The beginning of a file.
  package static let header = Array("WEBVTT\n\n".utf8)

  /// Returns the cue of a frame, with a line of JSON for each observation.
  ///
  /// - Parameters:
  ///   - start: The time of the frame in the file, nanoseconds.
  ///   - duration: The time for which it is shown, nanoseconds.
  package static func cue(_ observations: [Observation], frame: Int, start: Int64, duration: Int64) -> [UInt8] {
    var json = JSONText()
    for observation in observations { json.observation(observation, frame: frame) }
    var cue = Array("\(time(start)) --> \(time(start + max(duration, 1_000_000)))\n".utf8)
    for byte in json.bytes {
      // An arrow would end the cue.
      if byte == UInt8(ascii: ">") { cue += Array("\\u003e".utf8) } else { cue.append(byte) }
    }
    cue.append(UInt8(ascii: "\n"))
    return cue
  }

  private static func time(_ nanoseconds: Int64) -> String {
    let milliseconds = Int(max(nanoseconds, 0) / 1_000_000)
    let (seconds, minutes, hours) = (milliseconds / 1000, milliseconds / 60_000, milliseconds / 3_600_000)
    let two = { (number: Int) in WallTime.padded(number, 2) }
    return "\(two(hours)):\(two(minutes % 60)):\(two(seconds % 60)).\(WallTime.padded(milliseconds % 1000, 3))"
  }
}
