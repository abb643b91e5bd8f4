// An element whose properties are the fields of one settings value, behind a lock that is held for the copy alone.
import CGStreamer
import Flycatcher
import GStreamerSupport

/// The settings of an element, which know when they have changed.
@safe class ConfiguredElement<Settings: Sendable>: TransformElement, @unchecked Sendable {
  private struct State {
    var settings: Settings
    var revision = 0
  }

  private let properties: [Property<Settings>]
  private let state: Monitor<State>
  private var taken = -1
  /// The settings that the element works with. The streaming thread's own.
  private(set) var accepted: Settings

  init(
    _ base: UnsafeMutablePointer<GstBaseTransform>, _ description: ElementDescription, _ settings: Settings,
    _ properties: [Property<Settings>]
  ) {
    self.properties = properties
    state = Monitor(State(settings: settings))
    accepted = settings
    unsafe super.init(base, description)
  }

  override func property(_ index: Int) -> PropertyValue {
    guard properties.indices.contains(index) else { return extraProperty(index - properties.count) }
    return properties[index].get(state.read { $0.settings })
  }

  override func setProperty(_ index: Int, _ value: PropertyValue) {
    guard properties.indices.contains(index) else { return }
    state.read {
      properties[index].set(&$0.settings, value)
      $0.revision &+= 1
    }
  }

  /// A property that is no setting: the first after them is number 0.
  func extraProperty(_ index: Int) -> PropertyValue { .boolean(false) }

  var settings: Settings { state.read { $0.settings } }

  /// Takes the settings with which the element starts, whatever they are.
  func takeSettings() -> Settings {
    (accepted, taken) = state.read { ($0.settings, $0.revision) }
    return accepted
  }

  /// Makes the next `takeChanges` apply the settings in any case.
  func forgetTakenSettings() { taken = -1 }

  /// Applies the settings where they have changed since the last call. A property that is refused goes back to its last good value, with a
  /// warning; the others change. For the streaming thread.
  ///
  /// - Returns: `true` if there was something to apply.
  func takeChanges(_ apply: (Settings) throws(FlycatcherError) -> Void) -> Bool {
    let (wanted, revision) = state.read { ($0.settings, $0.revision) }
    guard revision != taken else { return false }
    taken = revision
    do throws(FlycatcherError) {
      try apply(wanted)
      accepted = wanted
    } catch {
      for (index, refusal) in changeOneByOne(wanted, apply) {
        warn(refusal.description, "The change of a property is refused. \(words(refusal))")
        putBack(properties[index], wanted)
      }
    }
    return true
  }

  /// Applies the changes each by itself, again and again while more are accepted: one may be allowed only after another.
  ///
  /// - Returns: The properties that are refused.
  private func changeOneByOne(
    _ wanted: Settings, _ apply: (Settings) throws(FlycatcherError) -> Void
  ) -> [(index: Int, refusal: FlycatcherError)] {
    var rest = properties.indices.filter { properties[$0].get(wanted) != properties[$0].get(accepted) }
    while true {
      var refused: [(index: Int, refusal: FlycatcherError)] = []
      for index in rest {
        var settings = accepted
        properties[index].set(&settings, properties[index].get(wanted))
        do throws(FlycatcherError) {
          try apply(settings)
          accepted = settings
        } catch {
          refused.append((index, error))
        }
      }
      if refused.isEmpty || refused.count == rest.count { return refused }
      rest = refused.map(\.index)
    }
  }

  /// Gives a property its last good value, unless it has been set anew meanwhile.
  private func putBack(_ property: Property<Settings>, _ wanted: Settings) {
    let isPutBack = state.read { state in
      guard property.get(state.settings) == property.get(wanted) else { return false }
      property.set(&state.settings, property.get(accepted))
      return true
    }
    if isPutBack { unsafe g_object_notify(fc_g_object(base), text(property.specification.name)) }
  }
}
