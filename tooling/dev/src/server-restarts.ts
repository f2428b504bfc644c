import { once } from 'node:events';
import { join, sep } from 'node:path';
import type { ServiceName } from '@meridian/stack/service-environment';
import type { Stack } from '@meridian/stack/stack';
import { StackError } from '@meridian/stack/stack-error';
import { watch } from 'chokidar';
import type { BffProxy } from './bff-proxy.ts';

/** Debounce: an editor writes a file in several steps, and a git checkout writes many files. */
const quietMs = 40;

/**
 * Source folders, and the servers to restart after a change in them. After a change of the upstream the BFF restarts
 * too, because it caches the upstream's answers.
 */
const restartsOf: Record<string, readonly ServiceName[]> = {
  'apps/bff/src': ['bff'],
  'apps/upstream/src': ['upstream', 'bff'],
  'apps/upstream/content': ['bff'],
  'apps/sandbox/src': ['sandbox'],
  'packages/contracts/src': ['upstream', 'sandbox', 'bff'],
};

/** Files that no running server uses, for example tests and the CLI. */
const ignored = /\.test\.tsx?$|[/\\](?:testing|cli|node_modules)[/\\]|~$/;

/** @param path below `root` @returns servers that run the file, in restart order */
export function serversOf(root: string, path: string): readonly ServiceName[] {
  if (ignored.test(path)) return [];
  const folder = Object.keys(restartsOf).find((name) => path.startsWith(join(root, name) + sep));
  return folder === undefined ? [] : (restartsOf[folder] ?? []);
}

/**
 * Restarts the servers that use a changed file, one after another. Requests to the BFF wait for its restart.
 * @returns once the files are watched; `close` stops the watch after the restart in progress
 */
export async function restartOnChange(
  root: string,
  stack: Pick<Stack, 'restart'>,
  bff: Pick<BffProxy, 'hold'>,
  say: (line: string) => void,
) {
  const changed = new Set<ServiceName>();
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();

  async function restartAll(servers: readonly ServiceName[], path: string): Promise<void> {
    const startedAt = performance.now();
    for (const name of servers) await stack.restart(name);
    say(`${servers.join(', ')} restarted in ${Math.round(performance.now() - startedAt)} ms: ${path}`);
  }

  function restartChanged(path: string): void {
    const servers = (['upstream', 'sandbox', 'bff'] as const).filter((name) => changed.has(name));
    changed.clear();
    // This change may fix an earlier failure.
    last = last.catch(() => undefined).then(() => restartAll(servers, path));
    if (servers.includes('bff')) bff.hold(last);
    last.catch((error: unknown) => {
      if (!(error instanceof StackError)) throw error;
      say(error.message);
    });
  }

  const folders = Object.keys(restartsOf).map((name) => join(root, name));
  const watcher = watch(folders, { ignoreInitial: true, ignored: (path) => ignored.test(path) });
  watcher.on('all', (_event, path) => {
    const servers = serversOf(root, path);
    if (servers.length === 0) return;
    for (const name of servers) changed.add(name);
    clearTimeout(timer);
    timer = setTimeout(restartChanged, quietMs, path);
  });
  await once(watcher, 'ready');
  return {
    async close() {
      clearTimeout(timer);
      await watcher.close();
      await last.catch(() => undefined);
    },
  };
}
