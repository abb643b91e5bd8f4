// What Swift cannot import of the system's own calls: variadic ones, and those that glibc hides without _GNU_SOURCE.
#pragma once
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

extern long syscall(long number, ...);

/// The number of columns of the terminal behind a descriptor; 0 where it is none, or has none.
static inline int fc_terminal_columns(int descriptor) {
  struct winsize size = {0, 0, 0, 0};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// Copies up to `count` bytes from one pipe into another without taking them out of the first; see tee(2).
static inline ssize_t fc_copy_pipe(int from, int to, size_t count) {
  return syscall(SYS_tee, from, to, count, 0);
}
