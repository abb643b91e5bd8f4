// What Swift cannot import of the system's own calls: variadic ones, and those that glibc hides without _GNU_SOURCE.
#pragma once
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

extern long syscall(long number, ...);
extern int pthread_setattr_default_np(const pthread_attr_t *attributes);

/// The number of columns of the terminal behind a descriptor; 0 where it is none, or has none.
static inline int fc_terminal_columns(int descriptor) {
  struct winsize size = {0, 0, 0, 0};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// Copies up to `count` bytes from one pipe into another without taking them out of the first; see tee(2).
static inline ssize_t fc_copy_pipe(int from, int to, size_t count) {
  return syscall(SYS_tee, from, to, count, 0);
}

/// Lets threads share one heap and have small stacks, from now on: each would reserve 64 MB for a heap of its own, and 8 MB for a stack.
static inline void fc_reserve_little_memory(size_t stack) {
  mallopt(M_ARENA_MAX, 1);
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return;
  if (pthread_attr_setstacksize(&attributes, stack) == 0) pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}

/// Has glibc keep at most so many heaps, and hand blocks of `threshold` bytes or more back to the system when they are freed; 0 leaves either as it is.
static inline void fc_return_memory(int heaps, int threshold) {
  if (heaps > 0) mallopt(M_ARENA_MAX, heaps);
  if (threshold > 0) mallopt(M_MMAP_THRESHOLD, threshold);
}

/// Has this process killed when its parent ends; false where the parent is another one than `parent`, because that has ended already.
static inline bool fc_end_with_parent(pid_t parent) {
  return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent;
}

/// The number of cores that this process may use.
static inline long fc_available_cores(void) {
  unsigned long mask[128];
  long bytes = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask), cores = 0;
  for (long index = 0; index * (long)sizeof *mask < bytes; index++) cores += __builtin_popcountl(mask[index]);
  return cores > 0 ? cores : sysconf(_SC_NPROCESSORS_ONLN);
}
