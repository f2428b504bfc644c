import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A session that the identity provider vouches for needs no second factor of ours. */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table operator_sessions add column by_oidc boolean not null default false`.execute(
    database,
  );
}

export const oidcSessions: Migration = { up };
