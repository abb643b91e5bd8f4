// The arguments of the process, with names of files that a text cannot hold replaced by names that it can.
import Glibc

/// The arguments as the parser takes them.
///
/// A file's name may be any bytes; a `String` holds UTF-8 alone, and a pipeline description no line break. A file with
/// such a name is opened, and goes by the name of its descriptor, `/proc/self/fd/7`; messages and results show the name
/// as well as a text can.
struct Arguments {
  /// The arguments that the parser takes.
  let texts: [String]
  /// Names as messages show them, by those that stand for them.
  let shown: [String: String]
  /// Names as the system knows them, by those that stand for them.
  let bytes: [String: [UInt8]]

  /// Those of this process.
  static let ofProcess: Result<Arguments, Failure> = {
    do throws(Failure) {
      return .success(try Arguments(CommandLine.argumentBytes.dropFirst().map { $0 }))
    } catch {
      return .failure(error)
    }
  }()

  /// - Throws: `Failure` for an argument that is no text, nor the name of a file that can be read.
  init(_ arguments: [[UInt8]]) throws(Failure) {
    var (texts, shown, names) = ([String](), [String: String](), [String: [UInt8]]())
    for bytes in arguments {
      let text = String(decoding: bytes, as: UTF8.self)
      let isText = Array(text.utf8) == bytes
      guard !isText || text.unicodeScalars.contains(where: Self.breaksLine) else {
        texts.append(text)
        continue
      }
      if let name = Self.name(ofFile: bytes) {
        texts.append(name)
        shown[name] = text
        names[name] = bytes
      } else if isText {
        texts.append(text)
      } else {
        throw .usage("\(text) is not UTF-8; only the name of a file that can be read may be that.")
      }
    }
    (self.texts, self.shown, self.bytes) = (texts, shown, names)
  }

  private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool { (0x0A...0x0D).contains(scalar.value) }

  /// Opens a file for as long as the process lives; `nil` where it is none, or cannot be read.
  private static func name(ofFile bytes: [UInt8]) -> String? {
    let path = (bytes + [0]).map { CChar(bitPattern: $0) }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let name = "/proc/self/fd/\(descriptor)"
    guard let status = try? Files.status(name), status.isRegular else {
      close(descriptor)
      return nil
    }
    return name
  }

  /// Returns the bytes of an argument, as the caller gave them.
  static func bytes(of text: String) -> [UInt8] { (try? ofProcess.get().bytes[text]) ?? Array(text.utf8) }

  /// Returns a text with the names in it as the user knows them.
  static func shown(_ text: String) -> String {
    guard let names = try? ofProcess.get().shown, !names.isEmpty else { return text }
    return names.reduce(text) { text, name in text.replacing(name.key, with: name.value) }
  }
}

extension CommandLine {
  /// The arguments as the system gives them.
  fileprivate static var argumentBytes: [[UInt8]] {
    (0..<Int(argc)).compactMap { index in
      guard let argument = unsafe unsafeArgv[index] else { return nil }
      return unsafe (0..<strlen(argument)).map { unsafe UInt8(bitPattern: argument[$0]) }
    }
  }
}
