import { join, sep } from 'node:path';
import type { ServiceName } from '@meridian/stack/service-environment';
import { watch } from 'chokidar';

/** An editor writes a file in several steps, and a checkout many files: they are taken together. */
const settleMs = 40;

/** Folders whose files a server runs, and the servers to restart; the BFF keeps answers of the upstream. */
const restartsOf: Record<string, readonly ServiceName[]> = {
  'apps/bff/src': ['bff'],
  'apps/upstream/src': ['upstream', 'bff'],
  'apps/upstream/content': ['bff'],
  'apps/sandbox/src': ['sandbox'],
  'packages/contracts/src': ['upstream', 'sandbox', 'bff'],
};

/** Tests and the operators' command are no part of a running server. */
const ignored = /\.test\.tsx?$|[/\\](?:testing|ops|node_modules)[/\\]|~$/;

/** @param path below `root` @returns the servers that run the file, in the order of their restart */
export function serversOf(root: string, path: string): readonly ServiceName[] {
  if (ignored.test(path)) return [];
  const folder = Object.keys(restartsOf).find((name) => path.startsWith(join(root, name) + sep));
  return folder === undefined ? [] : (restartsOf[folder] ?? []);
}

/**
 * Tells which servers a change of files concerns.
 * @param onChange gets each server once, however many files have changed
 * @returns resolves when changes are noticed; `close` ends it
 */
export async function watchServers(root: string, onChange: (servers: ServiceName[], path: string) => void) {
  const changed = new Set<ServiceName>();
  let timer: NodeJS.Timeout | undefined;
  const folders = Object.keys(restartsOf).map((name) => join(root, name));
  const watcher = watch(folders, { ignoreInitial: true, ignored: (path) => ignored.test(path) });
  watcher.on('all', (_event, path) => {
    const servers = serversOf(root, path);
    if (servers.length === 0) return;
    for (const name of servers) changed.add(name);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const order = (['upstream', 'sandbox', 'bff'] as const).filter((name) => changed.has(name));
      changed.clear();
      onChange(order, path);
    }, settleMs);
  });
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return {
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
