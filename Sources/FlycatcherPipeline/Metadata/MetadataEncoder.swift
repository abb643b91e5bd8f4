// Frames as the bytes of a metadata format.
package import Flycatcher

/// Encodes one stream's frames one after the other: what an object is called stays the same from frame to frame.
package struct MetadataEncoder {
  private let format: MetadataFormat
  private var targets = Targets()

  package init(_ format: MetadataFormat) { self.format = format }

  /// Returns the packet or document of a frame in a format that has one for every frame.
  ///
  /// - Parameters:
  ///   - observations: Those about the frame; may be none.
  ///   - width: The width of the picture in pixels.
  ///   - height: The height of the picture in pixels.
  ///   - time: The time of day of the frame.
  package mutating func bytes(_ observations: [Observation], width: Int, height: Int, time: WallTime) -> [UInt8] {
    let aspect = width > 0 && height > 0 ? Double(width) / Double(height) : 1
    let (present, gone) = targets.take(observations, aspect: aspect)
    switch format {
    case .klv: return KLVPacket.bytes(present, width: width, height: height, time: time)
    case .onvif: return Array(ONVIFText.text(present, gone: gone, time: time).utf8)
    case .json, .webvtt: return []
    }
  }
}
