import { countWaitingRows } from '../../../enrolment/orders/waiting-rows.ts';
import type { DoctorContext } from '../check.ts';
import { type Finding, fault, ok } from '../finding.ts';

/** What waits for a partner or a decision is done within a day, or a case shows it. */
export async function checkWaiting({ database }: DoctorContext): Promise<Finding> {
  const waiting = await countWaitingRows(database());
  const unseen = waiting.filter((one) => one.unseen > 0);
  if (unseen.length > 0)
    return fault(
      `Rows have waited for more than a day without a case: ${unseen.map((one) => `${one.kind} ${one.unseen}`).join(', ')}`,
      'Check that the partners answer and a worker runs. Then run `ops reconcile --all` and `ops queue dead`.',
    );
  const rows = waiting.reduce((sum, one) => sum + one.rows, 0);
  return ok(
    rows === 0
      ? 'No rows wait for a partner'
      : `${rows} rows wait for a partner, each below a day or with a case`,
  );
}
