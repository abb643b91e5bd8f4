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
    .library(name: "gstflycatcher", type: .dynamic, targets: ["GstFlycatcher"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
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
      exclude: ["exports.map"], swiftSettings: checked,
      // Nothing but the two entry points is seen from outside, so that no other library's symbols get in the way.
      linkerSettings: [
        .unsafeFlags([
          "-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/GstFlycatcher/exports.map",
        ])
      ]),
    .target(name: "FlycatcherVision", dependencies: ["Flycatcher"], swiftSettings: checked),
    .target(name: "DemoScene", dependencies: ["Flycatcher"], swiftSettings: checked),
    .executableTarget(
      name: "FlycatcherCommand",
      dependencies: [
        "FlycatcherPipeline", "GStreamerSupport", "Flycatcher", "DemoScene", "CStandardStreams",
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
        "FlycatcherCommand", "FlycatcherPipeline", "Flycatcher", "GStreamerSupport", "GstFlycatcher", "ElementStream",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], path: "Fuzzing/Sources/FuzzTargets"),
    .testTarget(name: "FuzzingTests", dependencies: ["FuzzTargets"], swiftSettings: checked),
    .testTarget(name: "DemoSceneTests", dependencies: ["DemoScene", "Flycatcher"], swiftSettings: checked),
    .testTarget(name: "FlycatcherTests", dependencies: ["Flycatcher", "DemoScene"], swiftSettings: checked),
    .testTarget(
      name: "FlycatcherLinesTests", dependencies: ["FlycatcherLines", "Flycatcher", "TestSupport"],
      swiftSettings: checked),
    .testTarget(
      name: "FlycatcherVisionTests", dependencies: ["FlycatcherVision", "Flycatcher", "DemoScene"],
      swiftSettings: checked),
    .testTarget(
      name: "FlycatcherCommandTests",
      dependencies: ["FlycatcherCommand", "FlycatcherLines", "DemoScene", "Flycatcher", "TestSupport"],
      exclude: ["Programs"], swiftSettings: checked),
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
