import type { ServiceName } from '@meridian/stack/service-environment';
import type { Stack } from '@meridian/stack/stack';
import { StackError } from '@meridian/stack/stack-error';
import type { BffProxy } from './bff-proxy.ts';

/** Restarts servers sequentially, in the requested order. */
export function createRestarter(
  stack: Pick<Stack, 'restart'>,
  bff: Pick<BffProxy, 'hold'>,
  say: (line: string) => void,
) {
  let last: Promise<void> = Promise.resolve();

  async function restartAll(servers: readonly ServiceName[], path: string): Promise<void> {
    const startedAt = performance.now();
    for (const name of servers) await stack.restart(name);
    say(`${servers.join(', ')} restarted in ${Math.round(performance.now() - startedAt)} ms: ${path}`);
  }

  return {
    /** @param path the changed file */
    restart(servers: readonly ServiceName[], path: string): void {
      // This change may fix an earlier failure.
      last = last.catch(() => undefined).then(() => restartAll(servers, path));
      if (servers.includes('bff')) bff.hold(last);
      last.catch((error: unknown) => {
        if (!(error instanceof StackError)) throw error;
        say(error.message);
      });
    },
    /** Resolves when no restart is in progress. */
    idle: () => last.catch(() => undefined),
  };
}
