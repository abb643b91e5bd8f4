// The plugin's two entry points, which GStreamer looks for by name when it loads the file: all that is seen of it from outside.
public import CGStreamer
import GstFlycatcher

/// Returns the description of the plugin: its name and the function by which it begins.
@c(gst_plugin_flycatcher_get_desc)
public func pluginDescription() -> UnsafePointer<GstPluginDesc>? {
  unsafe UnsafePointer(Plugin.description.pointer)
}

/// For programs that link the plugin statically.
@c(gst_plugin_flycatcher_register)
public func registerPlugin() { Plugin.register() }
