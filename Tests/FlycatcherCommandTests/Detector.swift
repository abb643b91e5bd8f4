// A plugin of the tests' own, as other people's detectors are: the element `testboxes` of `Programs/boxes.c`.
import TestSupport

enum Detector {
  /// Builds the plugin into the folder.
  ///
  /// - Returns: the variables under which GStreamer finds it, as `env` takes them.
  static func environment(in folder: Folder) throws -> [String] {
    let source = package + "/Tests/FlycatcherCommandTests/Programs/boxes.c"
    try shell(
      "cc -Wall -Wextra -Werror -fPIC -shared -o '\(folder.path("libboxes.so"))' '\(source)' "
        + "$(pkg-config --cflags --libs gstreamer-video-1.0 gstreamer-base-1.0)")
    return ["GST_PLUGIN_PATH=\(folder.root)", "GST_REGISTRY=\(folder.path("registry"))"]
  }
}
