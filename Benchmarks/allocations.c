/* Counts a program's allocations and prints them when it ends, so that runs over n and over 2n frames tell those of a frame.
 *
 *   gcc -O2 -shared -fPIC allocations.c -o allocations.so -ldl && LD_PRELOAD=./allocations.so PROGRAM
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>

static atomic_long count, bytes;
static void *(*next)(size_t);

static void *take(size_t size) {
  if (!next) next = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
  atomic_fetch_add(&count, 1);
  atomic_fetch_add(&bytes, size);
  return next(size);
}

void *malloc(size_t size) { return take(size); }

__attribute__((destructor)) static void say(void) {
  fprintf(stderr, "%ld allocations of %ld bytes\n", atomic_load(&count), atomic_load(&bytes));
}
