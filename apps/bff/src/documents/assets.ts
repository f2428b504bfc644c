/** The files of the web app's build, in memory with their compressed forms. */
import { copyFile, mkdir, readdir, readFile, stat, unlink, utimes } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { StoredAnswer } from '../http/send-stored.ts';
import { compressNow, storeBody } from '../http/stored-body.ts';

export interface Asset extends StoredAnswer {
  cacheControl: string;
  /** Until then its compressed forms are being made. */
  ready?: Promise<void>;
}

export interface Assets {
  /** @param path as in the address, such as `/assets/entry-1a2b.js` or `/favicon.svg` */
  find(path: string): Promise<Asset | undefined>;
}

export interface AssetsOptions {
  clientDir: string;
  /** Folder that outlives a deploy. Pages that are open in a browser still load the earlier build's files. */
  keepDir?: string;
  headers: Readonly<Record<string, string>>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const packed = new Set(['.ico', '.jpg', '.pdf', '.png', '.webp', '.woff2']);

/** Names under `/assets` carry a hash of the content: what is there once never changes. */
const immutable = 'public, max-age=31536000, immutable';
const changing = 'public, max-age=3600';
const hashedFolder = '/assets/';
/** Earlier builds' files are dropped when no build of the last weeks had them. */
const keepMs = 30 * 24 * 60 * 60 * 1_000;
const bestBrotli = 11;

async function filesBelow(dir: string, prefix = '/'): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true });
  const nested = entries
    .filter(({ name }) => !name.startsWith('.'))
    .map((entry) =>
      entry.isDirectory()
        ? filesBelow(join(dir, entry.name), `${prefix}${entry.name}/`)
        : [`${prefix}${entry.name}`],
    );
  return (await Promise.all(nested)).flat();
}

/** Adds this build's files to the folder and drops what is too old. */
async function keepAssets(clientDir: string, keepDir: string, paths: readonly string[]): Promise<void> {
  await mkdir(keepDir, { recursive: true });
  const now = new Date();
  for (const path of paths) {
    const target = join(keepDir, path.slice(hashedFolder.length));
    await copyFile(join(clientDir, path), target);
    await utimes(target, now, now);
  }
  for (const name of await readdir(keepDir)) {
    const { mtimeMs } = await stat(join(keepDir, name));
    if (now.getTime() - mtimeMs > keepMs) await unlink(join(keepDir, name));
  }
}

/** Reads all files; compressing them goes on afterwards, one at a time. */
export async function loadAssets(options: AssetsOptions): Promise<Assets> {
  const { clientDir, keepDir, headers, log } = options;
  const assets = new Map<string, Asset>();
  let queue = Promise.resolve();

  async function add(path: string, file: string): Promise<Asset> {
    const extension = extname(path);
    const asset: Asset = {
      ...storeBody(await readFile(file)),
      statusCode: 200,
      headers: { ...headers, 'content-type': contentTypes[extension] ?? 'application/octet-stream' },
      cacheControl: path.startsWith(hashedFolder) ? immutable : changing,
    };
    if (!packed.has(extension)) {
      queue = queue
        .then(() => compressNow(asset, bestBrotli))
        .catch((error: unknown) => log.warn({ err: error }, 'file not compressed'));
      asset.ready = queue.then(() => {
        asset.ready = undefined;
      });
    }
    assets.set(path, asset);
    return asset;
  }

  const paths = await filesBelow(clientDir);
  // Scripts and styles first: visitors wait for them.
  const ordered = paths.toSorted((a, b) => Number(/\.(?:js|css)$/.test(b)) - Number(/\.(?:js|css)$/.test(a)));
  for (const path of ordered) await add(path, join(clientDir, path));
  if (keepDir !== undefined) {
    const hashed = paths.filter((path) => path.startsWith(hashedFolder));
    await keepAssets(clientDir, keepDir, hashed).catch((error: unknown) =>
      log.warn({ err: error }, 'this build is not kept for the time after the next deploy'),
    );
  }

  return {
    async find(path) {
      const asset = assets.get(path);
      if (asset || keepDir === undefined || !path.startsWith(hashedFolder)) return asset;
      const name = path.slice(hashedFolder.length);
      if (!/^[\w-][\w.-]*$/.test(name)) return undefined;
      try {
        return await add(path, join(keepDir, name));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
  };
}
