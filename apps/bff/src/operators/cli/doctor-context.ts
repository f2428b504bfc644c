import type { Kysely } from 'kysely';
import { findPooling } from '../../platform/database/connection/pooling.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Env, readEnv } from '../../platform/settings/env.ts';
import type { DoctorContext } from '../doctor/check.ts';
import { openDns } from '../doctor/dns.ts';

/** Builds the context of checks for a command. @param database undefined if no database URL is set */
export function openDoctorContext(
  environment: NodeJS.ProcessEnv,
  database: Kysely<Database> | undefined,
  dns: DoctorContext['dns'] = openDns(),
): DoctorContext {
  const { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: directUrl } = environment;
  const url = environment.DATABASE_CONSOLE_URL || directUrl || databaseUrl;
  let settings: Env | undefined;
  return {
    // Read once, because most checks ask for the settings, and reading includes the instance folder.
    settings() {
      settings ??= readEnv(environment);
      return settings;
    },
    database() {
      if (database) return database;
      throw new Error('DATABASE_URL is not set');
    },
    dns,
    pooling: () => findPooling({ databaseUrl: databaseUrl || url || '', directUrl: directUrl || undefined }),
  };
}
