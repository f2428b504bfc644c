/** How Node and its C library use memory, as in production (docs/operations.md). */

/**
 * Young objects get a quarter of the room that Node gives them: a little more work, less memory. The old ones get a
 * limit, several times of what they need: by it Node knows how much garbage it may leave lying, buffers outside the
 * heap included.
 */
export const nodeFlags = ['--max-semi-space-size=4', '--max-old-space-size=256'];

/**
 * The allocator of glibc. By default it makes eight arenas for each core, and learns from the largest blocks to give
 * back less and less: what compressing and reading took would stay.
 */
export const allocatorSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '4194304',
};
