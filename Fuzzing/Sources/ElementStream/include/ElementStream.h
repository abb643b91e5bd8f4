// A stream through one of the plugin's elements, as an input of the fuzzer describes it.
#pragma once
#include <stddef.h>
#include <stdint.h>

// `register_plugin` makes the elements known; called once.
void element_stream_run(const uint8_t *data, size_t size, void (*register_plugin)(void));
