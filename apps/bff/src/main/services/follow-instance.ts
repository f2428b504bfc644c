import { setInstance } from '@meridian/contracts/site/instance';
import type { FastifyBaseLogger } from 'fastify';
import type { Listener } from '../../platform/database/connection/listen.ts';
import type { Env } from '../../platform/settings/env.ts';
import { instanceTarget, listenForPurges } from '../../site/purge/purge-channel.ts';

/**
 * Reads the instance again when a new one is applied. For workers and consoles, because emails and PDFs
 * contain data of the instance.
 */
export function followInstance(
  { databaseUrl, databaseDirectUrl, instanceFolder }: Env,
  log: FastifyBaseLogger,
): Promise<Listener> {
  function reload(): void {
    try {
      setInstance(instanceFolder.readAgain().instance);
    } catch (error) {
      log.error({ err: error }, 'the instance is invalid, so the previous one stays in use');
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
