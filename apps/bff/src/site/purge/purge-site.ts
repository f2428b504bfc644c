import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Media } from '../catalogue/media.ts';
import type { Pages } from '../pages/pages.ts';
import type { PurgeTarget } from './purge-target.ts';

/** Caches of one process. */
export interface Site {
  catalogue: Pick<Catalogue, 'purge' | 'refreshAll'>;
  pages: Pick<Pages, 'purge' | 'readsOf' | 'refreshAll'>;
  media: Pick<Media, 'purge' | 'refreshAll'>;
}

const mediaFolder = '/media/';

function purgePath(path: string, { catalogue, pages, media }: Site): number {
  if (path.startsWith(mediaFolder)) return media.purge((file) => file === path.slice(mediaFolder.length));
  const reads = new Set(pages.readsOf(path));
  // The page may have been evicted while the read behind it is still cached.
  const named = `{"seo_slug":${JSON.stringify(path.split('/').at(-1))}}`;
  const answers = catalogue.purge((key) => reads.has(key) || key.endsWith(`?${named}`));
  return answers + pages.purge((page) => page === path);
}

/**
 * Invalidates a target's entries and all pages rendered from them.
 * @returns number of answers, pages and files
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
      // Reads first, or a page rendered in between would use the old ones.
      return catalogue.purge(chosen) + pages.purge((_path, reads) => reads.some(chosen));
    }
    case 'path':
      return purgePath(target.path, site);
  }
}

/** Marks everything stale; served while it is refreshed in the background. */
export function refreshSite({ catalogue, pages, media }: Site): void {
  catalogue.refreshAll();
  pages.refreshAll();
  media.refreshAll();
}
