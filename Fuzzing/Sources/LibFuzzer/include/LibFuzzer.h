// The entry of LLVM's libFuzzer, which comes with the toolchain as libclang_rt.fuzzer_no_main.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Runs inputs until there is a reason to end; `test` returns 0.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));
