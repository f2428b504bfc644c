/** Figures of the outbox, for metrics and operators. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface MailFigures {
  /** Waiting for an attempt, now or later. */
  due: number;
  /**
   * Seconds since the oldest email became due, of those due now or waiting for a retry; 0 if there is none.
   */
  oldestDueSeconds: number;
  /** Dead letters: unreadable, refused permanently, or not accepted for three days. */
  refused: number;
  bounced: number;
}

export async function countMails(database: Kysely<Database>): Promise<MailFigures> {
  const { rows } = await sql<MailFigures>`
    select
      (select count(*) from mails where state = 'due')::integer as due,
      (select coalesce(greatest(extract(epoch from now() - min(due_since)), 0), 0)
        from mails where state = 'due' and (next_try_at <= now() or attempts > 0))::float8
        as "oldestDueSeconds",
      (select count(*) from mails where state = 'refused')::integer as refused,
      (select count(*) from mails where state = 'bounced')::integer as bounced`.execute(database);
  return rows[0] ?? { due: 0, oldestDueSeconds: 0, refused: 0, bounced: 0 };
}
