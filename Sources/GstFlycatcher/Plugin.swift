// What the plugin says of itself, and the elements that it registers.
package import CGStreamer

/// The plugin as GStreamer knows it.
package enum Plugin {
  static let version: StaticString = "0.1.0"

  /// Lives as long as the process, as GStreamer expects.
  ///
  /// Sendable although unchecked: written before anyone else sees it, never changed.
  @safe package struct Description: @unchecked Sendable {
    package let pointer: UnsafeMutablePointer<GstPluginDesc>
  }

  package static let description: Description = {
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

  /// Registers the elements with a program that holds the plugin, which loads no file.
  package static func register() {
    let description = unsafe description.pointer.pointee
    unsafe gst_plugin_register_static(
      description.major_version, description.minor_version, description.name, description.description,
      description.plugin_init, description.version, description.license, description.source, description.package,
      description.origin)
  }

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
