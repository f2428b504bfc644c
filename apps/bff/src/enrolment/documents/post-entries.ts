/** Posts the ledger entries of an issued document. */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Amounts } from './amounts.ts';
import type { DocumentKind } from './supply.ts';

type Account = Schema['ledger_entries']['debit'];

export interface IssuedEntries {
  number: string;
  kind: DocumentKind;
  amounts: Amounts;
  orderId: string;
  paymentId: string;
  /** `YYYY-MM-DD` in India. */
  issuedOn: string;
}

interface Entry {
  debit: Account;
  credit: Account;
  paise: number;
}

/** @returns the entry; reversed if `paise` is below 0; none for 0 */
function entryOf(debit: Account, credit: Account, paise: number): Entry[] {
  if (paise === 0) return [];
  return paise > 0 ? [{ debit, credit, paise }] : [{ debit: credit, credit: debit, paise: -paise }];
}

const taxesOf = ({ cgstPaise, sgstPaise, utgstPaise, igstPaise }: Amounts) =>
  [
    ['output_cgst', cgstPaise],
    ['output_sgst', sgstPaise],
    ['output_utgst', utgstPaise],
    ['output_igst', igstPaise],
  ] as const;

/**
 * @returns the entries. An invoice moves the amount paid to the supply and to the tax. A voucher posts only
 * the tax of the advance, because the money still belongs to the customer.
 */
function entriesOf({ kind, amounts }: Pick<IssuedEntries, 'kind' | 'amounts'>): Entry[] {
  const sign = kind === 'invoice' || kind === 'receipt_voucher' ? 1 : -1;
  const isInvoice = kind === 'invoice' || kind === 'credit_note';
  const from = isInvoice ? 'customer' : 'advance_gst';
  const heads: (readonly [Account, number])[] = isInvoice
    ? [['unearned', amounts.taxablePaise], ...taxesOf(amounts), ['round_off', amounts.roundOffPaise]]
    : [...taxesOf(amounts)];
  return heads.flatMap(([account, paise]) => entryOf(from, account, sign * paise));
}

/** @returns the entries that reverse the tax of an order's advance, because its invoice includes it */
async function advanceEntries(transaction: Transaction<Database>, orderId: string): Promise<Entry[]> {
  const { rows } = await sql<{ account: Account; paise: string }>`
    select case when debit = 'advance_gst' then credit else debit end as account,
      sum(case when debit = 'advance_gst' then paise else -paise end) as paise
    from ledger_entries where order_id = ${orderId} and 'advance_gst' in (debit, credit) group by 1`.execute(
    transaction,
  );
  return rows.flatMap(({ account, paise }) => entryOf(account, 'advance_gst', Number(paise)));
}

/** Posts the entries of a document, in the transaction that inserts it. */
export async function postDocument(
  transaction: Transaction<Database>,
  document: IssuedEntries,
): Promise<void> {
  const { number, kind, orderId, paymentId, issuedOn } = document;
  const entries = entriesOf(document);
  if (kind === 'invoice') entries.push(...(await advanceEntries(transaction, orderId)));
  // The tax of a supply is due with its payment or its first document, whichever is earlier.
  const taxDay = sql<string>`(
    select case when exists (select from invoices where order_id = ${orderId} and number <> ${number})
      then ${issuedOn}::date
      else least((paid_at at time zone 'Asia/Kolkata')::date, ${issuedOn}::date) end
    from orders where id = ${orderId})`;
  if (entries.length === 0) return;
  await transaction
    .insertInto('ledger_entries')
    .values(
      entries.map((entry) => ({
        ...entry,
        order_id: orderId,
        payment_id: paymentId,
        reason: 'document' as const,
        cause: `document:${number}`,
        step: 0,
        day: issuedOn,
        tax_day: taxDay,
      })),
    )
    .execute();
}
