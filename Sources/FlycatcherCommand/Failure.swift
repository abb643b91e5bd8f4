// An early end of the command: one message, and the status that scripts see.
import ArgumentParser
import Flycatcher
import FlycatcherPipeline
import FlycatcherServe

/// The end of the command before its work is done.
enum Failure: Error, CustomStringConvertible {
  /// Something failed while running; another attempt may succeed.
  case running(String)
  /// The command was called wrongly.
  case usage(String)
  /// The input cannot be used, and no other attempt will change that.
  case unusableInput(String)
  /// A source that is served has not come back.
  case sourceLost(String)
  /// Ctrl-C, or a request to end; the files are finished.
  case interrupted

  /// The exit status of the process.
  var status: ExitStatus {
    switch self {
    case .running: .failure
    case .usage: .usage
    case .unusableInput: .unusableInput
    case .sourceLost: .sourceLost
    case .interrupted: .interrupted
    }
  }

  var description: String {
    switch self {
    case .running(let message), .usage(let message), .unusableInput(let message), .sourceLost(let message): message
    case .interrupted: "Interrupted; the files are finished up to here."
    }
  }

  /// Returns the failure for a setting out of range or a refused nomination, named as the option that gives it.
  ///
  /// - Parameter named: options that have another name than their setting.
  static func setting(_ error: FlycatcherError, named: [String: String] = [:]) -> Failure {
    .usage(error.text { named[$0] ?? "--" + $0.kebabCase })
  }

  /// Returns the failure for a session that came to an early end.
  ///
  /// - Parameters:
  ///   - isFile: Whether the input is one file, which will be the same next time.
  ///   - isUsersPipeline: Whether the user has written the pipeline.
  static func session(_ error: PipelineError, isFile: Bool, isUsersPipeline: Bool) -> Failure {
    // Where memory is short, plug-ins do not load, and what is a video does not look like one.
    guard !Resources.isMemoryLimited else { return .running(error.description + " " + Resources.memoryAdvice) }
    return switch error.code {
    case .notVideo, .noVideoStream: .unusableInput(error.description)
    case .damagedStream where isFile, .fileNotReadable where isFile: .unusableInput(error.description)
    case .notNegotiated where isUsersPipeline, .wrongProperty where isUsersPipeline: .usage(error.description)
    default: .running(error.description)
    }
  }

  /// Returns the failure for a service that cannot begin, or has come to an early end.
  static func service(_ error: ServeError) -> Failure {
    switch error.code {
    case .wrongSetting: .usage(error.description)
    case .failed, .encoderLost: .running(error.description)
    case .sourceLost: .sourceLost(error.description)
    }
  }

  /// The same failure without the passwords of addresses.
  var redacted: Failure {
    switch self {
    case .running(let message): .running(FlycatcherPipeline.redacted(message))
    case .usage(let message): .usage(FlycatcherPipeline.redacted(message))
    case .unusableInput(let message): .unusableInput(FlycatcherPipeline.redacted(message))
    case .sourceLost(let message): .sourceLost(FlycatcherPipeline.redacted(message))
    case .interrupted: .interrupted
    }
  }
}
