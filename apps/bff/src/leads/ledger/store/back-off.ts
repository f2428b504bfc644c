export interface BackOff {
  baseSeconds: number;
  capSeconds: number;
}

/**
 * Exponential back-off with full jitter, so that leads that failed together do not retry together.
 * @param attempts attempts so far, at least 1
 * @param random between 0 and 1
 * @returns whole seconds, at least 1
 */
export function backOffSeconds(
  attempts: number,
  { baseSeconds, capSeconds }: BackOff,
  random: number,
): number {
  const bound = Math.min(capSeconds, baseSeconds * 2 ** Math.min(attempts, 30));
  return Math.max(1, Math.round(bound * random));
}
