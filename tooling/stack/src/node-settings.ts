/** Memory settings of Node and glibc, as in production (docs/reference/memory.md). */

/**
 * A quarter of the default young generation: slightly more CPU time, less memory. The limit of the old
 * generation is a few times the live data; without it, Node lets garbage and external buffers grow much more.
 */
export const nodeFlags = ['--max-semi-space-size=4', '--max-old-space-size=256'];

/**
 * Settings of glibc's allocator. By default it has eight arenas per core and a growing mmap threshold, and
 * never returns the memory that compression and reads have used.
 */
export const allocatorSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '4194304',
};
