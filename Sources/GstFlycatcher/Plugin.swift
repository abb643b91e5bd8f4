// The plugin's two entry points, which GStreamer looks for by name when it loads the file.
public import CGStreamer

/// Returns the description of the plugin: its name and the function by which it begins.
@c(gst_plugin_flycatcher_get_desc)
public func pluginDescription() -> UnsafePointer<GstPluginDesc>? {
  unsafe UnsafePointer(Plugin.description.pointer)
}

/// For programs that link the plugin statically.
@c(gst_plugin_flycatcher_register)
public func registerPlugin() {
  let description = unsafe Plugin.description.pointer.pointee
  unsafe gst_plugin_register_static(
    description.major_version, description.minor_version, description.name, description.description,
    description.plugin_init, description.version, description.license, description.source, description.package,
    description.origin)
}

enum Plugin {
  static let version: StaticString = "0.1.0"

  /// Lives as long as the process, as GStreamer expects.
  ///
  /// Sendable although unchecked: written before anyone else sees it, never changed.
  @safe struct Description: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<GstPluginDesc>
  }

  static let description: Description = {
    let pointer = UnsafeMutablePointer<GstPluginDesc>.allocate(capacity: 1)
    var description = unsafe GstPluginDesc()
    unsafe description.major_version = GST_VERSION_MAJOR
    unsafe description.minor_version = GST_VERSION_MINOR
    unsafe description.name = text("flycatcher")
    unsafe description.description = text("Detects and tracks trajectories, objects and rectangles in video")
    unsafe description.plugin_init = { plugin in unsafe Plugin.start(plugin) ? 1 : 0 }
    unsafe description.version = text(version)
    unsafe description.license = text("LGPL")
    unsafe description.source = text("flycatcher")
    unsafe description.package = text("Flycatcher")
    unsafe description.origin = text("Unknown package origin")
    unsafe pointer.initialize(to: description)
    return unsafe Description(pointer: pointer)
  }()

  private static func start(_ plugin: OpaquePointer?) -> Bool {
    guard ObservationMeta.shared != nil else { return false }
    return elements.allSatisfy { unsafe $0.register(in: plugin) }
  }

  private static var elements: [ElementDescription] {
    [
      TrajectoryDetect.description, ObjectTrack.description, RectangleTrack.description, TrackOverlay.description,
      TrackPublish.description,
    ]
  }
}

/// The C string of a literal, which lives as long as the process.
func text(_ literal: StaticString) -> UnsafePointer<CChar>? {
  guard literal.hasPointerRepresentation else { return nil }
  return unsafe UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
}
