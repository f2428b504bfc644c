/** The instance that the site shows: the data that pages contain, its files and its redirects. */
import { setInstance } from '@meridian/contracts/site/instance';
import type { PageRenderer } from '@meridian/contracts/site/renderer';
import { fontStyle, paletteOf, type ThemeColours, themeStyle } from '@meridian/contracts/site/theme';
import type { InstanceFolder } from '@meridian/instance/folder';
import type { FastifyBaseLogger } from 'fastify';
import { storeBody } from '../../platform/cache/stored-body.ts';
import type { Headers, SecurityHeaders } from '../../platform/http/security-headers.ts';
import type { Asset } from './assets.ts';
import { renderSocialImage } from './social-image.ts';

export interface DocumentInstance {
  /** The data for browsers, as JSON for a script element. */
  json: string;
  /** CSS that follows the styles of the build; empty if the look of the build is used. */
  style: string;
  /** True if the fonts of the build are used. */
  hasBuildFonts: boolean;
  /** Colour of the browser's frame in the light and the dark scheme. */
  frame: { light: string; dark: string };
  headers: Headers;
  /** Headers of documents with the payment widget. */
  checkoutHeaders: Headers;
}

export interface SiteInstance {
  current(): InstanceFolder;
  /** The data that each document contains. */
  document(): DocumentInstance;
  /** @param path for example `/favicon.svg` */
  findFile(path: string): Asset | Promise<Asset> | undefined;
  /** Reads the folder again. @throws InstanceError if it is invalid; the previous instance then stays */
  reload(): void;
}

/** The URLs of these files in pages change with the content. */
const cacheControl = 'public, max-age=3600';

/** Colour of the frame in the theme of the build. */
const buildFrame = { light: '#0f182b', dark: '#0a101d' };

function frameOf(colours: ThemeColours): DocumentInstance['frame'] {
  const { light, darkBackground } = paletteOf(colours);
  return { light: light['ink-deep'], dark: darkBackground['ink-deep'] };
}

/**
 * @param web bundle of the web app, which has its own copy of `setInstance`
 * @param securityHeaders creates headers that allow the inline style
 */
export function createSiteInstance(
  first: InstanceFolder,
  web: Pick<PageRenderer, 'setInstance'>,
  securityHeaders: (style: string) => Pick<SecurityHeaders, 'document' | 'checkout' | 'media'>,
): SiteInstance {
  let folder: InstanceFolder;
  let document: DocumentInstance;
  let files: ReadonlyMap<string, Asset>;
  let findSocialImage: () => Promise<Asset> | undefined;

  function use(next: InstanceFolder): void {
    setInstance(next.instance);
    web.setInstance(next.instance);
    folder = next;
    // Only the server renders the footer and the top bar.
    const forBrowsers = { ...next.instance, footer: [], social: {} };
    const { colours, font } = next.instance.theme;
    const style = fontStyle(font) + (colours ? themeStyle(colours) : '');
    const headers = securityHeaders(style);
    document = {
      json: JSON.stringify(forBrowsers).replaceAll('<', '\\u003c'),
      style,
      hasBuildFonts: font === 'figtree',
      frame: colours ? frameOf(colours) : buildFrame,
      headers: headers.document,
      checkoutHeaders: headers.checkout,
    };
    const assetOf = (body: Buffer, contentType: string): Asset => ({
      ...storeBody(body),
      statusCode: 200,
      headers: { ...headers.media, 'content-type': contentType },
      cacheControl,
    });
    files = new Map(
      [...next.files].map(([path, { body, contentType }]) => [path, assetOf(body, contentType)]),
    );
    const { socialDrawing } = next;
    let rendering: Promise<Asset> | undefined;
    // Rendered for the first request, so that the start does not wait for it.
    findSocialImage = () => {
      if (socialDrawing === undefined) return undefined;
      rendering ??= renderSocialImage(socialDrawing).then(
        (image) => assetOf(image, 'image/png'),
        (error: unknown) => {
          rendering = undefined;
          throw error;
        },
      );
      return rendering;
    };
  }
  use(first);
  return {
    current: () => folder,
    document: () => document,
    findFile: (path) => files.get(path) ?? (path === '/social.png' ? findSocialImage() : undefined),
    reload: () => use(folder.readAgain()),
  };
}

/** Reads the folder again. An invalid folder is logged, and the previous instance stays. */
export function reloadInstance(
  instance: Pick<SiteInstance, 'reload' | 'current'>,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): void {
  try {
    instance.reload();
    log.info('the instance is read');
  } catch (error) {
    log.error({ err: error }, 'the instance is invalid, so the previous one stays in use');
  }
}
