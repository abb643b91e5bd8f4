// Counts the allocations of the whole process, by standing before the C library's own functions.
#include "allocations.h"

#include <malloc.h>
#include <stdatomic.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_long count;

long allocation_count(void) { return atomic_load(&count); }

long memory_in_use(void) {
  struct mallinfo2 now = mallinfo2();
  return (long)(now.uordblks + now.hblkhd);
}

void *malloc(size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  *block = aligned_alloc(alignment, size);
  return *block ? 0 : 12;
}
