/** Purges of the caches: here at once, and in every other process that shares the database. */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import { announcePurge, listenForPurges } from './purge-channel.ts';
import { purgeSite, refreshSite, type Site } from './purge-site.ts';
import { type PurgeTarget, purgeTarget } from './purge-target.ts';

export interface Purges {
  /**
   * @param text as in {@link purgeTarget}
   * @returns how much was dropped here, or undefined where the text is not understood
   * @throws where the other processes cannot be told
   */
  purge(text: string): Promise<number | undefined>;
  close(): Promise<void>;
}

export interface PurgesOptions {
  site: Site;
  database: Kysely<Database>;
  databaseUrl: string;
  log: FastifyBaseLogger;
}

const everything: PurgeTarget = { kind: 'all' };

export async function openPurges({ site, database, databaseUrl, log }: PurgesOptions): Promise<Purges> {
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
      if (from !== self) purgeHere(purgeTarget(target) ?? everything);
    },
    // What was announced meanwhile was not heard. A database that was away for a moment shall slow no page down.
    onConnected: () => refreshSite(site),
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
