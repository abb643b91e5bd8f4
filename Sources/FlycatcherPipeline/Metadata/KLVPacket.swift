// Targets as KLV: a packet of the UAS Datalink Local Set (MISB ST 0601) that holds the VMTI Local Set (MISB ST 0903).
import Flycatcher

/// Builds one packet a frame.
///
/// Of ST 0601: 2 precision time stamp, 65 version, 74 VMTI local set, 1 checksum. Of ST 0903: 2 time of the frame, 3 name of the system and the clock
/// of that time, 4 version, 5 and 6 number of targets, 8 and 9 size of the frame, 101 the targets, each with its number and 1 centroid, 2 and 3 corners, 5 confidence, 19 and 20 row and column of
/// the centroid, 104 with 1 track identifier (the uuid). Rows, columns and pixel numbers count from 1, pixel numbers along the rows.
enum KLVPacket {
  /// The universal label of the UAS Datalink Local Set.
  private static let key: [UInt8] = [
    0x06, 0x0E, 0x2B, 0x34, 0x02, 0x0B, 0x01, 0x01, 0x0E, 0x01, 0x03, 0x01, 0x01, 0x00, 0x00, 0x00,
  ]
  /// The revisions of the standards: ST 0601.19, ST 0903.6.
  private static let (datalinkVersion, targetVersion): (UInt8, UInt8) = (19, 6)

  static func bytes(_ targets: [Target], width: Int, height: Int, time: WallTime) -> [UInt8] {
    let stamp = bigEndian(UInt64(clamping: time.microseconds), count: 8)
    let raster = Raster(width: max(width, 1), height: max(height, 1))
    var set = item(2, stamp)
    set += item(65, [datalinkVersion])
    set += item(74, targetSet(targets, raster, stamp, time.clock))
    // The checksum covers everything up to its own length.
    set += [1, 2]
    var packet = key + length(set.count + 2) + set
    let sum = packet.indices.reduce(into: UInt16(0)) { sum, index in
      sum &+= UInt16(packet[index]) << (index.isMultiple(of: 2) ? 8 : 0)
    }
    packet += bigEndian(UInt64(sum), count: 2)
    return packet
  }

  private static func targetSet(_ targets: [Target], _ raster: Raster, _ stamp: [UInt8], _ clock: StreamClock)
    -> [UInt8]
  {
    var set = item(2, stamp)
    set += item(3, Array("Flycatcher, clock: \(clock.rawValue)".utf8))
    set += item(4, [targetVersion])
    for tag in [5, 6] as [UInt8] { set += item(tag, shortest(targets.count)) }
    set += item(8, shortest(raster.width)) + item(9, shortest(raster.height))
    guard !targets.isEmpty else { return set }
    var series: [UInt8] = []
    for target in targets {
      let pack = pack(target, raster)
      series += length(pack.count) + pack
    }
    return set + item(101, series)
  }

  private static func pack(_ target: Target, _ raster: Raster) -> [UInt8] {
    let box = target.box
    let (row, column) = raster.place(target.center.x, target.center.y)
    let first = raster.place(box.x, box.y)
    let last = raster.place(box.x + box.width, box.y + box.height, isEnd: true)
    var pack = objectIdentifier(target.number)
    pack += item(1, shortest(raster.number(row, column)))
    pack += item(2, shortest(raster.number(first.row, first.column)))
    pack += item(3, shortest(raster.number(last.row, last.column)))
    pack += item(5, [UInt8((min(max(target.confidence, 0), 1) * 100).rounded())])
    pack += item(19, shortest(row)) + item(20, shortest(column))
    let identity = bigEndian(target.uuid.high, count: 8) + bigEndian(target.uuid.low, count: 8)
    return pack + item(104, item(1, identity))
  }

  /// Pixels of a frame, counted from 1.
  private struct Raster {
    let width: Int
    let height: Int

    /// Returns the pixel in which a place lies; the end of a box lies in the pixel before it.
    func place(_ x: Double, _ y: Double, isEnd: Bool = false) -> (row: Int, column: Int) {
      let index = { (place: Double, count: Int) in
        let exact = place * Double(count)
        return min(max(Int(isEnd ? exact.rounded(.up) : exact.rounded(.down) + 1), 1), count)
      }
      return (index(y, height), index(x, width))
    }

    func number(_ row: Int, _ column: Int) -> Int { column + (row - 1) * width }
  }

  // MARK: The encoding of SMPTE ST 336

  private static func item(_ tag: UInt8, _ value: [UInt8]) -> [UInt8] { [tag] + length(value.count) + value }

  private static func length(_ count: Int) -> [UInt8] {
    guard count > 127 else { return [UInt8(count)] }
    let bytes = shortest(count)
    return [0x80 | UInt8(bytes.count)] + bytes
  }

  /// The fewest bytes that hold a number.
  private static func shortest(_ number: Int) -> [UInt8] {
    let value = UInt64(clamping: number)
    return bigEndian(value, count: max((71 - value.leadingZeroBitCount) / 8, 1))
  }

  private static func bigEndian(_ value: UInt64, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))) }
  }

  /// Seven bits a byte, each but the last with the highest bit.
  private static func objectIdentifier(_ number: Int) -> [UInt8] {
    var (bytes, rest) = ([UInt8(number & 127)], number >> 7)
    while rest > 0 {
      bytes.insert(0x80 | UInt8(rest & 127), at: 0)
      rest >>= 7
    }
    return bytes
  }
}
