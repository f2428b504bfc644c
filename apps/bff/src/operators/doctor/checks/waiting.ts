import { countWaitingRows } from '../../../enrolment/orders/waiting-rows.ts';
import type { DoctorContext } from '../check.ts';
import { countOf, type Finding, fault, ok } from '../finding.ts';

/**
 * Checks that no record has waited for an external service or a decision for more than a day without a case.
 */
export async function checkWaiting({ database }: DoctorContext): Promise<Finding> {
  const waiting = await countWaitingRows(database());
  const unseen = waiting.filter((one) => one.unseen > 0);
  if (unseen.length > 0)
    return fault(
      `Records have waited for more than a day without a case: ${unseen.map((one) => `${one.kind} ${one.unseen}`).join(', ')}`,
      'Check that Razorpay, the CRM and the upstream answer and that a worker runs. Then run `ops reconcile --all` and `ops queue dead`.',
    );
  const rows = waiting.reduce((sum, one) => sum + one.rows, 0);
  return ok(
    rows === 0
      ? 'No records wait for an external service'
      : `${countOf(rows, 'record')} waiting for an external service, each for less than a day or with a case`,
  );
}
