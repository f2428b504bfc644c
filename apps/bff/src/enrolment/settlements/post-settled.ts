/** Posts settled entries to the ledger of their orders. */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/**
 * Posts the fee, its GST, the deduction or reversal of a dispute, and the amount paid to or taken from the
 * bank account. Posts nothing for an entry with a payment that is unknown here or took no money, because
 * other shops may use the same account. Each entry is posted once, however often it is read.
 *
 * @param ids ids of stored entries
 */
export async function postSettled(transaction: Transaction<Database>, ids: readonly string[]): Promise<void> {
  await sql`
    insert into ledger_entries (order_id, payment_id, debit, credit, paise, reason, cause, step, day)
    select payment.order_id, payment.payment_id, posting.debit, posting.credit, posting.paise, posting.reason,
      'settled:' || settled.id, 0, (settled.settled_at at time zone 'Asia/Kolkata')::date
    from settled_entries as settled
    join order_payments as payment on payment.payment_id = case settled.type
      when 'payment' then settled.id
      else coalesce(settled.payment_id,
        (select payment_id from refunds where provider_refund_id = settled.id),
        (select payment_id from disputes where id = settled.dispute_id))
      end
    cross join lateral (values
      ('fees', 'gateway', settled.fee_paise - settled.tax_paise, 'fee'),
      ('input_gst', 'gateway', settled.tax_paise, 'fee'),
      ('disputed', 'gateway', case when settled.dispute_id is not null then settled.debit_paise end, 'dispute'),
      ('gateway', 'disputed', case when settled.dispute_id is not null then settled.credit_paise end, 'dispute'),
      ('bank', 'gateway', settled.credit_paise, 'settlement'),
      ('gateway', 'bank', settled.debit_paise, 'settlement')
    ) as posting (debit, credit, paise, reason)
    where settled.id = any(${[...ids]}::text[]) and payment.role <> 'tried' and not payment.uncaptured
      and posting.paise > 0
    on conflict do nothing`.execute(transaction);
}
