import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { routes } from './routes.ts';

/** Bytes that a page sends at first, as they go over the line with Brotli, without headers. */
export interface PageBytes {
  /** The document, compressed as well as Brotli can: the server does so once its content is stored again unchanged. */
  document: number;
  /** What is asked for before the first paint: the document and the fonts of the first text. */
  beforePaint: number;
  scripts: number;
  /** Document, fonts, scripts, state and style sheets together, so that nothing is only moved. */
  total: number;
  /** All pictures of our own that the page shows, not compressed, whether or not they load at first. */
  pictures: number;
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
  const { length: document } = await promisify(brotliCompress)(Buffer.from(html));
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
  '/': budget(22_600, 46_900, 113_000, 160_700, 68_100),
  '/about-us': budget(17_200, 41_500, 111_200, 153_500, 700),
  '/corporate': budget(17_400, 41_700, 110_900, 153_400, 700),
  '/resources': budget(16_800, 41_100, 110_800, 152_700, 40_100),
  '/blogs': budget(17_300, 41_600, 110_700, 153_100, 32_400),
  '/blog/a-tuesday-with-a-release-train-engineer': budget(17_800, 42_100, 110_400, 153_300, 5_200),
  '/contact-us': budget(16_000, 40_300, 109_100, 150_300, 700),
  '/customer-speak': budget(19_700, 44_000, 111_500, 156_300, 22_100),
  '/become-an-instructor': budget(16_400, 40_600, 108_900, 150_400, 700),
  '/partner-with-us': budget(16_400, 40_700, 109_500, 151_000, 700),
  '/terms-and-conditions': budget(18_000, 42_200, 108_700, 151_800, 700),
  '/privacy-policy': budget(18_300, 42_600, 108_700, 152_200, 700),
  '/cancellation-and-refund-policy': budget(17_500, 41_800, 108_700, 151_400, 700),
  '/complaint-handling-policy': budget(17_500, 41_800, 108_700, 151_300, 700),
  '/checkout': budget(15_800, 40_100, 111_300, 152_200, 700),
  '/view-schedule/101': budget(17_400, 41_700, 115_400, 158_000, 700),
  '/thankyou': budget(15_400, 39_700, 109_500, 150_000, 700),
  '/safe/safe-agilist-certification': budget(28_100, 52_400, 115_700, 169_000, 50_900),
  '/demo': budget(14_900, 39_200, 108_200, 148_300, 700),
  '/test': budget(15_300, 39_600, 109_200, 149_600, 700),
  '/nowhere': budget(15_100, 39_400, 108_000, 148_200, 700),
};
