/**
 * Compares the ledger with stored amounts and with documents, each night. A difference is a bug, and opens a
 * case.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { openFoundCase } from '../orders/cases/case-store.ts';

interface Difference {
  order_id: string;
  payment_id: string;
  what: string;
  /** Amount according to the ledger. */
  ledger_paise: string;
  other_paise: string;
}

/** Credits less debits of an account, in paise. */
const creditOf = (account: string) =>
  sql`coalesce(sum(paise) filter (where credit = ${account}), 0)
    - coalesce(sum(paise) filter (where debit = ${account}), 0)`;
/** Amount moved from the first account to the second and not moved back, in paise. */
const netFlow = (debit: string, credit: string) =>
  sql`coalesce(sum(paise) filter (where debit = ${debit} and credit = ${credit}), 0)
    - coalesce(sum(paise) filter (where debit = ${credit} and credit = ${debit}), 0)`;

/**
 * @returns the amounts that differ from the ledger: stored sums of payments, the entries of documents, the
 * tax of advances, and, unless documents of the order are pending, amounts paid without a document
 */
async function differences(database: Kysely<Database>): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with books as (
      select payment_id, ${creditOf('owed')} as owed, ${creditOf('unmatched')} as unmatched,
        -(${creditOf('undecided')}) - (${creditOf('disputed')}) - (${netFlow('disputed', 'gateway')}) as undecided,
        ${netFlow('gateway', 'customer')} + ${netFlow('gateway', 'unmatched')} - (${netFlow('requested', 'in_flight')})
          - (${netFlow('owed', 'bank')}) - (${creditOf('owed')}) - (${creditOf('unmatched')})
          - (${creditOf('requested')}) as kept,
        ${creditOf('customer')} as customer, -(${creditOf('advance_gst')}) as advance,
        coalesce(sum(paise) filter (where cause like 'document:%' and debit = 'customer'), 0)
          - coalesce(sum(paise) filter (where cause like 'document:%' and credit = 'customer'), 0) as documented
      from ledger_entries where payment_id is not null group by payment_id
    ), lost as (
      select payment_id, sum(lost_paise) as lost from disputes group by payment_id
    ), documents as (
      select order_id, bool_or(kind = 'invoice') as invoiced,
        sum(case kind when 'invoice' then total_paise when 'credit_note' then -total_paise else 0 end) as total,
        sum(case kind when 'receipt_voucher' then total_paise when 'refund_voucher' then -total_paise else 0 end)
          as advance,
        sum((cgst_paise + sgst_paise + utgst_paise + igst_paise)
          * case kind when 'receipt_voucher' then 1 when 'refund_voucher' then -1 else 0 end) as advance_tax,
        exists (select from document_requests where document_requests.order_id = invoices.order_id and not is_settled)
          as pending
      from invoices group by order_id
    ), compared as (
      select order_id, payment_id, amounts.what, amounts.ledger as ledger_paise, amounts.other as other_paise
      from order_payments left join books using (payment_id) left join lost using (payment_id)
        left join documents using (order_id),
      lateral (values
        ('kept', coalesce(kept, 0) - case when uncaptured then 0 else coalesce(lost, 0) end, kept_paise), ('owed', coalesce(owed, 0), owed_paise),
        ('unmatched', coalesce(unmatched, 0), unmatched_paise),
        ('undecided', coalesce(undecided, 0) + case when uncaptured then 0 else coalesce(lost, 0) end, undecided_paise),
        ('documents', coalesce(documented, 0), case when role = 'pays' then coalesce(total, 0) else 0 end),
        ('advance', coalesce(books.advance, 0),
          case when role = 'pays' and not invoiced then coalesce(advance_tax, 0) else 0 end),
        ('customer', coalesce(customer, 0), case
          when role = 'pays' and total is not null and not pending
            then case when invoiced then 0 else documents.advance end
          else coalesce(customer, 0) end)
      ) as amounts (what, ledger, other)
    )
    select * from compared where ledger_paise <> other_paise order by order_id limit 500`.execute(database);
  return rows;
}

/** @returns the number of differences, including those of earlier nights, at most 500 */
export async function checkLedger(database: Kysely<Database>): Promise<number> {
  const found = await differences(database);
  for (const one of found)
    await openFoundCase(database, {
      kind: 'ledger_differs',
      subject: one.payment_id,
      orderId: one.order_id,
      reason: `The ledger has ${one.ledger_paise} paise (${one.what}), and its copy has ${one.other_paise}`,
    });
  return found.length;
}
