// swift-tools-version: 6.2
import PackageDescription

let checked: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
]

let package = Package(
  name: "flycatcher",
  products: [
    .library(name: "Flycatcher", targets: ["Flycatcher"]),
    .library(name: "FlycatcherLines", targets: ["FlycatcherLines"]),
    .library(name: "FlycatcherPipeline", targets: ["FlycatcherPipeline"]),
    .library(name: "FlycatcherVision", targets: ["FlycatcherVision"]),
    .library(name: "DemoScene", targets: ["DemoScene"]),
    .executable(name: "flycatcher", targets: ["FlycatcherCommand"]),
    .library(name: "gstflycatcher", type: .dynamic, targets: ["GstFlycatcherPlugin"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CGStreamer", pkgConfig: "gstreamer-video-1.0", providers: [.apt(["libgstreamer-plugins-base1.0-dev"])]),
    .systemLibrary(name: "CStandardStreams"),
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .target(name: "GStreamerSupport", dependencies: ["CGStreamer"], swiftSettings: checked),
    .target(name: "Flycatcher", swiftSettings: checked),
    .target(name: "FlycatcherLines", dependencies: ["Flycatcher"], swiftSettings: checked),
    .target(
      name: "FlycatcherPipeline", dependencies: ["Flycatcher", "GStreamerSupport", "CCairo"],
      swiftSettings: checked),
    .target(
      name: "GstFlycatcher", dependencies: ["FlycatcherPipeline", "Flycatcher", "GStreamerSupport", "CGStreamer"],
      swiftSettings: checked),
    .target(
      name: "GstFlycatcherPlugin", dependencies: ["GstFlycatcher", "CGStreamer"], exclude: ["exports.map"],
      swiftSettings: checked,
      // Nothing but the two entry points is seen from outside, so that no other library's symbols get in the way. A program that is
      // linked with this, such as the tests, would hide a sanitizer's functions, too.
      linkerSettings: [
        .unsafeFlags([
          "-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/GstFlycatcherPlugin/exports.map",
        ])
      ]),
    .target(
      name: "FlycatcherVision", dependencies: ["Flycatcher", "FlycatcherPipeline", "GStreamerSupport"],
      swiftSettings: checked),
    .target(name: "DemoScene", dependencies: ["Flycatcher"], swiftSettings: checked),
    .systemLibrary(
      name: "CGStreamerRTSP", pkgConfig: "gstreamer-rtsp-server-1.0",
      providers: [.apt(["libgstrtspserver-1.0-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
    .target(
      name: "CRTSPServer", dependencies: ["CGStreamerRTSP", "CGStreamer"],
      linkerSettings: [.linkedLibrary("gio-2.0"), .linkedLibrary("gstrtp-1.0"), .linkedLibrary("gstrtsp-1.0")]),
    .target(
      name: "FlycatcherServe",
      dependencies: [
        "FlycatcherPipeline", "Flycatcher", "GStreamerSupport", "CRTSPServer", "CYAML", "CMosquitto",
        .product(name: "CoreMetrics", package: "swift-metrics"), .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      swiftSettings: checked),
    .executableTarget(
      name: "FlycatcherCommand",
      dependencies: [
        "FlycatcherServe", "FlycatcherPipeline", "GStreamerSupport", "Flycatcher", "DemoScene", "CStandardStreams",
        .product(name: "CoreMetrics", package: "swift-metrics"), .product(name: "Logging", package: "swift-log"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: checked),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: checked),
    // The fuzzer's targets, which the package in Fuzzing builds with its instruments; here they take its corpus again.
    .systemLibrary(
      name: "CGStreamerCheck", path: "Fuzzing/Sources/CGStreamerCheck", pkgConfig: "gstreamer-check-1.0",
      providers: [.apt(["libgstreamer1.0-dev"])]),
    .target(
      name: "ElementStream", dependencies: ["CGStreamerCheck", "CGStreamer"], path: "Fuzzing/Sources/ElementStream"),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "FlycatcherServe", "FlycatcherCommand", "FlycatcherPipeline", "Flycatcher", "GStreamerSupport", "GstFlycatcher",
        "ElementStream",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Fuzzing/Sources/FuzzTargets"),
    .testTarget(name: "FuzzingTests", dependencies: ["FuzzTargets"], swiftSettings: checked),
    // The programs of Examples/, which are packages of their own; here they are run on a screen of the tests'.
    .target(
      name: "ExampleStage", dependencies: ["Flycatcher", "FlycatcherPipeline"],
      path: "Examples/stage/Sources/ExampleStage"),
    .executableTarget(
      name: "ThrowExample", dependencies: ["ExampleStage", "Flycatcher", "FlycatcherPipeline", "FlycatcherVision"],
      path: "Examples/throw/Sources/ThrowExample"),
    .executableTarget(
      name: "FollowExample", dependencies: ["ExampleStage", "Flycatcher", "FlycatcherPipeline", "FlycatcherVision"],
      path: "Examples/follow/Sources/FollowExample"),
    .testTarget(
      name: "ExamplesTests",
      dependencies: ["ThrowExample", "FollowExample", "DemoScene", "Flycatcher", "TestSupport"],
      swiftSettings: checked),
    .testTarget(name: "DemoSceneTests", dependencies: ["DemoScene", "Flycatcher"], swiftSettings: checked),
    .testTarget(name: "FlycatcherTests", dependencies: ["Flycatcher", "DemoScene"], swiftSettings: checked),
    .testTarget(
      name: "FlycatcherLinesTests", dependencies: ["FlycatcherLines", "Flycatcher", "TestSupport"],
      swiftSettings: checked),
    .testTarget(
      name: "FlycatcherVisionTests",
      dependencies: ["FlycatcherVision", "Flycatcher", "GStreamerSupport", "DemoScene", "CGStreamer", "TestSupport"],
      swiftSettings: checked),
    // Code written for Vision, with no more than its imports changed: in both language modes, by the compiler's usual rules.
    .testTarget(
      name: "VisionStyleTests", dependencies: ["FlycatcherVision", "Flycatcher", "DemoScene", "TestSupport"],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .testTarget(
      name: "VisionStyleSwift5Tests", dependencies: ["FlycatcherVision", "Flycatcher", "DemoScene", "TestSupport"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "FlycatcherCommandTests",
      dependencies: [
        "FlycatcherCommand", "FlycatcherLines", "FlycatcherPipeline", "DemoScene", "Flycatcher", "TestSupport",
      ],
      exclude: ["Programs"], swiftSettings: checked),
    .testTarget(name: "FlycatcherServeTests", dependencies: ["FlycatcherServe"], swiftSettings: checked),
    .testTarget(name: "GStreamerSupportTests", dependencies: ["GStreamerSupport"], swiftSettings: checked),
    .testTarget(
      name: "GstFlycatcherTests",
      dependencies: ["FlycatcherPipeline", "Flycatcher", "GStreamerSupport", "DemoScene", "TestSupport"],
      exclude: ["Programs"], swiftSettings: checked),
    .testTarget(
      name: "FlycatcherPipelineTests",
      dependencies: [
        "FlycatcherPipeline", "FlycatcherLines", "FlycatcherVision", "Flycatcher", "GStreamerSupport", "DemoScene",
        "CCairo",
        "CGStreamer",
        "TestSupport",
      ],
      swiftSettings: checked),
  ]
)
