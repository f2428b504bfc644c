/** The instance that the site shows: what pages carry of it, its files and its redirects. */
import { setInstance } from '@meridian/contracts/site/instance';
import type { PageRenderer } from '@meridian/contracts/site/renderer';
import { type InstanceFolder, readInstanceFolder } from '@meridian/instance/folder';
import { storeBody } from '../../platform/cache/stored-body.ts';
import type { Headers } from '../../platform/http/security-headers.ts';
import type { Asset } from './assets.ts';

export interface SiteInstance {
  current(): InstanceFolder;
  /** The part for browsers, as JSON for a script element. */
  json(): string;
  /** @param path such as `/favicon.svg` */
  findFile(path: string): Asset | undefined;
  /** Reads the folder again. @throws InstanceError if it is invalid; the instance before stays */
  reload(): void;
}

/** Its addresses in pages change with the content. */
const cacheControl = 'public, max-age=3600';

/**
 * @param web has a copy of the accessor, since it is a bundle
 * @param fileHeaders of the logo and other files
 */
export function createSiteInstance(
  first: InstanceFolder,
  web: Pick<PageRenderer, 'setInstance'>,
  fileHeaders: Headers,
): SiteInstance {
  let folder: InstanceFolder;
  let json: string;
  let files: ReadonlyMap<string, Asset>;

  function use(next: InstanceFolder): void {
    setInstance(next.instance);
    web.setInstance(next.instance);
    folder = next;
    // Footer and top bar are markup of the server alone.
    json = JSON.stringify({ ...next.instance, footer: [], social: {} }).replaceAll('<', '\\u003c');
    files = new Map(
      [...next.files].map(([path, { body, contentType }]) => [
        path,
        {
          ...storeBody(body),
          statusCode: 200,
          headers: { ...fileHeaders, 'content-type': contentType },
          cacheControl,
        },
      ]),
    );
  }
  use(first);
  return {
    current: () => folder,
    json: () => json,
    findFile: (path) => files.get(path),
    reload: () => use(readInstanceFolder(folder.dir)),
  };
}
