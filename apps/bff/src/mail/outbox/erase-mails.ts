/** Erases personal data from emails, on request and by age. */
import { kindsWith } from '@meridian/mail-templates/kinds';
import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SqlBool,
  sql,
  type Transaction,
} from 'kysely';
import { ago, databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { namesPerson, type Person } from '../../platform/database/erase-rows.ts';

const nothingOfThePerson = {
  recipient: '',
  facts: '{}',
  data: null,
  // A mail server's response may contain personal data.
  reason: sql<string | null>`case when state = 'dropped' then reason end`,
  erased_at: databaseNow,
} as const;

type Where = (mails: ExpressionBuilder<Database, 'mails'>) => Expression<SqlBool>;

async function blank(database: Kysely<Database>, where: Where): Promise<void> {
  await database
    .updateTable('mails')
    .set({ state: 'dropped', reason: 'erased', busy_until: null })
    .where(where)
    .where('state', '=', 'due')
    .execute();
  await database.updateTable('mails').set(nothingOfThePerson).where(where).execute();
}

/** Erases the emails about these orders. Due emails are dropped. */
export async function eraseMailsOfOrders(
  transaction: Transaction<Database>,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length > 0) await blank(transaction, (mails) => mails('order_id', 'in', [...orderIds]));
}

/** Erases the emails about these leads. Due emails are dropped. */
export async function eraseMailsOfLeads(
  transaction: Transaction<Database>,
  leadIds: readonly string[],
): Promise<void> {
  if (leadIds.length > 0) await blank(transaction, (mails) => mails('lead_id', 'in', [...leadIds]));
}

const isTo = (email: string) => sql<boolean>`lower(recipient) = ${email}`;

/**
 * Erases emails to a person. Due emails are dropped.
 * @param email in lower case
 * @param orderIds only emails about these orders
 */
export async function eraseMailsTo(
  transaction: Transaction<Database>,
  email: string,
  orderIds?: readonly string[],
): Promise<void> {
  if (orderIds?.length === 0) return;
  await blank(transaction, (mails) =>
    orderIds ? mails.and([isTo(email), mails('order_id', 'in', [...orderIds])]) : isTo(email),
  );
}

/**
 * @returns the number of due emails to others whose `facts` name a person: `facts` cannot be composed again
 */
export async function countDueNaming(transaction: Transaction<Database>, person: Person): Promise<number> {
  const { due } = await transaction
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<string>().as('due'))
    .where('state', '=', 'due')
    .where(sql<boolean>`not ${isTo(person.email)}`)
    .where(namesPerson(person, ['facts']))
    .executeTakeFirstOrThrow();
  return Number(due);
}

/** Erases emails to others that name a person. Due emails are composed again instead. */
export async function eraseMailsNaming(transaction: Transaction<Database>, person: Person): Promise<void> {
  const toOthers = sql<boolean>`not ${isTo(person.email)}`;
  await transaction
    .updateTable('mails')
    .set({ data: null })
    .where('state', '=', 'due')
    .where(toOthers)
    .where(namesPerson(person, ['data']))
    .execute();
  await transaction
    .updateTable('mails')
    .set(nothingOfThePerson)
    .where('state', '<>', 'due')
    .where(toOthers)
    .where(namesPerson(person, ['facts', 'data', 'reason']))
    .execute();
}

const dayMs = 24 * 60 * 60_000;
const batchSize = 5_000;

/**
 * Erases the content of emails that are no longer due and are older than `retentionDays`, or than a day for
 * kinds with `isErasedAfterADay`. Deletes old counters and bounce reports.
 * @returns the number of emails
 */
export async function eraseOldMails(database: Kysely<Database>, retentionDays: number): Promise<number> {
  const since = ago(retentionDays * dayMs);
  await sql`delete from mail_daily_counts where day < current_date - 2`.execute(database);
  await database.deleteFrom('mail_minutes').where('minute', '<', ago(dayMs)).execute();
  await database.deleteFrom('mail_bounces').where('received_at', '<', since).execute();
  let total = 0;
  for (;;) {
    const erased = await database
      .updateTable('mails')
      .set(nothingOfThePerson)
      .where('id', 'in', (query) =>
        query
          .selectFrom('mails')
          .select('id')
          .where('erased_at', 'is', null)
          .where('state', '<>', 'due')
          .where((mails) =>
            mails.or([
              mails('created_at', '<', since),
              mails.and([
                mails('kind', 'in', kindsWith('isErasedAfterADay')),
                mails('created_at', '<', ago(dayMs)),
              ]),
            ]),
          )
          .limit(batchSize),
      )
      .executeTakeFirst();
    total += Number(erased.numUpdatedRows);
    if (erased.numUpdatedRows < batchSize) return total;
  }
}
