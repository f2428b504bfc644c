import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { sql } from 'kysely';
import { databaseNow } from '../../../platform/database/clock.ts';
import { caseDescriptions } from '../cases/case-kinds.ts';
import { closeFoundCases } from '../cases/case-store.ts';
import { excessPaise } from '../state/order-facts.ts';
import type { OrderEffect } from './order-effect.ts';

const kind = 'returned_too_much';

/**
 * Opens a case if more of a payment is returned than was captured. Keeps the amount in the case up to date,
 * and closes the case at 0.
 */
export const showTooMuchReturned: OrderEffect = async (transaction, { order, before, after }) => {
  for (const [subject, part] of Object.entries(after.payments)) {
    const known = before.payments[subject];
    const paise = excessPaise(part);
    if (paise === (known ? excessPaise(known) : 0)) continue;
    if (paise === 0) {
      await closeFoundCases(transaction, kind, [subject]);
      continue;
    }
    const reason = `${caseDescriptions[kind]}: ${formatPaise(paise)} too much`;
    await transaction
      .insertInto('cases')
      .values({ order_id: order.id, kind, subject, reason, opened_at: databaseNow })
      .onConflict((conflict) =>
        conflict
          .expression(sql`coalesce(order_id::text, ''), kind, subject`)
          .where('closed_at', 'is', null)
          .doUpdateSet({ reason }),
      )
      .execute();
  }
};
