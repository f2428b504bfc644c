import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The log of what operators did. Append-only: a trigger refuses every change, and each entry carries a hash over
 * itself and the hash before it, so that a change past the trigger shows.
 */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_log (
      id bigint primary key,
      at timestamptz not null,
      operator_id text,
      operator_email text not null,
      action text not null,
      subject_kind text not null,
      subject_id text not null,
      detail jsonb not null,
      request_id text,
      hash bytea not null
    )`.execute(database);
  await sql`create index audit_log_of on audit_log (subject_kind, subject_id, id)`.execute(database);
  await sql`
    create function audit_hash(entry audit_log, previous bytea) returns bytea
    language sql immutable as $$
      select sha256(previous || convert_to(jsonb_build_array(
        (entry).id, extract(epoch from (entry).at)::text, (entry).operator_id, (entry).operator_email, (entry).action,
        (entry).subject_kind, (entry).subject_id, (entry).detail, (entry).request_id)::text, 'UTF8'))
    $$`.execute(database);
  // The lock serialises writers until they commit: the chain has one end.
  await sql`
    create function audit_append() returns trigger language plpgsql as $$
      declare
        last audit_log;
      begin
        perform pg_advisory_xact_lock(7305412290151);
        select * into last from audit_log order by id desc limit 1;
        new.id := coalesce(last.id, 0) + 1;
        new.at := clock_timestamp();
        new.hash := audit_hash(new, coalesce(last.hash, ''::bytea));
        return new;
      end
    $$`.execute(database);
  await sql`
    create function audit_refuse() returns trigger language plpgsql as $$
      begin
        raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
      end
    $$`.execute(database);
  await sql`
    create trigger audit_append before insert on audit_log
      for each row execute function audit_append()`.execute(database);
  await sql`
    create trigger audit_refuse before update or delete on audit_log
      for each row execute function audit_refuse()`.execute(database);
  await sql`
    create trigger audit_keep before truncate on audit_log
      for each statement execute function audit_refuse()`.execute(database);
}

export const auditLog: Migration = { up };
