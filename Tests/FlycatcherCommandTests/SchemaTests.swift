// What the command writes is what docs/observations.schema.json says, and what the library reads.
import Flycatcher
import FlycatcherLines
import Foundation
import TestSupport
import Testing

@Suite struct SchemaTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  /// Lines of every type and of most states.
  private func lines() throws -> String {
    let path = folder.path("lines.jsonl")
    let outcome = try flycatcher(
      "analyze", Clips.toss(), "--trajectories", "--object", "0.1,0.5,0.1,0.2=one", "--object",
      "0.7,0.1,0.1,0.2=\"two\"\u{1F3BE}", "--rectangles", "--rectangle", "0.1,0.1,0.9,0.1,1.1,0.9,-0.1,0.9", "--json",
      path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return path
  }

  /// Python's jsonschema, which keeps to the standard's own test suite.
  private func validate(_ path: String) throws -> Outcome {
    let program = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)
      types = set()
      for number, line in enumerate(open(sys.argv[2], encoding="utf-8"), 1):
          value = json.loads(line)
          types.add(value.get("type"))
          for error in validator.iter_errors(value):
              sys.exit(f"line {number}: {error.message}")
      print(" ".join(sorted(types)))
      """
    return try Running("/usr/bin/python3", ["-c", program, package + "/docs/observations.schema.json", path]).outcome()
  }

  @Test func everyLineKeepsTheSchema() throws {
    let outcome = try validate(lines())
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output == "object rectangle stream summary trajectory\n")
  }

  @Test(arguments: [
    ("\"state\":\"nominated\"", "\"state\":\"seen\""), ("\"width\":", "\"breadth\":"),
    ("\"version\":1", "\"version\":2"),
    ("\"frames\":", "\"pictures\":"), ("\"equationCoefficients\":[", "\"equationCoefficients\":[0,"),
  ])
  func aLineOfAnotherKindDoesNot(_ key: String, _ other: String) throws {
    let path = try lines()
    let text = try contents(path)
    #expect(text.contains(key))
    try text.replacing(key, with: other).write(toFile: path, atomically: false, encoding: .utf8)
    #expect(try validate(path).code != 0)
  }

  /// Read and written again, every line is the same value.
  @Test func theLibraryReadsEveryLine() async throws {
    let path = try lines()
    let originals = try jsonLines(contents(path))
    var index = 0
    for try await line in ObservationLines(URL(fileURLWithPath: path)) {
      let again = try JSONSerialization.jsonObject(with: JSONEncoder().encode(line)) as? NSDictionary
      #expect(again == originals[index] as NSDictionary, "line \(index + 1)")
      index += 1
    }
    #expect(index == originals.count)
  }
}
