/** Tells operators of mails and jobs that ended without success. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transact.ts';
import { deadJobsQueue } from '../jobs/queues.ts';
import { noteMails } from './note-mail.ts';

const windowHours = 24;

/** At most one mail in an hour, and only where something new died; of refused alerts themselves nobody is told. @param url where an operator sees them */
export async function noteDeadLetters(database: Kysely<Database>, url: string): Promise<void> {
  const { rows } = await sql<{ count: number; since: Date | null; hour: string; isNew: boolean | null }>`
    with dead as (
      select updated_at as at from mails
      where state = 'refused' and kind <> 'operator_alert'
        and updated_at > now() - make_interval(hours => ${windowHours})
      union all
      select created_on from pgboss.job
      where name = ${deadJobsQueue} and state in ('created', 'retry')
        and created_on > now() - make_interval(hours => ${windowHours})
    )
    select count(*)::integer as count, min(at) as since,
      to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24') as hour,
      max(at) > coalesce((select max(created_at) from mails where cause in (
        select 'dead_letters:' || to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24')
        from generate_series(now() - make_interval(hours => ${windowHours}), now(), interval '1 hour') as hour
      )), '-infinity') as "isNew"
    from dead`.execute(database);
  const [dead] = rows;
  if (!dead?.isNew || dead.since === null) return;
  const facts = {
    ...{ alert: 'dead_letters', count: dead.count, since: dead.since.toISOString() },
    consoleUrl: url,
  };
  const cause = `dead_letters:${dead.hour}`;
  await transact(database, (transaction) =>
    noteMails(transaction, [{ kind: 'operator_alert', cause, recipient: '', facts }]),
  );
}
