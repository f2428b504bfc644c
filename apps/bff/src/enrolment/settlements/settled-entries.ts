/** Keeps what settlements paid out, so that it is still known when the provider has forgotten it, and posts it. */
import type { Kysely } from 'kysely';
import type { SettledEntry } from '../../partners/payments/provider.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { postSettled } from './post-settled.ts';

const rowsAtOnce = 500;

/**
 * Settled is settled: an entry that is kept already stays as it is, and is posted once. What was settled before its
 * payment was known here is posted when the entry is read again.
 */
export async function keepSettled(
  database: Kysely<Database>,
  entries: readonly SettledEntry[],
): Promise<void> {
  for (let from = 0; from < entries.length; from += rowsAtOnce) {
    const some = entries.slice(from, from + rowsAtOnce);
    await transact(database, async (transaction) => {
      await transaction
        .insertInto('settled_entries')
        .values(
          some.map((entry) => ({
            id: entry.id,
            type: entry.type,
            payment_id: entry.paymentId,
            dispute_id: entry.disputeId,
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
      await postSettled(
        transaction,
        some.map(({ id }) => id),
      );
    });
  }
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
