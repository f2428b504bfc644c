import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Who works on what, and notifications for open consoles. Only rare statements notify: deeds of operators, cases that
 * open or close, ended sessions. Leads and orders themselves do not, since NOTIFY serialises commits. And an index for
 * figures by day.
 */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_presence (
      subject_kind text not null check (subject_kind in ('order', 'lead', 'case')),
      subject_id text not null,
      operator_id text not null references operators (id) on delete cascade,
      seen_at timestamptz not null,
      taken_at timestamptz,
      primary key (subject_kind, subject_id, operator_id)
    )`.execute(database);
  // One operator at a time takes a subject.
  await sql`
    create unique index operator_presence_taken on operator_presence (subject_kind, subject_id)
      where taken_at is not null`.execute(database);
  // A branch for each table, since a record has the fields of its own alone.
  await sql`
    create function notify_console() returns trigger language plpgsql as $$
      declare
        told json;
      begin
        if tg_table_name = 'audit_log' then
          told := json_build_object('kind', new.subject_kind, 'id', new.subject_id);
        elsif tg_table_name = 'cases' then
          told := json_build_object('kind', 'case', 'id', coalesce(new.order_id::text, new.id::text));
        elsif tg_table_name = 'operator_sessions' then
          told := json_build_object('kind', 'session', 'id', old.id);
        elsif tg_op = 'DELETE' then
          told := json_build_object('kind', 'presence', 'id', old.subject_id);
        else
          told := json_build_object('kind', 'presence', 'id', new.subject_id);
        end if;
        perform pg_notify('console', told::text);
        return null;
      end
    $$`.execute(database);
  await sql`
    create trigger notify_console after insert on audit_log for each row
      when (new.subject_kind in ('order', 'lead', 'case') and new.action not like '%.read')
      execute function notify_console()`.execute(database);
  await sql`
    create trigger notify_console after insert or update of closed_at on cases for each row
      execute function notify_console()`.execute(database);
  await sql`
    create trigger notify_console after delete on operator_sessions for each row
      execute function notify_console()`.execute(database);
  await sql`
    create trigger notify_console after insert or delete or update of taken_at on operator_presence for each row
      execute function notify_console()`.execute(database);
  await sql`create index orders_by_payment on orders (paid_at) where paid_at is not null`.execute(database);
}

export const consoleLive: Migration = { up };
