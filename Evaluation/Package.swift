// swift-tools-version: 6.2
import PackageDescription

let checked: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// The scores need the command alone: what is evaluated is the program that people run. The log and the table of sensitivity look into the detector.
let package = Package(
  name: "Evaluation",
  dependencies: [
    .package(name: "flycatcher", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    .executableTarget(
      name: "Evaluation",
      dependencies: [
        "Scoring", "Fitting", "Scenes", "Clips", "Detection", .product(name: "Flycatcher", package: "flycatcher"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: checked),
    .executableTarget(
      name: "TrackLog",
      dependencies: [
        "Scoring", "Scenes", "Clips", "Detection", .product(name: "Flycatcher", package: "flycatcher"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: checked),
    .target(
      name: "Detection",
      dependencies: ["Scoring", "Scenes", "Clips", .product(name: "Flycatcher", package: "flycatcher")],
      swiftSettings: checked + [.enableExperimentalFeature("Lifetimes")]),
    .target(name: "Scoring", swiftSettings: checked),
    .target(name: "Scenes", dependencies: ["Scoring"], swiftSettings: checked),
    .target(name: "Clips", dependencies: ["Scenes", "Scoring"], swiftSettings: checked),
    .target(name: "Fitting", dependencies: ["Scoring"], swiftSettings: checked),
    .testTarget(name: "ClipsTests", dependencies: ["Clips"], swiftSettings: checked),
    .testTarget(name: "ScoringTests", dependencies: ["Scoring"], swiftSettings: checked),
    .testTarget(name: "ScenesTests", dependencies: ["Scenes", "Scoring"], swiftSettings: checked),
    .testTarget(name: "FittingTests", dependencies: ["Fitting", "Scoring"], swiftSettings: checked),
  ]
)
