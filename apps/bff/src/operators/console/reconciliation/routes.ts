/** Reconciles a month of the payment provider's account with orders and documents. */
import { type ReconciledMonth, reconciledMonth } from '@meridian/contracts/operators/console/reconciliation';
import { z } from 'zod';
import { namedTotals, reconciliationCsv } from '../../../enrolment/settlements/month-csv.ts';
import { namedRows } from '../../../enrolment/settlements/named-rows.ts';
import {
  type MonthReconciliation,
  NoAccountError,
  type ReconciliationDependencies,
  reconcileMonth,
} from '../../../enrolment/settlements/reconcile-month.ts';
import { totalsOf } from '../../../enrolment/settlements/totals.ts';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import { isRemoteError } from '../../../platform/remote/remote-error.ts';
import { exportRoute } from '../server/export-route.ts';
import { route } from '../server/route.ts';
import { memoizeFor } from '../today/memoize.ts';

const keptMs = 60_000;
const maxRows = 1_000;
const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, { error: 'Enter a month such as 2026-11' });

/** Cached for a short time, so that operators who open the same month read the provider's account once. */
const readMonth = memoizeFor(keptMs, async (deps: ReconciliationDependencies, requested: string) => {
  try {
    return await reconcileMonth(deps, requested);
  } catch (error) {
    if (error instanceof NoAccountError) throw new HttpProblem(409, `${error.message}.`);
    if (!isRemoteError(error, 'payments')) throw error;
    throw new HttpProblem(
      502,
      'The payment provider did not answer. The report would be incomplete. Try again.',
      {
        cause: error,
      },
    );
  }
});

function shownMonth(reconciled: MonthReconciliation): ReconciledMonth {
  const totals = totalsOf(reconciled);
  return {
    month: reconciled.month,
    sums: namedTotals(totals).map(([name, paise]) => ({ name, paise })),
    settlements: reconciled.settlements.map(({ id, day, utr, creditPaise, debitPaise, entries }) => ({
      id,
      day,
      utr,
      entries,
      net_paise: creditPaise - debitPaise,
    })),
    rows: namedRows(reconciled)
      .slice(0, maxRows)
      .map(({ row, amountPaise, findings, isDiscrepancy }) => ({
        id: row.id,
        kind: row.kind,
        order_id: row.orderId,
        day: row.day,
        amount_paise: amountPaise,
        findings,
        is_trouble: isDiscrepancy,
      })),
    unreadable: reconciled.unreadable.map(({ id, reason }) => ({ id: id ?? '', reason })),
    troubles: totals.troubles,
    unexplained_paise: totals.unexplainedPaise,
  };
}

export const reconciliationRoutes = [
  route({
    method: 'GET',
    path: '/reconciliation',
    access: 'finance',
    query: z.object({ month }),
    answer: reconciledMonth,
    handle: async ({ deps, query }): Promise<ReconciledMonth> =>
      shownMonth(await readMonth(deps, query.month)),
  }),
  exportRoute({
    path: '/reconciliation/export',
    access: 'finance',
    body: z.object({ month }),
    action: 'reconciliation.export',
    async read({ deps, body }) {
      const csv = reconciliationCsv(await readMonth(deps, body.month)).join('\r\n');
      return {
        answer: { csv },
        subject: { kind: 'list', id: 'reconciliation' },
        detail: { month: body.month },
      };
    },
  }),
];
