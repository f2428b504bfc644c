/** Stores the entries of settlements, and posts them to the ledger. */
import type { Kysely } from 'kysely';
import type { SettledEntry } from '../../partners/payments/provider.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { postSettled } from './post-settled.ts';

const rowsAtOnce = 500;

/**
 * Stores settled entries. An entry that is already stored does not change, and is posted once. If its payment
 * becomes known here only later, the entry is posted when it is read again.
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

/** @returns the settlement and the bank's reference of these payments, by id, if they are settled */
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
