/** Documents as their difference from one that the browser has: compression dictionary transport, RFC 9842. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { ownMemory, type StoredBody } from '../../platform/cache/stored-body.ts';

const compressBrotli = promisify(brotliCompress);

declare module 'node:zlib' {
  // The types of Node lack it.
  interface BrotliOptions {
    dictionary?: NodeJS.ArrayBufferView | undefined;
  }
}

/** Earlier versions of Node disregard the option; what they make would be wrong for the browser. */
function hasDictionaries(): boolean {
  const dictionary = Buffer.from('A text that is its own dictionary takes a few bytes.');
  return brotliCompressSync(dictionary, { dictionary }).length < dictionary.length / 2;
}

/** Documents that others can be the difference from: those rendered last. */
const maxDictionaries = 64;
const maxDeltaBytes = 2 * 1024 * 1024;
/** A course after the home page: 9.3 kB in 34 ms of the thread pool; 10.1 kB in 6 ms at 5, 9.0 kB in 107 ms at 11. */
const quality = 10;
/** What a body in this form begins with; the dictionary's hash follows. */
const magic = Buffer.from([0xff, 0x44, 0x43, 0x42]);

/** Header of documents that browsers may use as dictionaries. */
export const useAsDictionary = 'match="/*", match-dest=("document")';

export interface PageDeltas {
  /** Makes a document usable as a dictionary. */
  remember(page: StoredBody): void;
  /**
   * @param available the `Available-Dictionary` header
   * @returns the document's difference from that dictionary. Undefined if the dictionary is unknown, or if the
   *   difference is not there yet: then it is made in the background, one at a time
   */
  find(page: StoredBody, available: string): Buffer | undefined;
}

function hashOf({ identity }: StoredBody): Buffer {
  return createHash('sha256').update(identity).digest();
}

export function createPageDeltas(onError: (error: unknown) => void): PageDeltas {
  const dictionaries = new LRUCache<string, Buffer>({ max: maxDictionaries });
  const deltas = new LRUCache<string, Buffer>({
    maxSize: maxDeltaBytes,
    sizeCalculation: ({ length }) => length,
  });
  const isPossible = hasDictionaries();
  let isBusy = false;

  async function make(key: string, { identity }: StoredBody, available: string, dictionary: Buffer) {
    isBusy = true;
    try {
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      };
      const body = await compressBrotli(identity, { dictionary, params });
      deltas.set(key, ownMemory(Buffer.concat([magic, Buffer.from(available.slice(1, -1), 'base64'), body])));
    } catch (error) {
      onError(error);
    } finally {
      isBusy = false;
    }
  }

  return {
    remember(page) {
      dictionaries.set(`:${hashOf(page).toString('base64')}:`, page.identity);
    },
    find(page, available) {
      const key = `${page.etag} ${available}`;
      const delta = deltas.get(key);
      if (delta || isBusy || !isPossible) return delta;
      const dictionary = dictionaries.get(available);
      if (dictionary) void make(key, page, available, dictionary);
      return undefined;
    },
  };
}
