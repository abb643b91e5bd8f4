// The page that shows a film with its flights.
import ArgumentParser
import Flycatcher
import FlycatcherPipeline
import Glibc

struct ReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Write a page for a browser: the video with the flights drawn over it, a list with measures, plots, a picture. One \
      file, not on standard output; the video stays where it is.
      """, valueName: "file.html"))
  var report: String?

  /// The width of the picture on the page, which is to stay small.
  private static let pictureWidth = 1000

  /// Writes the page.
  func write(
    _ results: AnalysisRun.Results, input: String, isFile: Bool, unit: SpeedUnit, captureRate: Double?
  ) throws(Failure) {
    guard let report else { return }
    let isWeb = input.hasPrefix("https://") || input.hasPrefix("http://")
    let video = isFile ? Self.address(of: input, from: report) : isWeb && redacted(input) == input ? input : nil
    let name = Arguments.shown(String(input.split(separator: "/").last ?? ""))
    var page = ReportPage(
      name: input == "-" ? "" : name, video: video, stream: results.stream,
      duration: results.statistics.position.map { $0 - .zero } ?? .zero, flights: results.summary.flights)
    page.unit = unit
    if let captureRate, let rate = results.stream.framesPerSecond { page.stretch = rate / captureRate }
    page.picture = results.strobe?.jpeg(width: Self.pictureWidth)
    do throws(FileError) {
      try Files.write(page.bytes, to: report)
    } catch {
      throw .running("--report \(report) cannot be written: \(error.reason).")
    }
  }

  /// Returns the address of a file as a page sees it: relative to the page's folder, so that both can be moved together.
  static func address(of file: String, from page: String) -> String {
    guard let target = realPath(file), let folder = realPath(Files.folder(of: page)) else { return escaped(file) }
    let (to, from) = (target.split(separator: "/"), folder.split(separator: "/"))
    let common = zip(to, from).prefix { $0 == $1 }.count
    let up = [Substring](repeating: "..", count: from.count - common)
    let path = (up + to[common...]).joined(separator: "/")
    return escaped(path)
  }

  private static func realPath(_ path: String) -> String? {
    Files.canonical(Array(path.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns a path with what an address cannot hold as percent signs and digits.
  private static func escaped(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in path.utf8 {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-._~/".utf8.contains(byte)
      if isPlain { text.append(byte) } else { text += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Files {
  /// Writes a file, which is replaced.
  static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileError(errno) }
    defer { close(descriptor) }
    try write(bytes, to: descriptor)
  }
}
