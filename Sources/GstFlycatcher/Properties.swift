// Properties as a table: what each is called, means and may be, and where in the settings its value lies.
import CGStreamer
import Flycatcher
import GStreamerSupport

/// The value of a property, of any kind.
enum PropertyValue {
  case boolean(Bool)
  /// Also colors, times and the number of an enumeration's choice.
  case integer(Int)
  case number(Double)
  case text(String)
  case structure([(name: String, value: UInt64)])
}

extension PropertyValue: Equatable {
  static func == (left: PropertyValue, right: PropertyValue) -> Bool {
    switch (left, right) {
    case (.boolean(let one), .boolean(let other)): one == other
    case (.integer(let one), .integer(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.text(let one), .text(let other)): one == other
    case (.structure(let one), .structure(let other)): one.elementsEqual(other) { $0 == $1 }
    default: false
    }
  }
}

/// The states in which a property may be changed.
enum Mutability {
  /// At any time, also by controllers in time with the stream.
  case playing
  /// Before the stream begins.
  case ready
  /// Never: it is told by the element.
  case readOnly
}

/// The specification of a property for GObject.
struct PropertySpecification: Sendable {
  enum Kind: Sendable {
    case boolean(Bool)
    case unsigned(ClosedRange<UInt32>, UInt32)
    case signed(ClosedRange<Int32>, Int32)
    /// Nanoseconds.
    case time(ClosedRange<UInt>, UInt)
    case number(ClosedRange<Double>, Double)
    case text(String?)
    case choice(Enumeration, Int)
    case structure
  }

  let name: StaticString
  let nick: StaticString
  let blurb: StaticString
  let kind: Kind
  var mutability = Mutability.playing

  /// A floating parameter specification, to be given to a class.
  func make() -> UnsafeMutablePointer<GParamSpec>? {
    let (name, nick, blurb) = unsafe (text(self.name), text(self.nick), text(self.blurb))
    let flags: GParamFlags =
      switch mutability {
      case .playing: isControllable ? fc_flags_playing() : fc_flags_playing_uncontrolled()
      case .ready: fc_flags_ready()
      case .readOnly: fc_flags_readable()
      }
    return switch kind {
    case .boolean(let value): unsafe g_param_spec_boolean(name, nick, blurb, value ? 1 : 0, flags)
    case .unsigned(let range, let value):
      unsafe g_param_spec_uint(name, nick, blurb, range.lowerBound, range.upperBound, value, flags)
    case .signed(let range, let value):
      unsafe g_param_spec_int(name, nick, blurb, range.lowerBound, range.upperBound, value, flags)
    case .time(let range, let value):
      unsafe g_param_spec_uint64(name, nick, blurb, range.lowerBound, range.upperBound, value, flags)
    case .number(let range, let value):
      unsafe g_param_spec_double(name, nick, blurb, range.lowerBound, range.upperBound, value, flags)
    case .text(let value): unsafe g_param_spec_string(name, nick, blurb, value, flags)
    case .choice(let enumeration, let value):
      unsafe g_param_spec_enum(name, nick, blurb, enumeration.type, Int32(value), flags)
    case .structure: unsafe g_param_spec_boxed(name, nick, blurb, fc_type_structure(), flags)
    }
  }

  /// Control sources give numbers.
  private var isControllable: Bool {
    switch kind {
    case .text, .structure: false
    default: true
    }
  }

  func read(_ value: UnsafePointer<GValue>) -> PropertyValue {
    switch kind {
    case .boolean: .boolean(unsafe g_value_get_boolean(value) != 0)
    case .unsigned: .integer(unsafe Int(g_value_get_uint(value)))
    case .signed: .integer(unsafe Int(g_value_get_int(value)))
    case .time: .integer(unsafe Int(clamping: g_value_get_uint64(value)))
    case .number: .number(unsafe g_value_get_double(value))
    case .text: .text(unsafe g_value_get_string(value).map { unsafe String(cString: $0) } ?? "")
    case .choice: .integer(unsafe Int(g_value_get_enum(value)))
    case .structure: .structure([])
    }
  }

  func write(_ property: PropertyValue, to value: UnsafeMutablePointer<GValue>) {
    switch (kind, property) {
    case (.boolean, .boolean(let new)): unsafe g_value_set_boolean(value, new ? 1 : 0)
    case (.unsigned, .integer(let new)): unsafe g_value_set_uint(value, UInt32(clamping: new))
    case (.signed, .integer(let new)): unsafe g_value_set_int(value, Int32(clamping: new))
    case (.time, .integer(let new)): unsafe g_value_set_uint64(value, UInt(clamping: new))
    case (.number, .number(let new)): unsafe g_value_set_double(value, new)
    case (.text, .text(let new)): unsafe g_value_set_string(value, new)
    case (.choice, .integer(let new)): unsafe g_value_set_enum(value, Int32(clamping: new))
    case (.structure, .structure(let fields)):
      let structure = Structure("statistics")
      for field in fields { structure.fields.set(field.name, unsigned: field.value) }
      unsafe g_value_take_boxed(value, structure.release())
    default: break
    }
  }
}

/// One property of an element whose settings are a value.
struct Property<Settings: Sendable>: Sendable {
  let specification: PropertySpecification
  let get: @Sendable (Settings) -> PropertyValue
  let set: @Sendable (inout Settings, PropertyValue) -> Void
}

extension Property {
  typealias Path<Value> = any WritableKeyPath<Settings, Value> & Sendable

  static func boolean(
    _ name: StaticString, _ nick: StaticString, _ blurb: StaticString, _ path: Path<Bool>, of defaults: Settings
  ) -> Property {
    Property(
      specification: PropertySpecification(
        name: name, nick: nick, blurb: blurb, kind: .boolean(defaults[keyPath: path])),
      get: { .boolean($0[keyPath: path]) },
      set: { if case .boolean(let value) = $1 { $0[keyPath: path] = value } })
  }

  static func integer(
    _ name: StaticString, _ nick: StaticString, _ blurb: StaticString, _ path: Path<Int>, _ range: ClosedRange<UInt32>,
    of defaults: Settings, mutability: Mutability = .playing
  ) -> Property {
    Property(
      specification: PropertySpecification(
        name: name, nick: nick, blurb: blurb, kind: .unsigned(range, UInt32(clamping: defaults[keyPath: path])),
        mutability: mutability),
      get: { .integer($0[keyPath: path]) },
      set: { if case .integer(let value) = $1 { $0[keyPath: path] = value } })
  }

  static func number(
    _ name: StaticString, _ nick: StaticString, _ blurb: StaticString, _ path: Path<Double>,
    _ range: ClosedRange<Double>, of defaults: Settings
  ) -> Property {
    Property(
      specification: PropertySpecification(
        name: name, nick: nick, blurb: blurb, kind: .number(range, defaults[keyPath: path])),
      get: { .number($0[keyPath: path]) },
      set: { if case .number(let value) = $1 { $0[keyPath: path] = value } })
  }

  /// - Parameter longest: seconds.
  static func time(
    _ name: StaticString, _ nick: StaticString, _ blurb: StaticString, _ path: Path<Duration>,
    _ range: ClosedRange<Duration> = .zero ... .seconds(3600), of defaults: Settings, mutability: Mutability = .playing
  ) -> Property {
    let limits = UInt(clamping: nanoseconds(range.lowerBound))...UInt(clamping: nanoseconds(range.upperBound))
    return Property(
      specification: PropertySpecification(
        name: name, nick: nick, blurb: blurb,
        kind: .time(limits, UInt(clamping: nanoseconds(defaults[keyPath: path]))), mutability: mutability),
      get: { .integer(nanoseconds($0[keyPath: path])) },
      set: { if case .integer(let value) = $1 { $0[keyPath: path] = .nanoseconds(value) } })
  }

  static func text(
    _ name: StaticString, _ nick: StaticString, _ blurb: StaticString, _ path: Path<String>, of defaults: Settings,
    mutability: Mutability = .playing
  ) -> Property {
    let value = defaults[keyPath: path]
    return Property(
      specification: PropertySpecification(
        name: name, nick: nick, blurb: blurb, kind: .text(value.isEmpty ? nil : value), mutability: mutability),
      get: { .text($0[keyPath: path]) },
      set: { if case .text(let value) = $1 { $0[keyPath: path] = value } })
  }

  static func choice(
    _ name: StaticString, _ nick: StaticString, _ blurb: StaticString, _ path: Path<Int>, _ enumeration: Enumeration,
    of defaults: Settings, mutability: Mutability = .playing
  ) -> Property {
    Property(
      specification: PropertySpecification(
        name: name, nick: nick, blurb: blurb, kind: .choice(enumeration, defaults[keyPath: path]),
        mutability: mutability),
      get: { .integer($0[keyPath: path]) },
      set: { if case .integer(let value) = $1 { $0[keyPath: path] = value } })
  }

  private static func nanoseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(max(min(seconds, 9_000_000_000), 0)) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}

/// An enumeration as GObject knows it.
struct Enumeration: Sendable {
  let type: GType

  /// Registers the type; once for each name.
  init(_ name: StaticString, _ choices: [(name: StaticString, nick: StaticString)]) {
    let values = UnsafeMutablePointer<GEnumValue>.allocate(capacity: choices.count + 1)
    for (index, choice) in choices.enumerated() {
      unsafe values.advanced(by: index).initialize(
        to: GEnumValue(value: Int32(clamping: index), value_name: text(choice.name), value_nick: text(choice.nick)))
    }
    unsafe values.advanced(by: choices.count).initialize(to: GEnumValue(value: 0, value_name: nil, value_nick: nil))
    type = unsafe g_enum_register_static(text(name), values)
  }
}

/// A text without the spaces around it.
func trimmed(_ text: Substring) -> Substring {
  var rest = text.drop { $0 == " " }
  while rest.last == " " { rest.removeLast() }
  return rest
}

/// Numbers in a text: `x,y,width,height`.
func numbers(_ text: Substring) -> [Double]? {
  let parts = text.split(separator: ",", omittingEmptySubsequences: false)
  let values = parts.map { Double(trimmed($0)) }
  let known = values.compactMap { $0 }
  return known.count == values.count ? known : nil
}

extension Rectangle {
  /// - Throws: `FlycatcherError` if the text is not four numbers.
  init(property name: String, _ text: String) throws(FlycatcherError) {
    guard let values = numbers(text[...]), values.count == 4 else {
      throw .outOfRange(name, "\"\(text)\"", allowed: "x,y,width,height, four numbers from 0 to 1")
    }
    self.init(x: values[0], y: values[1], width: values[2], height: values[3])
  }
}
