// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "follow",
  products: [.executable(name: "follow", targets: ["FollowExample"])],
  dependencies: [.package(name: "flycatcher", path: "../.."), .package(path: "../stage")],
  targets: [
    .executableTarget(
      name: "FollowExample",
      dependencies: [
        .product(name: "Flycatcher", package: "flycatcher"),
        .product(name: "FlycatcherPipeline", package: "flycatcher"),
        .product(name: "FlycatcherVision", package: "flycatcher"),
        .product(name: "ExampleStage", package: "stage"),
      ])
  ]
)
