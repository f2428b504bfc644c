/** Resumes stuck bookings: enqueues their jobs again, and opens cases for those that take too long. */
import { ago, databaseNow } from '../../platform/database/clock.ts';
import { transact } from '../../platform/database/transact.ts';
import { advanceLater } from '../bookings/advance-order.ts';
import { syncCases } from '../orders/cases/case-store.ts';
import { factsOf } from '../orders/order.ts';
import { lockOrder } from '../orders/store/order-queries.ts';
import { changeOrder } from '../orders/store/order-store.ts';
import type { ReconciliationRun } from './reconciliation-run.ts';

const minuteMs = 60_000;
const stuckMs = 2 * minuteMs;
const overdueMs = 60 * minuteMs;

/** Enqueues paid orders whose booking job was lost or failed, and booking calls whose process died. */
export async function resumeBookings(run: ReconciliationRun): Promise<void> {
  const { deps } = run;
  const stuck = await deps.database
    .selectFrom('orders')
    .select('id')
    .where((where) =>
      where.or([
        where.and([
          where('booking', 'in', ['due', 'ordered']),
          where('updated_at', '<=', ago(run.all ? 0 : stuckMs)),
          where.or([
            where('booking_claimed_until', 'is', null),
            where('booking_claimed_until', '<', databaseNow),
          ]),
        ]),
        where.and([where('booking', '=', 'dropped'), where('booking_claimed_until', '<', databaseNow)]),
      ]),
    )
    .orderBy('updated_at')
    .limit(run.all ? 10_000 : 500)
    .execute();
  run.result.bookingsResumed = stuck.length;
  if (stuck.length > 0)
    await advanceLater(
      deps,
      stuck.map(({ id }) => id),
    );
}

/** Opens a case for each paid order with a booking that has been due for an hour, for any reason. */
export async function showOverdueBookings(run: ReconciliationRun): Promise<void> {
  const { deps } = run;
  const limit = ago(overdueMs);
  const overdue = await deps.database
    .selectFrom('orders')
    .select('id')
    .where('booking_overdue', '=', false)
    .where((where) =>
      where.or([
        where.and([where('booking', '=', 'due'), where('paid_at', '<=', limit)]),
        // For a booking that an operator ordered, the hour starts with that decision.
        where.and([where('booking', '=', 'ordered'), where('updated_at', '<=', limit)]),
      ]),
    )
    .limit(500)
    .execute();
  for (const { id } of overdue)
    await run.attempt(async () => {
      await changeOrder(deps, id, { event: { kind: 'booking_overdue' }, source: 'reconciler' });
    }, id);
}

/** Opens the missing cases of orders that a replica of an earlier version changed. */
export async function showMissingCases(run: ReconciliationRun): Promise<void> {
  const { deps } = run;
  const bare = await deps.database
    .selectFrom('orders')
    .select(['id', 'review_reason'])
    .where('state', 'in', ['needs_review', 'refund_due'])
    .where('booking', '!=', 'ordered')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('cases').select('cases.id').whereRef('cases.order_id', '=', 'orders.id'))),
    )
    .limit(500)
    .execute();
  for (const { id, review_reason: reason } of bare)
    await transact(deps.database, async (transaction) => {
      const order = await lockOrder(transaction, 'id', id);
      if (order) await syncCases(transaction, id, factsOf(order), reason);
    });
}
