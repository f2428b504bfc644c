/** Emails for the console: the outbox with masked addresses, and one email with its content. */

import type { MailPage, MailRow } from '@meridian/contracts/operators/console/desk';
import { countedTo, type Page } from '@meridian/contracts/operators/console/lists';
import { kindsWith } from '@meridian/mail-templates/kinds';
import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { toEmailRow } from '../../../mail/outbox/email-row.ts';
import { type MailState, resendable } from '../../../mail/outbox/mail-state.ts';
import { mailFacts, mailFields } from '../../../mail/outbox/tables.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { pageOf, pageSize } from '../lists/read-page.ts';
import { maskEmail } from '../mask.ts';
import { describeMail } from './describe-mail.ts';

type Mail = Selectable<Schema['mails']>;

const toOperators: ReadonlySet<string> = new Set(kindsWith('toOperatorEmail'));

const withoutAddress = ({ kind }: Mail) => (toOperators.has(kind) ? 'operators' : 'erased');

const rowOf = (mail: Mail): MailRow => ({
  ...toEmailRow(mail),
  recipient: maskEmail(mail.recipient) || withoutAddress(mail),
  can_resend: mail.erased_at === null && resendable(mail.state),
});

interface MailFilter {
  state?: MailState | undefined;
  order?: string | undefined;
}

function filtered<Row>(
  query: SelectQueryBuilder<Database, 'mails', Row>,
  { state, order }: MailFilter,
): SelectQueryBuilder<Database, 'mails', Row> {
  let some = query;
  // A literal instead of a parameter, so that the planner uses the partial index.
  if (state) some = some.where(sql<boolean>`state = ${sql.lit(state)}`);
  if (order) some = some.where('order_id', '=', order);
  return some;
}

/** @param before id of the last email of the previous page @returns a page, newest first */
export async function mailList(
  database: Kysely<Database>,
  filter: MailFilter,
  before?: string,
): Promise<Page<MailRow>> {
  let query = filtered(database.selectFrom('mails'), filter)
    .selectAll()
    // UUIDv7: ordered by creation.
    .orderBy('id', 'desc')
    .limit(pageSize + 1);
  if (before) query = query.where('id', '<', before);
  const counted = filtered(database.selectFrom('mails'), filter).select('id').limit(countedTo).as('found');
  const [rows, { count }] = await Promise.all([
    query.execute(),
    database.selectFrom(counted).select(sql<number>`count(*)::integer`.as('count')).executeTakeFirstOrThrow(),
  ]);
  return pageOf(rows, count, { keyOf: ({ id }) => id, shown: rowOf });
}

/** @returns an email with its recipient and content; undefined for an unknown id */
export async function readMailPage(database: Kysely<Database>, id: string): Promise<MailPage | undefined> {
  const mail = await database.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
  if (!mail) return undefined;
  const says = describeMail({ ...mailFacts.parse(mail.facts, id), ...mailFields.parse(mail.data, id) });
  return {
    ...rowOf(mail),
    recipient: mail.recipient || withoutAddress(mail),
    cause: mail.cause,
    message_id: mail.message_id,
    says,
  };
}
