import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { routes } from './routes.ts';

/** Bytes that a page sends at first, as they go over the line with Brotli, without headers. */
export interface PageBytes {
  /** Compressed as well as Brotli can: the server does so once its content is stored again unchanged. */
  document: number;
  /** What is asked for before the first paint: the document and the fonts of the first text. */
  beforePaint: number;
  scripts: number;
  /** Document, fonts, scripts, state and style sheets together, so that nothing is only moved. */
  total: number;
  /** All pictures of our own that the page shows, not compressed, whether or not they load at first. */
  pictures: number;
}

/** @returns the bytes of a text that the server compresses while it runs, as small as they can be */
export async function compressedBytes(text: string | Buffer): Promise<number> {
  return (await promisify(brotliCompress)(Buffer.from(text))).length;
}

const pictureSource = / src="(\/[^"]+)"/g;
/** Files of the first load: preloads, and the lists of the loader. */
const fileList = /(?:<link rel="preload" href| data-modules| data-files)="([^"]+)"/g;

function addressesIn(html: string, pattern: RegExp): string[] {
  const lists = [...html.matchAll(pattern)].map(([, list = '']) => list);
  return [...new Set(lists.flatMap((list) => list.split(' ')))];
}

/**
 * Adds up what a page sends.
 * @param html text of the document
 * @param sizeOf bytes of a file of the site, in one of its forms
 */
export async function pageBytes(
  html: string,
  sizeOf: (address: string, form: 'br' | 'identity') => Promise<number>,
): Promise<PageBytes> {
  const document = await compressedBytes(html);
  const sum = async (addresses: readonly string[], form: 'br' | 'identity' = 'br') =>
    (await Promise.all(addresses.map((address) => sizeOf(address, form)))).reduce(
      (bytes, size) => bytes + size,
      0,
    );
  const files = addressesIn(html, fileList);
  return {
    document,
    beforePaint: document + (await sum(files.filter((file) => file.endsWith('.woff2')))),
    scripts: await sum(files.filter((file) => file.endsWith('.js'))),
    total: document + (await sum(files)),
    pictures: await sum(addressesIn(html, pictureSource), 'identity'),
  };
}

function budget(
  document: number,
  beforePaint: number,
  scripts: number,
  total: number,
  pictures: number,
): PageBytes {
  return { document, beforePaint, scripts, total, pictures };
}

/**
 * What each page may take, in bytes: what it takes now and about a hundredth more, because seats and dates change. A
 * step that makes a page lighter lowers its row.
 */
export const byteBudgets: Readonly<Record<(typeof routes)[number], PageBytes>> = {
  '/': budget(16_000, 40_300, 110_900, 165_600, 68_100),
  '/about-us': budget(12_400, 36_700, 108_900, 156_400, 700),
  '/corporate': budget(12_600, 36_900, 108_400, 156_100, 700),
  '/resources': budget(12_100, 36_400, 108_300, 155_400, 40_100),
  '/blogs': budget(12_500, 36_800, 108_100, 155_800, 32_400),
  '/blog/a-tuesday-with-a-release-train-engineer': budget(13_400, 37_700, 107_900, 156_300, 5_200),
  '/contact-us': budget(11_100, 35_400, 106_600, 152_800, 700),
  '/customer-speak': budget(14_000, 38_200, 109_000, 160_500, 22_100),
  '/become-an-instructor': budget(11_500, 35_800, 106_400, 153_000, 700),
  '/partner-with-us': budget(11_500, 35_800, 107_000, 153_600, 700),
  '/terms-and-conditions': budget(13_100, 37_400, 106_200, 154_400, 700),
  '/privacy-policy': budget(13_500, 37_800, 106_200, 154_800, 700),
  '/cancellation-and-refund-policy': budget(12_700, 37_000, 106_200, 154_000, 700),
  '/complaint-handling-policy': budget(12_700, 37_000, 106_200, 154_000, 700),
  '/checkout': budget(10_700, 35_000, 108_900, 154_600, 700),
  '/view-schedule/101': budget(13_300, 37_600, 111_600, 159_900, 700),
  '/thankyou': budget(10_300, 34_600, 106_900, 152_300, 700),
  '/safe/safe-agilist-certification': budget(20_500, 44_800, 112_400, 175_400, 50_900),
  '/demo': budget(9_600, 33_900, 105_700, 150_400, 700),
  '/test': budget(10_300, 34_600, 106_700, 152_100, 700),
  '/nowhere': budget(9_900, 34_200, 105_500, 150_500, 700),
};
