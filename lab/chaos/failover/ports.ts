import { isPortFree } from '@meridian/stack/free-port';

/** Range below the ephemeral ports, because a connection could take an ephemeral port while its process is down. */
const lowest = 21_000;
const highest = 31_999;
const maxTries = 2_000;

/** Finds free ports for processes that are killed and restarted. @returns port numbers; not reserved */
export async function lastingPorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  for (let tried = 0; found.size < count && tried < maxTries; tried += 1) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (!found.has(port) && (await isPortFree(port))) found.add(port);
  }
  if (found.size < count) throw new TypeError('There are too few free ports');
  return [...found];
}
