// The command `flycatcher`: its subcommands, and how it ends.
import ArgumentParser
import Dispatch
import FlycatcherServe
import GStreamerSupport
import Glibc

/// The entry point. Not asynchronous, so that limits are checked, and set, before the first thread is started: a thread that is there keeps its heap.
@main
enum Entry {
  static func main() {
    Terminal.occupyClosedDescriptors()
    do {
      try Resources.check()
    } catch {
      FlycatcherCommand.leave(error)
    }
    if CommandLine.arguments.dropFirst().first == Serve._commandName { Resources.returnMemory() }
    Task { await FlycatcherCommand.begin() }
    dispatchMain()
  }
}

struct FlycatcherCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flycatcher",
    abstract: "Find trajectories, objects and rectangles in video.",
    discussion: """
      Examples:
        flycatcher analyze toss.mp4
        flycatcher analyze toss.mp4 --annotate out.mkv --picture out.png
        flycatcher analyze films/ --output results
        flycatcher run pipelines/watch-window.launch
        flycatcher serve rtsp://camera/stream
        flycatcher demo

      Exit codes:
      \(ExitStatus.table)

      The first Ctrl-C finishes the files; a second one quits at once.
      """,
    version: commandVersion,
    subcommands: [Analyze.self, Run.self, Serve.self, Demo.self])

  /// Runs the command that the arguments name, and ends the process.
  fileprivate static func begin() async -> Never {
    // A reader that goes away is an error of the write, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    do {
      let arguments = try Arguments.ofProcess.get().texts
      ProcessTitle.hidePasswords()
      var command = try await asyncParseAsRoot(arguments)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      GStreamer.finishTracing()
      Glibc.exit(ExitStatus.success.rawValue)
    } catch {
      leave(error)
    }
  }

  /// Says what went wrong in one message and ends the process with the code for it.
  fileprivate static func leave(_ error: any Error) -> Never {
    switch error {
    case let code as ExitCode:
      Glibc.exit(code.rawValue)
    case let failure as Failure:
      Terminal.say(failure.description)
      Glibc.exit(failure.status.rawValue)
    default:
      guard exitCode(for: error) != .success else {
        // Not an error: a help text or the version was asked for.
        let isWritten = (try? Terminal.print(fullMessage(for: error) + "\n")) != nil
        Glibc.exit((isWritten ? ExitStatus.success : .failure).rawValue)
      }
      let arguments = (try? Arguments.ofProcess.get().texts) ?? []
      let names = configuration.subcommands.map { $0._commandName }
      let subcommand = arguments.first.flatMap { names.contains($0) ? $0 : nil } ?? Analyze._commandName
      let advice =
        Suggestion.text(for: arguments, subcommands: names)
        ?? "See flycatcher --help, or flycatcher \(subcommand) --help."
      Terminal.say(message(for: error) + "\n" + advice)
      Glibc.exit(ExitStatus.usage.rawValue)
    }
  }
}
