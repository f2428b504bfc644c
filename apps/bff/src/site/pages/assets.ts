/** Files of the web app's build, in memory with the compressed files that the build made. */
import { copyFile, mkdir, readdir, readFile, stat, unlink, utimes } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { StoredAnswer } from '../../platform/cache/send-stored.ts';
import { ownMemory, storeBody } from '../../platform/cache/stored-body.ts';

export interface Asset extends StoredAnswer {
  cacheControl: string;
}

export interface Assets {
  /** @param path for example `/assets/entry-1a2b.js` or `/favicon.svg` */
  find(path: string): Promise<Asset | undefined>;
}

export interface AssetsOptions {
  clientDir: string;
  /** Folder that is kept across deployments: open pages still load files of earlier builds. */
  archiveDir?: string;
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
/** Suffixes of a file's compressed copies. */
const compressedForm = /\.(?:br|gz)$/;

/** Names under `/assets` contain a hash of the content, so the files never change. */
const immutable = 'public, max-age=31536000, immutable';
const changing = 'public, max-age=3600';
const hashedFolder = '/assets/';
/** A file of an earlier build is deleted this long after the last build that contained it. */
const archiveMs = 30 * 24 * 60 * 60 * 1_000;

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

/** Copies files of this build to the archive folder, and deletes old files from the folder. */
async function archiveAssets(clientDir: string, archiveDir: string, paths: readonly string[]): Promise<void> {
  await mkdir(archiveDir, { recursive: true });
  const now = new Date();
  for (const path of paths) {
    const target = join(archiveDir, path.slice(hashedFolder.length));
    await copyFile(join(clientDir, path), target);
    await utimes(target, now, now);
  }
  for (const name of await readdir(archiveDir)) {
    const { mtimeMs } = await stat(join(archiveDir, name));
    if (now.getTime() - mtimeMs > archiveMs) await unlink(join(archiveDir, name));
  }
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads all files of the build, and copies those with hashed names to the archive folder. */
export async function loadAssets(options: AssetsOptions): Promise<Assets> {
  const { clientDir, archiveDir, headers, log } = options;
  const assets = new Map<string, Asset>();

  async function add(path: string, file: string): Promise<Asset | undefined> {
    const [identity, gzip, brotli] = await Promise.all([file, `${file}.gz`, `${file}.br`].map(readIfThere));
    if (!identity) return undefined;
    const asset: Asset = {
      ...storeBody(identity),
      gzip: gzip && ownMemory(gzip),
      brotli: brotli && ownMemory(brotli),
      statusCode: 200,
      headers: { ...headers, 'content-type': contentTypes[extname(path)] ?? 'application/octet-stream' },
      cacheControl: path.startsWith(hashedFolder) ? immutable : changing,
    };
    assets.set(path, asset);
    return asset;
  }

  const paths = await filesBelow(clientDir);
  const files = paths.filter((path) => !compressedForm.test(path));
  await Promise.all(files.map((path) => add(path, join(clientDir, path))));
  if (archiveDir !== undefined) {
    const hashed = paths.filter((path) => path.startsWith(hashedFolder));
    await archiveAssets(clientDir, archiveDir, hashed).catch((error: unknown) =>
      log.warn(
        { err: error },
        'this build could not be archived: pages that are open during the next deployment may fail',
      ),
    );
  }

  return {
    async find(path) {
      const asset = assets.get(path);
      if (asset || archiveDir === undefined || !path.startsWith(hashedFolder)) return asset;
      const name = path.slice(hashedFolder.length);
      if (!/^[\w-][\w.-]*$/.test(name) || compressedForm.test(name)) return undefined;
      return await add(path, join(archiveDir, name));
    },
  };
}
