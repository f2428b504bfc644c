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
  // The page may have been dropped while the answer that it was made from is still there.
  const named = `{"seo_slug":${JSON.stringify(path.split('/').at(-1))}}`;
  const answers = catalogue.purge((key) => reads.has(key) || key.endsWith(`?${named}`));
  return answers + pages.purge((page) => page === path);
}

/**
 * Has what a target names read anew by whoever asks next, and with it every page that was made from it.
 * @returns how many kept answers, pages and files that were
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
      // The answers first: a page that is made in between shall not be made from the old ones.
      return catalogue.purge(chosen) + pages.purge((_path, reads) => reads.some(chosen));
    }
    case 'path':
      return purgePath(target.path, site);
  }
}

/** Has everything read anew in the background. Visitors are served what there is, and wait for nothing. */
export function refreshSite({ catalogue, pages, media }: Site): void {
  catalogue.refreshAll();
  pages.refreshAll();
  media.refreshAll();
}
