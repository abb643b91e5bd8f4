#pragma once
#include <stddef.h>

/// How many times the process has asked for memory.
long allocation_count(void);
