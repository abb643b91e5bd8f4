// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "throw",
  products: [.executable(name: "throw", targets: ["ThrowExample"])],
  dependencies: [.package(name: "flycatcher", path: "../.."), .package(path: "../stage")],
  targets: [
    .executableTarget(
      name: "ThrowExample",
      dependencies: [
        .product(name: "Flycatcher", package: "flycatcher"),
        .product(name: "FlycatcherPipeline", package: "flycatcher"),
        .product(name: "FlycatcherVision", package: "flycatcher"),
        .product(name: "ExampleStage", package: "stage"),
      ])
  ]
)
