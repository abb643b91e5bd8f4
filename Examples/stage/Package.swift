// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "stage",
  products: [.library(name: "ExampleStage", targets: ["ExampleStage"])],
  dependencies: [.package(name: "flycatcher", path: "../..")],
  targets: [
    .target(
      name: "ExampleStage",
      dependencies: [
        .product(name: "Flycatcher", package: "flycatcher"),
        .product(name: "FlycatcherPipeline", package: "flycatcher"),
      ])
  ]
)
