import type { Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { noteMails } from '../mail/note-mail.ts';

/** Notes the mail with a credit note, in the transaction that issues it. */
export async function noteCreditNote(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  { orderId, number }: { orderId: string; number: string },
): Promise<void> {
  const order = await transaction
    .selectFrom('orders')
    .select('email')
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!order || order.email === '') return;
  const facts = { number };
  const mail = {
    kind: 'credit_note',
    cause: `credit_note:${number}`,
    orderId,
    recipient: order.email,
  } as const;
  await noteMails(transaction, [{ ...mail, facts }], jobs);
}
