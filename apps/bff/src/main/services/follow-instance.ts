import { setInstance } from '@meridian/contracts/site/instance';
import type { FastifyBaseLogger } from 'fastify';
import type { Listener } from '../../platform/database/connection/listen.ts';
import type { Env } from '../../platform/settings/env.ts';
import { instanceTarget, listenForPurges } from '../../site/purge/purge-channel.ts';

/** Reads the instance again when it is applied: for workers and consoles, whose emails and PDFs show it. */
export function followInstance(
  { databaseUrl, databaseDirectUrl, instanceFolder }: Env,
  log: FastifyBaseLogger,
): Promise<Listener> {
  function reload(): void {
    try {
      setInstance(instanceFolder.readAgain().instance);
    } catch (error) {
      log.error({ err: error }, 'the instance is invalid, so the one before stays');
    }
  }
  return listenForPurges({
    databaseUrl: databaseDirectUrl ?? databaseUrl,
    name: 'bff-instance',
    log,
    onPurge: ({ target }) => target === instanceTarget && reload(),
    onConnected: reload,
  });
}
