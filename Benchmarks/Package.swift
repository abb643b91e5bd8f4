// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "flycatcher", path: "..")],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Allocations",
        .product(name: "Flycatcher", package: "flycatcher"),
        .product(name: "DemoScene", package: "flycatcher"),
      ]),
    .target(name: "Allocations"),
    // Files of the trackers themselves, which do not export their transforms.
    .executableTarget(name: "Transforms", swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
  ]
)
