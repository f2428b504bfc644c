import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const options =
  sql.raw(`fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0.02`);

/**
 * Vacuums leads after a hundredth has changed, not a fifth: the indexes of what waits are small, and in a large ledger they
 * filled with entries of leads long settled, ten times as many as live ones, which every query of them reads.
 */
export const vacuumHotLeads: Migration = {
  async up(database: Kysely<unknown>) {
    // As in 0098, with these options.
    await sql`
      create or replace function add_lead_partition(suffix text, bounds text) returns void language plpgsql as $$
      begin
        execute format('create table leads_%s (like leads including defaults including constraints)
          with (${options})', suffix);
        execute format('alter table leads attach partition leads_%s %s', suffix, bounds);
        execute format('create table lead_events_%s (like lead_events including defaults including constraints)', suffix);
        execute format('alter table lead_events_%s add constraint lead_events_%s_lead_id_fkey
          foreign key (lead_id) references leads_%s (id) on delete cascade', suffix, suffix, suffix);
        execute format('alter table lead_events attach partition lead_events_%s %s', suffix, bounds);
      end $$`.execute(database);
    await sql`
      do $$
      declare
        name text;
      begin
        for name in
          select relid from pg_partition_tree('leads') where isleaf
          union all select oid::regclass from pg_class where oid = 'leads'::regclass and relkind = 'r'
        loop
          execute format('alter table %s set (${options})', name);
        end loop;
      end $$`.execute(database);
  },
};
