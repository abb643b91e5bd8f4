// The exit codes, each with its meaning: what scripts and schedulers see.

/// The status that the process ends with.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case failure = 1
  case usage = 2
  case unusableInput = 3
  case sourceLost = 4
  case interrupted = 130

  /// The meaning, in the words of the help text and the README.
  var meaning: String {
    switch self {
    case .success: "success"
    case .failure: "failure while running; another attempt may succeed"
    case .usage: "wrong usage"
    case .unusableInput: "the input can never be used: not a video, without video, unreadable"
    case .sourceLost: "serve: a source has not come back in the time given by --give-up"
    case .interrupted: "interrupted; the files are finished up to there"
    }
  }

  /// The table for help texts.
  static let table = allCases.map { status in
    let code = "\(status.rawValue)"
    return "  " + code + String(repeating: " ", count: 5 - code.count) + status.meaning
  }.joined(separator: "\n")
}
