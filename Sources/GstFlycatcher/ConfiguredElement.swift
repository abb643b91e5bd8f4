// An element whose properties are the fields of one settings value, behind a lock that is held for the copy alone.
import CGStreamer
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

  init(
    _ base: UnsafeMutablePointer<GstBaseTransform>, _ description: ElementDescription, _ settings: Settings,
    _ properties: [Property<Settings>]
  ) {
    self.properties = properties
    state = Monitor(State(settings: settings))
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

  /// The settings where they have changed since the last call. For the streaming thread.
  func changedSettings() -> Settings? {
    let (settings, revision) = state.read { ($0.settings, $0.revision) }
    guard revision != taken else { return nil }
    taken = revision
    return settings
  }

  /// Makes the next `changedSettings()` give the settings in any case.
  func forgetTakenSettings() { taken = -1 }
}
