// The text of an error: made here alone, from its parts, with settings by the names they have where the user set them.

extension FlycatcherError: CustomStringConvertible {
  /// One sentence for the user, with settings by their names in Swift.
  public var description: String { text() }

  /// Returns one sentence for the user.
  ///
  /// - Parameter name: returns the name of a setting where the user met it, such as `--trajectory-length`; `nil` for
  ///   those that have no other.
  public func text(naming name: (String) -> String? = { _ in nil }) -> String {
    let subject = setting.map { name($0) ?? Self.phrases[$0] ?? $0 } ?? "The value"
    let value = value ?? "missing"
    switch code {
    case .settingOutOfRange, .nominationRefused:
      guard let allowed else { return "\(subject) is \(value), which cannot be." }
      return "\(subject) is \(value); it must be \(allowed.text(naming: name))."
    case .limitReached:
      let most = allowed?.bounds.map { Self.number($0.upperBound) } ?? "the limit"
      return "That would be \(value), more than \(subject), which is \(most); drop one, or raise the limit."
    case .timestampNotFound:
      return "A frame has no presentation time."
    case .timestampNotIncreasing:
      guard case .after(let last)? = allowed else {
        return "A frame's time does not come after that of the one before."
      }
      return "A frame's time, \(value) s, does not come after that of the frame before, \(last.seconds) s; "
        + "reset the tracker after a seek."
    }
  }

  /// The names, in a sentence, of values that are no settings.
  private static let phrases = ["boundingBox": "The box", "corners": "The rectangle"]

  /// Returns the text of a number, without the point and zero of a whole one.
  static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }
}

extension AllowedValues {
  /// Returns the words that complete the sentence "it must be …".
  fileprivate func text(naming name: (String) -> String?) -> String {
    func number(_ value: Double) -> String { FlycatcherError.number(value) }
    return switch self {
    case .range(let range, let unit):
      "from \(number(range.lowerBound)) to \(number(range.upperBound))\(unit.word)"
    case .atLeast(let least, let unit): "\(number(least)) or more\(unit.word)"
    case .atMost(let most, let unit): "at most \(number(most))\(unit.word)"
    case .atLeastSetting(let other, let value): "at least \(name(other) ?? other), which is \(number(value))"
    case .atMostSetting(let other, let value): "at most \(name(other) ?? other), which is \(number(value))"
    case .regionInPicture: "x,y,width,height with a positive area inside the picture, 0 to 1"
    case .after(let last): "after \(last.seconds) s"
    case .words(let words): words
    }
  }
}

extension AllowedValues.Unit {
  fileprivate var word: String { self == .none ? "" : " " + rawValue }
  /// The sign of the unit behind a value.
  var suffix: String {
    switch self {
    case .none: ""
    case .seconds: " s"
    case .degrees: "°"
    }
  }
}

extension String {
  /// `trajectoryLength` as `trajectory-length`, which is how options and properties are written.
  package var kebabCase: String {
    reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }
}
