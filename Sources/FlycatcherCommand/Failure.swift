// Why the command ends early: one message, and the code that scripts see.
import ArgumentParser
import Flycatcher
import FlycatcherPipeline

/// The end of the command before its work is done.
enum Failure: Error, CustomStringConvertible {
  /// Something failed while running.
  case running(String)
  /// The command was called wrongly.
  case usage(String)
  /// Ctrl-C, or a request to end; the files are finished.
  case interrupted

  /// The exit code of the process.
  var code: Int32 {
    switch self {
    case .running: 1
    case .usage: 2
    case .interrupted: 130
    }
  }

  var description: String {
    switch self {
    case .running(let message), .usage(let message): message
    case .interrupted: "Interrupted; the files are finished up to here."
    }
  }

  /// A setting out of range, named as the option that sets it.
  ///
  /// - Parameter named: options that have another name than their setting.
  static func setting(_ error: FlycatcherError, named: [String: String] = [:]) -> Failure {
    guard error.code == .settingOutOfRange, let name = error.description.split(separator: " ").first else {
      return .usage(error.description)
    }
    return .usage((named[String(name)] ?? "--" + kebabCase(name)) + error.description.dropFirst(name.count))
  }

  /// `trajectoryLength` as `trajectory-length`.
  private static func kebabCase(_ name: Substring) -> String {
    var text = ""
    for character in name {
      if character.isUppercase { text += "-" }
      text += character.lowercased()
    }
    return text
  }
}
