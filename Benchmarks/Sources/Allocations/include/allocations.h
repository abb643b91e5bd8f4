#pragma once
#include <stddef.h>

/// How many times the process has asked for memory.
long allocation_count(void);
/// Bytes that are allocated now.
long memory_in_use(void);
