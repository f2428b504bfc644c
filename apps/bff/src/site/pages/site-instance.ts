/** The instance that the site shows: what pages carry of it, its files and its redirects. */
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
  /** The part for browsers, as JSON for a script element. */
  json: string;
  /** Style sheet after those of the build; empty if the build's look is used. */
  style: string;
  /** Whether the build's fonts are used. */
  hasBuildFonts: boolean;
  /** Colour of the browser's frame by scheme. */
  frame: { light: string; dark: string };
  headers: Headers;
  /** Of documents with the payment widget. */
  checkoutHeaders: Headers;
}

export interface SiteInstance {
  current(): InstanceFolder;
  /** What each document carries of it. */
  document(): DocumentInstance;
  /** @param path such as `/favicon.svg` */
  findFile(path: string): Asset | Promise<Asset> | undefined;
  /** Reads the folder again. @throws InstanceError if it is invalid; the instance before stays */
  reload(): void;
}

/** Its addresses in pages change with the content. */
const cacheControl = 'public, max-age=3600';

/** Of the build's theme. */
const buildFrame = { light: '#0f182b', dark: '#0a101d' };

function frameOf(colours: ThemeColours): DocumentInstance['frame'] {
  const { light, darkBackground } = paletteOf(colours);
  return { light: light['ink-deep'], dark: darkBackground['ink-deep'] };
}

/**
 * @param web has a copy of the accessor, since it is a bundle
 * @param securityHeaders allow the inline style
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
    // Footer and top bar are markup of the server alone.
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
    // Rendered for the first robot that fetches it, so that a start does not wait for it.
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

/** Reads the folder again. An invalid one is logged, and the instance before stays. */
export function reloadInstance(
  instance: Pick<SiteInstance, 'reload' | 'current'>,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): void {
  try {
    instance.reload();
    log.info('the instance is read');
  } catch (error) {
    log.error({ err: error }, 'the instance is invalid, so the one before stays');
  }
}
