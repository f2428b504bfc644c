import { formatTimestamp } from '@meridian/contracts/format-time';
import { sql } from 'kysely';
import type { DoctorContext } from '../../check.ts';
import { type Finding, fault, ok, warning } from '../../finding.ts';

/**
 * Checks that a test payment was paid and refunded, and that no test payment waits too long for its refund.
 */
export async function checkCheckOrder({ database }: DoctorContext): Promise<Finding> {
  const { rows } = await sql<{ refunded: Date | null; isLate: boolean; isOpen: boolean }>`
    select max(refunded_at) as refunded,
      coalesce(bool_or(state = 'paid' and paid_at < now() - interval '10 minutes'), false) as "isLate",
      coalesce(bool_or(state in ('created', 'paid')), false) as "isOpen"
    from check_orders`.execute(database());
  const [{ refunded = null, isLate = false, isOpen = false } = {}] = rows;
  if (isLate)
    return fault(
      'A test payment was paid and is not refunded',
      'Check that a worker runs and that the Razorpay account has enough money; the refund is retried every minute.',
    );
  if (refunded !== null) return ok(`A test payment was paid and refunded on ${formatTimestamp(refunded)}`);
  return warning(
    isOpen ? 'The test payment is not paid and refunded yet' : 'No test payment has been made',
    'Run `ops setup order`, pay ₹1 at the printed address, and check again after two minutes.',
  );
}
