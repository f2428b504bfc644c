import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

/** Files that a document loads at first, apart from fonts, pictures and its state: scripts, and sheets beside it. */
const fileList = /(?:<link rel="stylesheet" href| data-modules)="([^"]+)"(?! disabled)/g;

/**
 * Document, styles and scripts of a page with Brotli, without headers: a page that moves bytes from one to the other gains
 * nothing. The document is compressed as well as Brotli can: the server does so once its content is stored again
 * unchanged.
 * @param html text of the document
 * @param sizeOf bytes of a file of the site with Brotli
 */
export async function pageBytes(html: string, sizeOf: (address: string) => Promise<number>): Promise<number> {
  const files = [...html.matchAll(fileList)].flatMap(([, list = '']) => list.split(' '));
  const sizes = await Promise.all([...new Set(files)].map(sizeOf));
  return sizes.reduce((sum, size) => sum + size, (await promisify(brotliCompress)(html)).length);
}

/** @returns the most bytes that a page may take */
export function byteBudget(path: string): number {
  return path === '/safe/safe-agilist-certification' ? 139_000 : 133_500;
}
