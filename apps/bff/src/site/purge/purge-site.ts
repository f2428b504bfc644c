import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Media } from '../catalogue/media.ts';
import type { Pages } from '../pages/pages.ts';
import type { PurgeTarget } from './purge-target.ts';

/** The caches of one process. */
export interface Site {
  catalogue: Pick<Catalogue, 'purge' | 'refreshAll'>;
  pages: Pick<Pages, 'purge' | 'readsOf' | 'refreshAll'>;
  media: Pick<Media, 'purge' | 'refreshAll'>;
}

const mediaFolder = '/media/';

function purgePath(path: string, { catalogue, pages, media }: Site): number {
  if (path.startsWith(mediaFolder)) return media.purge((file) => file === path.slice(mediaFolder.length));
  const reads = new Set(pages.readsOf(path));
  // The page may have been evicted while the read that it depends on is still cached.
  const named = `{"seo_slug":${JSON.stringify(path.split('/').at(-1))}}`;
  const answers = catalogue.purge((key) => reads.has(key) || key.endsWith(`?${named}`));
  return answers + pages.purge((page) => page === path);
}

/**
 * Invalidates the entries of a target: for calls, their answers and all pages rendered from them; for a path,
 * the page and the answers that it was rendered from, or the file.
 * @returns number of answers, pages and files invalidated
 */
export function purgeSite(target: PurgeTarget, site: Site): number {
  const { catalogue, pages, media } = site;
  const every = () => true;
  switch (target.kind) {
    case 'all':
      return catalogue.purge(every) + pages.purge(every) + media.purge(every);
    case 'calls': {
      const names = new Set<string>(target.names);
      const chosen = (key: string) => names.has(key.slice(0, key.indexOf('?')));
      // Reads are invalidated first: otherwise a page rendered in between would use the old ones.
      return catalogue.purge(chosen) + pages.purge((_path, reads) => reads.some(chosen));
    }
    case 'path':
      return purgePath(target.path, site);
  }
}

/** Marks everything stale; stale entries are served while they are refreshed in the background. */
export function refreshSite({ catalogue, pages, media }: Site): void {
  catalogue.refreshAll();
  pages.refreshAll();
  media.refreshAll();
}
