/**
 * Opens cases for refunds that take too long. An operator can ask the payment provider or pay by bank
 * transfer.
 */
import { ago } from '../../platform/database/clock.ts';
import { caseDescriptions } from '../orders/cases/case-kinds.ts';
import { closeFoundCases, openFoundCase } from '../orders/cases/case-store.ts';
import type { ReconciliationRun } from './reconciliation-run.ts';

const minuteMs = 60_000;
/** How long a request may have no answer. A job resends the request meanwhile. */
const unansweredMs = 60 * minuteMs;
/** How long a refund may take. Banks take 5 to 7 working days. */
const pendingMs = 10 * 24 * 60 * minuteMs;

/**
 * Opens a case for each refund that has had no answer for an hour, or is not processed after ten days. Closes
 * the case once the refund is processed or has failed.
 */
export async function showOverdueRefunds({ deps }: ReconciliationRun): Promise<void> {
  const { database } = deps;
  const overdue = await database
    .selectFrom('refunds')
    .select(['id', 'order_id as orderId', 'state'])
    .where((where) =>
      where.or([
        where.and([where('state', '=', 'requested'), where('created_at', '<=', ago(unansweredMs))]),
        where.and([where('state', '=', 'pending'), where('created_at', '<=', ago(pendingMs))]),
      ]),
    )
    .limit(500)
    .execute();
  for (const { id, orderId, state } of overdue)
    await openFoundCase(database, {
      kind: 'refund_overdue',
      subject: id,
      orderId,
      reason: `${caseDescriptions.refund_overdue} (${state})`,
    });
  const over = await database
    .selectFrom('cases')
    .innerJoin('refunds', (join) =>
      join.on((on) => on('cases.subject', '=', on.cast<string>('refunds.id', 'text'))),
    )
    .select('cases.subject')
    .where('cases.kind', '=', 'refund_overdue')
    .where('cases.closed_at', 'is', null)
    .where('refunds.state', 'not in', ['requested', 'pending'])
    .execute();
  await closeFoundCases(
    database,
    'refund_overdue',
    over.map(({ subject }) => subject),
  );
}
