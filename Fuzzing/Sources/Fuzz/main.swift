// A target under LLVM's libFuzzer: `Fuzz TARGET [folders, files and options of libFuzzer]`.
import FuzzTargets
import Glibc
import LibFuzzer

guard CommandLine.arguments.count > 1, let target = FuzzTarget.all.first(where: { $0.name == CommandLine.arguments[1] })
else {
  print(
    "Usage: Fuzz TARGET [folder or file or -option=value]…\nTargets: \(FuzzTarget.all.map(\.name).joined(separator: " "))"
  )
  exit(2)
}

/// The function that the fuzzer calls, which takes no context.
let run = target.run

/// The arguments without the target's name.
var arguments: [UnsafeMutablePointer<CChar>?] =
  CommandLine.arguments.enumerated().filter { $0.offset != 1 }.map { strdup($0.element) } + [nil]
var count = Int32(arguments.count - 1)
let status = arguments.withUnsafeMutableBufferPointer { buffer in
  var start = buffer.baseAddress
  return LLVMFuzzerRunDriver(&count, &start) { data, size in
    run(Array(UnsafeBufferPointer(start: data, count: size)))
    return 0
  }
}
exit(status)
