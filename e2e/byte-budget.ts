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
  '/': budget(20_000, 44_300, 109_900, 157_900, 68_100),
  '/about-us': budget(17_300, 41_600, 107_900, 149_600, 700),
  '/corporate': budget(17_400, 41_700, 107_400, 149_100, 700),
  '/resources': budget(16_900, 41_200, 107_200, 148_500, 40_100),
  '/blogs': budget(17_500, 41_800, 107_100, 148_900, 32_400),
  '/blog/a-tuesday-with-a-release-train-engineer': budget(17_900, 42_200, 106_900, 149_100, 5_200),
  '/contact-us': budget(16_100, 40_400, 105_600, 146_000, 700),
  '/customer-speak': budget(18_300, 42_600, 108_000, 153_100, 22_100),
  '/become-an-instructor': budget(16_400, 40_700, 105_400, 146_200, 700),
  '/partner-with-us': budget(16_500, 40_800, 106_000, 146_900, 700),
  '/terms-and-conditions': budget(18_000, 42_300, 105_200, 147_600, 700),
  '/privacy-policy': budget(18_400, 42_700, 105_200, 148_000, 700),
  '/cancellation-and-refund-policy': budget(17_600, 41_900, 105_200, 147_200, 700),
  '/complaint-handling-policy': budget(17_600, 41_900, 105_200, 147_200, 700),
  '/checkout': budget(15_900, 40_200, 107_900, 148_100, 700),
  '/view-schedule/101': budget(17_500, 41_800, 110_600, 152_400, 700),
  '/thankyou': budget(15_500, 39_800, 105_900, 145_800, 700),
  '/safe/safe-agilist-certification': budget(23_600, 47_900, 111_300, 166_600, 50_900),
  '/demo': budget(15_000, 39_300, 104_700, 144_100, 700),
  '/test': budget(15_400, 39_700, 105_700, 145_500, 700),
  '/nowhere': budget(15_200, 39_500, 104_500, 144_100, 700),
};
