/** Average reading speed of adults. */
const wordsPerMinute = 220;

/**
 * Estimates the reading time of a post.
 * @param html the post as HTML
 * @returns whole minutes, at least 1
 */
export function readingMinutes(html: string): number {
  const words = html.replace(/<[^>]*>/g, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return Math.max(1, Math.round(words / wordsPerMinute));
}
