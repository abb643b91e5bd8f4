// The version of the command; apart from where it begins, which the fuzzer leaves out.

/// The version of the command, as `--version` tells it and results hold it.
let commandVersion = "0.1.0"
