// A configuration file read with the parser of the command line: the same names, values and messages.
import ArgumentParser
import FlycatcherServe

/// The server and the streams of a configuration file.
struct ServeConfiguration {
  let server: ServerOptions
  let plans: [StreamPlan]

  /// One stream of the file.
  private struct Entry: ParsableArguments {
    @Option var source: String
    @OptionGroup var stream: StreamOptions
  }

  private static let mostBytes = 1 << 20

  /// - Throws: `Failure` naming the line of the first option that is wrong.
  init(path: String) throws(Failure) {
    let text: String
    do throws(FileError) {
      text = String(decoding: try Files.read(path, limit: Self.mostBytes), as: UTF8.self)
    } catch {
      throw .running("\(path) cannot be read: \(error.reason).")
    }
    do throws(ServeError) {
      let file = try ConfigurationFile(text, name: path)
      server = try Self.parse(ServerOptions.self, file.server, in: file, at: 1)
      var plans: [StreamPlan] = []
      for stream in file.streams { plans.append(try Self.plan(stream, in: file)) }
      self.plans = plans
    } catch {
      throw .service(error)
    }
  }

  private static func plan(
    _ stream: ConfigurationFile.Stream, in file: ConfigurationFile
  ) throws(ServeError) -> StreamPlan {
    let entry = try parse(Entry.self, stream.options, in: file, at: stream.line)
    do throws(Failure) {
      var plan = try entry.stream.plan(path: stream.path, source: entry.source)
      plan.identity = stream.options.map(\.argument)
      return plan
    } catch {
      throw file.mistake(stream.line, "\(stream.path): \(error.description)")
    }
  }

  /// Returns a Boolean value indicating whether an option says `false` of a flag that has no opposite: it says nothing.
  private static func isUnsetFlag(
    _ option: ConfigurationFile.Option, of kind: (some ParsableArguments).Type, besides needed: [String]
  ) -> Bool {
    func isKnown(_ argument: String) -> Bool {
      do {
        _ = try kind.parse(needed + [argument])
        return true
      } catch {
        return !kind.message(for: error).contains("Unknown option")
      }
    }
    let flag = "--\(option.name)"
    return option.argument == "--no-\(option.name)" && !isKnown(option.argument) && isKnown(flag)
  }

  /// Parses options; where they are refused, one after the other, to find the line of the first that is.
  private static func parse<Options: ParsableArguments>(
    _ kind: Options.Type, _ options: [ConfigurationFile.Option], in file: ConfigurationFile, at line: Int
  ) throws(ServeError) -> Options {
    // The source is what each stream needs.
    let needed = options.filter { $0.name == "source" }.prefix(1)
    let options = options.filter { !isUnsetFlag($0, of: kind, besides: needed.map(\.argument)) }
    do {
      return try kind.parse(options.map(\.argument))
    } catch {
      let all = kind.message(for: error)
      for option in options {
        do {
          _ = try kind.parse((needed.filter { $0 != option } + [option]).map(\.argument))
        } catch {
          let message = kind.message(for: error)
          guard !message.contains("Missing expected argument") else { continue }
          throw file.mistake(option.line, "\(option.name): \(message)")
        }
      }
      throw file.mistake(line, all)
    }
  }
}
