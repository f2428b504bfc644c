/** Keeps what settlements paid out, so that it is still known when the provider has forgotten it. */
import type { Kysely } from 'kysely';
import type { SettledEntry } from '../../partners/payments/provider.ts';
import type { Database } from '../../platform/database/database.ts';

const rowsAtOnce = 500;

/** Settled is settled: an entry that is kept already stays as it is. */
export async function keepSettled(
  database: Kysely<Database>,
  entries: readonly SettledEntry[],
): Promise<void> {
  for (let from = 0; from < entries.length; from += rowsAtOnce)
    await database
      .insertInto('settled_entries')
      .values(
        entries.slice(from, from + rowsAtOnce).map((entry) => ({
          id: entry.id,
          type: entry.type,
          payment_id: entry.paymentId,
          utr: entry.utr,
          amount_paise: entry.amountPaise,
          credit_paise: entry.creditPaise,
          debit_paise: entry.debitPaise,
          fee_paise: entry.feePaise,
          tax_paise: entry.taxPaise,
          settlement_id: entry.settlementId,
          settled_at: entry.settledAt,
        })),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
}

/** @returns settlement and the bank's reference of each of these payments that is settled */
export async function settlementsOfPayments(
  database: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<Map<string, string>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('settled_entries')
    .select(['id', 'settlement_id', 'utr'])
    .where('id', 'in', [...new Set(paymentIds)])
    .execute();
  return new Map(
    rows.map(({ id, settlement_id: settlement, utr }) => [id, utr ? `${settlement} ${utr}` : settlement]),
  );
}
