// swift-tools-version: 6.2
import PackageDescription

// Everything is built here once more, with the sanitizer and the fuzzer's counters in it: the folder Project is the project's Sources.
let checked: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
]

func project(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Project/\(name)", exclude: exclude, swiftSettings: checked)
}

let package = Package(
  name: "Fuzzing",
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
  ],
  targets: [
    .executableTarget(name: "Fuzz", dependencies: ["FuzzTargets", "LibFuzzer"]),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "FlycatcherServe", "FlycatcherCommand", "FlycatcherPipeline", "Flycatcher", "GStreamerSupport", "GstFlycatcher",
        "ElementStream",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(name: "ElementStream", dependencies: ["CGStreamerCheck", "CGStreamer"]),
    .systemLibrary(name: "CGStreamerCheck", path: "Sources/CGStreamerCheck", pkgConfig: "gstreamer-check-1.0"),
    .target(name: "LibFuzzer"),
    // The trackers' own tests, under the same sanitizer.
    .testTarget(
      name: "FlycatcherTests", dependencies: ["Flycatcher", "DemoScene"], path: "ProjectTests/FlycatcherTests"),
    .systemLibrary(name: "CGStreamer", path: "Project/CGStreamer", pkgConfig: "gstreamer-video-1.0"),
    .systemLibrary(name: "CStandardStreams", path: "Project/CStandardStreams"),
    .systemLibrary(name: "CCairo", path: "Project/CCairo", pkgConfig: "cairo"),
    project("Flycatcher"),
    project("GStreamerSupport", ["CGStreamer"]),
    project("FlycatcherPipeline", ["Flycatcher", "GStreamerSupport", "CCairo"]),
    project(
      "GstFlycatcher", ["FlycatcherPipeline", "Flycatcher", "GStreamerSupport", "CGStreamer"]),
    .systemLibrary(name: "CGStreamerRTSP", path: "Project/CGStreamerRTSP", pkgConfig: "gstreamer-rtsp-server-1.0"),
    .target(
      name: "CRTSPServer", dependencies: ["CGStreamerRTSP", "CGStreamer"], path: "Project/CRTSPServer",
      linkerSettings: [.linkedLibrary("gio-2.0"), .linkedLibrary("gstrtp-1.0"), .linkedLibrary("gstrtsp-1.0")]),
    .systemLibrary(name: "CYAML", path: "Project/CYAML", pkgConfig: "yaml-0.1"),
    .systemLibrary(name: "CMosquitto", path: "Project/CMosquitto", pkgConfig: "libmosquitto"),
    project(
      "FlycatcherServe",
      [
        "FlycatcherPipeline", "Flycatcher", "GStreamerSupport", "CRTSPServer", "CYAML", "CMosquitto",
        .product(name: "CoreMetrics", package: "swift-metrics"), .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ]),
    project("DemoScene", ["Flycatcher"]),
    // Without the file that begins it: the fuzzer begins here.
    project(
      "FlycatcherCommand",
      [
        "FlycatcherServe", "FlycatcherPipeline", "GStreamerSupport", "Flycatcher", "DemoScene", "CStandardStreams",
        .product(name: "CoreMetrics", package: "swift-metrics"), .product(name: "Logging", package: "swift-log"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], exclude: ["FlycatcherCommand.swift"]),
  ]
)
