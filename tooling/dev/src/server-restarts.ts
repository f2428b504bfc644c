import { join, sep } from 'node:path';
import type { ServiceName } from '@meridian/stack/service-environment';
import { watch } from 'chokidar';

/** Debounce: editors write in several steps, checkouts many files. */
const settleMs = 40;

/** Source folders and the servers to restart; the BFF caches upstream answers. */
const restartsOf: Record<string, readonly ServiceName[]> = {
  'apps/bff/src': ['bff'],
  'apps/upstream/src': ['upstream', 'bff'],
  'apps/upstream/content': ['bff'],
  'apps/sandbox/src': ['sandbox'],
  'packages/contracts/src': ['upstream', 'sandbox', 'bff'],
};

/** Tests and the CLI are not part of a running server. */
const ignored = /\.test\.tsx?$|[/\\](?:testing|cli|node_modules)[/\\]|~$/;

/** @param path below `root` @returns servers that run the file, in restart order */
export function serversOf(root: string, path: string): readonly ServiceName[] {
  if (ignored.test(path)) return [];
  const folder = Object.keys(restartsOf).find((name) => path.startsWith(join(root, name) + sep));
  return folder === undefined ? [] : (restartsOf[folder] ?? []);
}

/**
 * Watches the servers' files.
 * @param onChange gets each affected server once per batch of changes
 * @returns resolves once watching; `close` stops it
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
