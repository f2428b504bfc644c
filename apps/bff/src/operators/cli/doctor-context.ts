import type { Kysely } from 'kysely';
import { findPooling } from '../../platform/database/connection/pooling.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DoctorContext } from '../doctor/check.ts';
import { openDns } from '../doctor/dns.ts';
import { readOnce } from './read-once.ts';

/** Builds the context of checks for a command. @param database undefined if no database URL is set */
export function openDoctorContext(
  environment: NodeJS.ProcessEnv,
  database: Kysely<Database> | undefined,
  dns: DoctorContext['dns'] = openDns(),
): DoctorContext {
  const { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: directUrl } = environment;
  const url = environment.DATABASE_CONSOLE_URL || directUrl || databaseUrl;
  return {
    // Once, because most checks ask for the settings.
    settings: readOnce(environment),
    database() {
      if (database) return database;
      throw new Error('DATABASE_URL is not set');
    },
    dns,
    pooling: () => findPooling({ databaseUrl: databaseUrl || url || '', directUrl: directUrl || undefined }),
  };
}
