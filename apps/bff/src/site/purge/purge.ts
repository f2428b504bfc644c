/** Purges the caches of this process and of all other processes on the database. */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { announcePurge, instanceTarget, listenForPurges } from './purge-channel.ts';
import { purgeSite, refreshSite, type Site } from './purge-site.ts';
import { type PurgeTarget, purgeTarget } from './purge-target.ts';

export interface Purges {
  /**
   * @param text target, see {@link purgeTarget}
   * @returns number of entries invalidated in this process, or undefined for an unknown target
   * @throws if the other processes cannot be notified
   */
  purge(text: string): Promise<number | undefined>;
  close(): Promise<void>;
}

export interface PurgesOptions {
  site: Site;
  database: Kysely<Database>;
  databaseUrl: string;
  /** Reads the database state that pages show. Never throws. */
  refreshState: () => Promise<void>;
  log: FastifyBaseLogger;
  /** Reads the instance again. Never throws: an invalid instance is logged, and the previous one stays. */
  reloadInstance: () => void;
}

const everything: PurgeTarget = { kind: 'all' };

export async function openPurges({
  site,
  database,
  databaseUrl,
  refreshState,
  reloadInstance,
  log,
}: PurgesOptions): Promise<Purges> {
  const self = randomUUID();

  function purgeHere(target: PurgeTarget): number {
    const purged = purgeSite(target, site);
    log.info({ target: target.kind === 'path' ? target.path : target.kind, purged }, 'cache purged');
    return purged;
  }

  const listener = await listenForPurges({
    databaseUrl,
    log,
    onPurge({ target, from }) {
      if (from === self) return;
      if (target === instanceTarget) {
        reloadInstance();
        // Texts of the catalogue also contain values of the instance.
        purgeHere(everything);
      } else void refreshState().then(() => purgeHere(purgeTarget(target) ?? everything));
    },
    // Notifications may have been missed. Refreshes in the background, so that a brief outage does not slow
    // pages down.
    onConnected() {
      reloadInstance();
      void refreshState().then(() => refreshSite(site));
    },
  });

  return {
    async purge(text) {
      const target = purgeTarget(text);
      if (!target) return undefined;
      const purged = purgeHere(target);
      await announcePurge(database, { target: text, from: self });
      return purged;
    },
    close: () => listener.close(),
  };
}
