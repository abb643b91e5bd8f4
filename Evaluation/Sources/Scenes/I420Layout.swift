// Where the planes of a frame lie in its bytes.

/// The layout of the planes of an I420 frame, as GStreamer's: rows of luma and of chroma are padded to four bytes.
public struct I420Layout: Sendable {
  public let width: Int
  public let height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  public var chromaWidth: Int { (width + 1) / 2 }
  public var chromaHeight: Int { (height + 1) / 2 }
  public var lumaStride: Int { (width + 3) / 4 * 4 }
  public var chromaStride: Int { (chromaWidth + 3) / 4 * 4 }
  /// The bytes of luma, of blue and of red differences.
  public var planes: (luma: Range<Int>, blue: Range<Int>, red: Range<Int>) {
    let luma = lumaStride * 2 * chromaHeight
    let chroma = chromaStride * chromaHeight
    return (0..<luma, luma..<luma + chroma, luma + chroma..<luma + 2 * chroma)
  }
  public var byteCount: Int { planes.red.upperBound }
}
