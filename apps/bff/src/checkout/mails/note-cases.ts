/** Tells operators of cases that were opened. The table of cases is the cause: what a crash left untold is found here. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { transact } from '../../database/transact.ts';
import { noteMails } from '../../mail/note-mail.ts';
import { caseDescriptions } from '../cases/case-kinds.ts';

const windowHours = 24;
/** A flood of cases is seen in the metrics; the rest follows in the next runs. */
const mostAtOnce = 20;

/**
 * @param publicUrl origin of the site
 * @param consoleUrl origin of the console, where there is one: the mail leads to the order there
 * @returns how many cases are told of now
 */
export async function noteCases(
  database: Kysely<Database>,
  publicUrl: string,
  consoleUrl?: string,
): Promise<number> {
  const cases = await database
    .selectFrom('cases')
    .select(['id', 'order_id', 'kind', 'opened_at'])
    .where('closed_at', 'is', null)
    .where('opened_at', '>', sql<Date>`now() - make_interval(hours => ${windowHours})`)
    .where(sql<boolean>`not exists (select from mails where mails.cause = 'case_opened:' || cases.id)`)
    .orderBy('opened_at')
    .limit(mostAtOnce)
    .execute();
  const mails = cases.map(({ id, order_id, kind, opened_at }) => ({
    ...{ kind: 'operator_alert' as const, cause: `case_opened:${id}`, recipient: '' },
    facts: {
      ...{ alert: 'case_opened', caseTitle: caseDescriptions[kind], orderNumber: order_id ?? '' },
      ...{
        openedAt: opened_at.toISOString(),
        consoleUrl: consoleUrl ? new URL(order_id ? `/orders/${order_id}` : '/', consoleUrl).href : publicUrl,
      },
    },
  }));
  return transact(database, (transaction) => noteMails(transaction, mails));
}
