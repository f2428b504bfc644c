/** Memory settings of Node and glibc, as in production (docs/reference/memory.md). */

/**
 * A quarter of the default young generation: slightly more CPU, less memory. The old generation gets a
 * limit of several times its need, because Node lets garbage, external buffers included, grow with that limit.
 */
export const nodeFlags = ['--max-semi-space-size=4', '--max-old-space-size=256'];

/**
 * glibc's allocator: by default eight arenas per core and a growing mmap threshold, so that memory of
 * compression and reads is never returned.
 */
export const allocatorSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '4194304',
};
