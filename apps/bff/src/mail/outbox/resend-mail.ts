/** Sends a mail again, as an operator decides. */
import { type Kysely, type Selectable, sql } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Alongside, transact } from '../../platform/database/transact.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { stepOf } from './mail-state.ts';
import type { MailTable } from './tables.ts';

export const notResent = 'There is no such mail, it is due already, or what it said is erased';

/**
 * A mail that was accepted before gets a Message-ID of its own: mail programs hide a second copy of the same.
 * @param alongside commits with it
 * @returns the mail; undefined where it cannot be sent again
 */
export function resendMail(
  { database, jobs }: { database: Kysely<Database>; jobs: Pick<Jobs, 'enqueue'> },
  mailId: string,
  alongside?: Alongside,
): Promise<Selectable<MailTable> | undefined> {
  return transact(database, async (transaction) => {
    const resent = await transaction
      .updateTable('mails')
      .set({
        state: stepOf('resent').to,
        attempts: 0,
        reason: null,
        busy_until: null,
        sent_at: null,
        next_try_at: databaseNow,
        due_since: databaseNow,
        updated_at: databaseNow,
        expires_at: null,
        copy: sql<number>`case when sent_at is null then copy else copy + 1 end`,
        message_id: sql<string | null>`case when sent_at is null then message_id end`,
      })
      .where('id', '=', mailId)
      .where('state', 'in', [...stepOf('resent').from])
      .where('erased_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!resent) return undefined;
    await jobs.enqueue('send-mail', [mailId], { transaction });
    await alongside?.(transaction);
    return resent;
  });
}
