/** Catalogue reads for rendering one page: their keys, and the TTL of the page. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadCallName } from '@meridian/contracts/calls';
import type { Read } from '@meridian/contracts/site/renderer';
import type { CacheEntry } from '../../platform/cache/swr-cache.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Catalogue, CatalogueEntry } from '../catalogue/catalogue.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/**
 * TTL of a page without a minor part, for example the menu. The first request after it renders the page
 * again.
 */
const incompleteMs = 2_000;

/** Time-out of `readAside`, whose answer the page can do without. */
const asideMs = 500;

type Life = Omit<CacheEntry<unknown>, 'value'>;

/**
 * Collects the TTLs of the answers from which a page is rendered; the shortest one is that of the page.
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
      // A path that no call accepts, for example with invalid characters, does not exist.
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
