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
const fileList = /(?:<link rel="preload" href| data-modules| data-state)="([^"]+)"/g;

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
  '/': budget(15_200, 39_500, 103_900, 158_000, 71_900),
  '/about-us': budget(11_900, 36_200, 102_300, 149_400, 700),
  '/corporate': budget(12_100, 36_400, 101_700, 149_000, 700),
  '/resources': budget(11_600, 35_900, 102_000, 148_800, 40_100),
  '/blogs': budget(12_100, 36_400, 102_000, 149_300, 32_400),
  '/blog/a-tuesday-with-a-release-train-engineer': budget(12_900, 37_200, 102_100, 150_200, 5_200),
  '/contact-us': budget(10_700, 35_000, 100_500, 146_400, 700),
  '/customer-speak': budget(13_500, 37_800, 102_500, 153_600, 22_100),
  '/become-an-instructor': budget(11_100, 35_300, 100_000, 146_200, 700),
  '/partner-with-us': budget(11_100, 35_400, 100_600, 146_800, 700),
  '/terms-and-conditions': budget(12_600, 36_900, 100_400, 148_200, 700),
  '/privacy-policy': budget(13_000, 37_300, 100_400, 148_600, 700),
  '/cancellation-and-refund-policy': budget(12_200, 36_500, 100_400, 147_800, 700),
  '/complaint-handling-policy': budget(12_200, 36_500, 100_400, 147_800, 700),
  '/checkout': budget(10_300, 34_600, 102_700, 148_100, 700),
  '/view-schedule/101': budget(12_800, 37_100, 105_000, 153_200, 700),
  '/thankyou': budget(9_800, 34_100, 100_600, 145_600, 700),
  '/safe/safe-agilist-certification': budget(19_900, 44_200, 104_900, 167_600, 50_900),
  '/demo': budget(9_200, 33_500, 99_300, 143_600, 700),
  '/test': budget(9_800, 34_100, 100_300, 145_300, 700),
  '/nowhere': budget(9_400, 33_700, 99_100, 143_700, 700),
};

/** Scripts of a receipt, whose document depends on the booking. */
export const receiptScripts = 105_000;
