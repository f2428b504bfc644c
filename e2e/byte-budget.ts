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
  '/': budget(20_000, 44_300, 112_500, 161_300, 68_100),
  '/about-us': budget(17_200, 41_500, 110_700, 153_000, 700),
  '/corporate': budget(17_400, 41_700, 110_400, 152_900, 700),
  '/resources': budget(16_800, 41_100, 110_300, 152_300, 40_100),
  '/blogs': budget(17_400, 41_700, 110_200, 152_700, 32_400),
  '/blog/a-tuesday-with-a-release-train-engineer': budget(17_900, 42_200, 109_900, 152_900, 5_200),
  '/contact-us': budget(16_000, 40_300, 108_600, 149_800, 700),
  '/customer-speak': budget(18_300, 42_600, 111_000, 157_000, 22_100),
  '/become-an-instructor': budget(16_400, 40_700, 108_500, 150_000, 700),
  '/partner-with-us': budget(16_400, 40_700, 109_000, 150_600, 700),
  '/terms-and-conditions': budget(17_900, 42_200, 108_300, 151_300, 700),
  '/privacy-policy': budget(18_400, 42_700, 108_300, 151_700, 700),
  '/cancellation-and-refund-policy': budget(17_600, 41_900, 108_300, 151_000, 700),
  '/complaint-handling-policy': budget(17_500, 41_800, 108_300, 150_900, 700),
  '/checkout': budget(15_800, 40_100, 110_800, 151_800, 700),
  '/view-schedule/101': budget(17_500, 41_800, 115_000, 157_600, 700),
  '/thankyou': budget(15_500, 39_700, 109_000, 149_600, 700),
  '/safe/safe-agilist-certification': budget(23_500, 47_800, 115_200, 171_300, 50_900),
  '/demo': budget(15_000, 39_300, 107_800, 147_900, 700),
  '/test': budget(15_300, 39_600, 108_800, 149_200, 700),
  '/nowhere': budget(15_100, 39_400, 107_600, 147_800, 700),
};
