/** The catalogue reads of one rendering: their keys, and the time to live of the page. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadCallName } from '@meridian/contracts/calls';
import type { Read } from '@meridian/contracts/site/renderer';
import type { CacheEntry } from '../../platform/cache/swr-cache.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Catalogue, CatalogueEntry } from '../catalogue/catalogue.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/** A page without a minor part, such as the menu, is rendered again at the next request after this. */
const incompleteMs = 2_000;

/** Time for a read that the page is whole without. */
const asideMs = 500;

type Life = Omit<CacheEntry<unknown>, 'value'>;

/**
 * Collects the times to live of the answers that a page is rendered from; the page's own is the shortest.
 * @param wait waits for the refresh of stale answers
 */
export function createPageReads(catalogue: Catalogue, wait: boolean, now: () => number) {
  const start = now();
  const keys = new Set<string>();
  const life: Life = {
    freshUntil: start + dayMs,
    staleWhileRevalidateUntil: start + dayMs,
    staleIfErrorUntil: start + dayMs,
  };
  const atMost = (limit: Life) => {
    life.freshUntil = Math.min(life.freshUntil, limit.freshUntil);
    life.staleWhileRevalidateUntil = Math.min(
      life.staleWhileRevalidateUntil,
      limit.staleWhileRevalidateUntil,
    );
  };
  const incomplete = () => {
    const end = now() + incompleteMs;
    atMost({ freshUntil: end, staleWhileRevalidateUntil: end, staleIfErrorUntil: end });
  };
  const read: Read = async (name: ReadCallName, request: unknown) => {
    try {
      const query = catalogue.query(name, request);
      keys.add(query.key);
      const entry: CacheEntry<CatalogueEntry> = await catalogue.read(query, { wait });
      const { envelope, refusal } = entry.value;
      if (refusal === 'refused') incomplete();
      else atMost(entry);
      return refusal === 'missing' ? { ...envelope, missing: true } : envelope;
    } catch (error) {
      // An address that no call accepts, such as one with odd characters, is not found.
      if (error instanceof Refusal && error.kind === 'invalid')
        return { status: 0, message: error.message, missing: true };
      incomplete();
      throw error;
    }
  };
  const readAside: Read = async (name: ReadCallName, request: unknown) => {
    const entry = await Promise.race([
      catalogue.read(catalogue.query(name, request)),
      sleep(asideMs, undefined, { ref: false }),
    ]);
    return entry?.value.envelope ?? { status: 0, message: 'No answer in time' };
  };
  return { read, readAside, life, keys };
}
