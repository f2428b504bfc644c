import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

/** Files that a document loads first: scripts and style sheets, but not fonts, pictures or its state. */
const fileList = /(?:<link rel="stylesheet" href| data-modules)="([^"]+)"(?! disabled)/g;

/**
 * Size of a page: document, styles and scripts, compressed with Brotli, without headers. Moving bytes from
 * one to another gains nothing. The document is compressed at the highest level, as the server does when it
 * renders the page again with the same content.
 * @param html text of the document
 * @param sizeOf returns the compressed size of a file of the site, in bytes
 * @returns bytes
 */
export async function pageBytes(html: string, sizeOf: (address: string) => Promise<number>): Promise<number> {
  const files = [...html.matchAll(fileList)].flatMap(([, list = '']) => list.split(' '));
  const sizes = await Promise.all([...new Set(files)].map(sizeOf));
  return sizes.reduce((sum, size) => sum + size, (await promisify(brotliCompress)(html)).length);
}

/** @returns the maximum size of a page, in bytes */
export function byteBudget(path: string): number {
  return path === '/safe/safe-agilist-certification' ? 139_000 : 133_500;
}
