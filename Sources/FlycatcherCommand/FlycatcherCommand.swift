// The command `flycatcher`: its subcommands, and how it ends.
import ArgumentParser
import GStreamerSupport
import Glibc

@main
struct FlycatcherCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flycatcher",
    abstract: "Find trajectories, objects and rectangles in video.",
    discussion: """
      Examples:
        flycatcher analyze toss.mp4
        flycatcher analyze toss.mp4 --annotate out.mkv --picture out.png
        flycatcher run pipelines/watch-window.launch
        flycatcher demo

      Exit codes: 0 success, 1 failure while running, 2 wrong usage, 130 interrupted. \
      The first Ctrl-C finishes the files; a second one quits at once.
      """,
    version: "0.1.0",
    subcommands: [Analyze.self, Run.self, Demo.self])

  static func main() async {
    // A reader that goes away is an error of the write, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    Terminal.occupyClosedDescriptors()
    do {
      var command = try await asyncParseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      GStreamer.finishTracing()
    } catch {
      leave(error)
    }
  }

  /// Says what went wrong in one message and ends the process with the code for it.
  private static func leave(_ error: any Error) -> Never {
    switch error {
    case let code as ExitCode:
      Glibc.exit(code.rawValue)
    case let failure as Failure:
      Terminal.say(failure.description)
      Glibc.exit(failure.code)
    default:
      guard exitCode(for: error) != .success else {
        // Not an error: a help text or the version was asked for.
        let isWritten = (try? Terminal.print(fullMessage(for: error) + "\n")) != nil
        Glibc.exit(isWritten ? 0 : 1)
      }
      Terminal.say(message(for: error) + "\nSee flycatcher --help, or flycatcher analyze --help.")
      Glibc.exit(Failure.usage("").code)
    }
  }
}
