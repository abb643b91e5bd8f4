// The command `flycatcher`.
import ArgumentParser

@main
struct FlycatcherCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "flycatcher")
}
