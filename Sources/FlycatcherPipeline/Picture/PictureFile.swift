// The file of a picture: its name is checked before anything runs, and it is written whole or not at all.
import CCairo
import Glibc

/// A failure to write a picture.
public struct PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Code: Hashable, Sendable {
    /// The name ends neither in .png nor in .svg.
    case unknownFormat
    /// The file cannot be written.
    case notWritable
    /// No frame has come yet.
    case noFrames
    /// The picture cannot be drawn, mostly for want of memory.
    case notDrawable
  }

  /// The kind of failure.
  public let code: Code
  /// One sentence for the user.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}

/// The file a picture is written to.
struct PictureFile: Sendable {
  enum Format: Sendable {
    case png
    case svg
  }

  let path: String
  let format: Format

  /// Checks the name of a file.
  ///
  /// - Throws: `PictureError` if the extension is another, or if the file cannot be written.
  init(_ path: String) throws(PictureError) {
    self.path = path
    let name = path.lowercased()
    if name.hasSuffix(".png") {
      format = .png
    } else if name.hasSuffix(".svg") {
      format = .svg
    } else {
      throw PictureError(.unknownFormat, "The picture's name is \(path); it must end in .png or .svg.")
    }
    try checkWritable()
  }

  /// The path of the new file before it replaces the old one.
  private var partial: String { path + ".partial" }

  /// Tries to open the files that will be written, and leaves nothing behind.
  private func checkWritable() throws(PictureError) {
    let present = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
    if present >= 0 {
      close(present)
    } else if errno != ENOENT {
      throw notWritable(errno)
    }
    let file = unsafe open(partial, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw notWritable(errno) }
    close(file)
    unsafe unlink(partial)
  }

  /// Writes the bytes beside the file and puts them in its place at once.
  func write(_ bytes: [UInt8]) throws(PictureError) {
    let file = unsafe open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw notWritable(errno) }
    var offset = 0
    var failure: Int32 = 0
    while offset < bytes.count, failure == 0 {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset...])
        return unsafe Glibc.write(file, rest.baseAddress, rest.count)
      }
      if count > 0 {
        offset += count
      } else if errno != EINTR {
        failure = errno
      }
    }
    if close(file) != 0, failure == 0 { failure = errno }
    if failure == 0, unsafe rename(partial, path) != 0 { failure = errno }
    guard failure == 0 else {
      unsafe unlink(partial)
      throw notWritable(failure)
    }
  }

  private func notWritable(_ code: Int32) -> PictureError {
    let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return PictureError(.notWritable, "The picture cannot be written to \(path): \(reason).")
  }
}

/// Bytes that cairo writes.
final class ByteSink {
  fileprivate(set) var bytes: [UInt8] = []

  /// Draws into an SVG document; `nil` where cairo could not.
  static func svg(width: Int, height: Int, _ draw: (CairoCanvas) -> Void) -> [UInt8]? {
    let sink = ByteSink()
    let closure = unsafe Unmanaged.passUnretained(sink).toOpaque()
    guard let surface = unsafe cairo_svg_surface_create_for_stream(receive, closure, Double(width), Double(height))
    else { return nil }
    unsafe cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
    guard let canvas = unsafe CairoCanvas(adopting: surface, width: width, height: height) else { return nil }
    draw(canvas)
    let isGood = canvas.finish()
    return withExtendedLifetime(sink) { isGood ? sink.bytes : nil }
  }

  /// Draws into a PNG; `nil` where cairo could not.
  static func png(width: Int, height: Int, _ draw: (CairoCanvas) -> Void) -> [UInt8]? {
    guard let canvas = CairoCanvas(width: width, height: height) else { return nil }
    draw(canvas)
    guard canvas.isGood else { return nil }
    let sink = ByteSink()
    let closure = unsafe Unmanaged.passUnretained(sink).toOpaque()
    let status = unsafe canvas.withSurface { surface in
      unsafe cairo_surface_write_to_png_stream(surface, receive, closure)
    }
    return withExtendedLifetime(sink) { status == CAIRO_STATUS_SUCCESS ? sink.bytes : nil }
  }
}

/// Takes bytes from cairo; `closure` is a `ByteSink`.
private func receive(
  _ closure: UnsafeMutableRawPointer?, _ data: UnsafePointer<UInt8>?, _ count: UInt32
) -> cairo_status_t {
  guard let closure = unsafe closure, let data = unsafe data else { return CAIRO_STATUS_WRITE_ERROR }
  let sink = unsafe Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue()
  unsafe sink.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
  return CAIRO_STATUS_SUCCESS
}
