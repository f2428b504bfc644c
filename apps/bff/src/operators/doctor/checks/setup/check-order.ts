import { formatTimestamp } from '@meridian/contracts/format-time';
import { sql } from 'kysely';
import type { DoctorContext } from '../../check.ts';
import { type Finding, fault, ok, warning } from '../../finding.ts';

/** A check order was paid and refunded, and none waits for its refund. */
export async function checkCheckOrder({ database }: DoctorContext): Promise<Finding> {
  const { rows } = await sql<{ refunded: Date | null; isLate: boolean; isOpen: boolean }>`
    select max(refunded_at) as refunded,
      coalesce(bool_or(state = 'paid' and paid_at < now() - interval '10 minutes'), false) as "isLate",
      coalesce(bool_or(state in ('created', 'paid')), false) as "isOpen"
    from check_orders`.execute(database());
  const [{ refunded = null, isLate = false, isOpen = false } = {}] = rows;
  if (isLate)
    return fault(
      'A check order was paid and is not refunded',
      'Check that a worker runs and that the Razorpay account has money to refund; it is tried again every minute.',
    );
  if (refunded !== null) return ok(`A check order was paid and refunded on ${formatTimestamp(refunded)}`);
  return warning(
    isOpen ? 'The check order is not paid and refunded yet' : 'No check order has been made',
    'Make one with `ops setup order`, pay ₹1 at its address, and check again after two minutes.',
  );
}
