import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Leads in the states that operators look after, newest first. A usual lead is in neither index, from its insert to its
 * delivery, so that they cost it nothing but the test of their conditions.
 */
export const unusualLeads: Migration = {
  async up(database: Kysely<unknown>) {
    await sql`
      create index leads_not_taken on leads (forward_state, id)
        where forward_state in ('quarantined', 'refused', 'refused_late')`.execute(database);
    await sql`create index leads_dead on leads (id) where crm_state = 'dead'`.execute(database);
  },
};
