import { formatTimestamp } from '@meridian/contracts/format-time';
import { sql } from 'kysely';
import type { DoctorContext } from '../../check.ts';
import { type Finding, ok, warning } from '../../finding.ts';

/**
 * Checks that an event of Razorpay has arrived with a valid signature, and that events also arrived around
 * the newest payment.
 */
export async function checkWebhooks({ settings, database }: DoctorContext): Promise<Finding> {
  const { publicUrl } = settings();
  const { rows } = await sql<{ paid: Date | null; received: Date | null; isLate: boolean }>`
    select paid, received,
      paid < now() - interval '1 hour' and received < paid - interval '1 hour' as "isLate"
    from (select max(paid_at) as paid from orders) as newest_order,
      (select max(received_at) as received from webhook_events) as newest_event`.execute(database());
  const [{ paid = null, received = null, isLate = false } = {}] = rows;
  if (received === null)
    return warning(
      'No event of Razorpay has arrived with a valid signature yet',
      `Add a webhook in the Razorpay dashboard with the URL ${publicUrl}/api/webhooks/razorpay, the secret of RAZORPAY_WEBHOOK_SECRET and the events payment.*, order.paid and refund.*, then make the test payment (\`ops setup order\`).`,
    );
  if (!isLate || paid === null) return ok('Events arrive and their signatures match');
  return warning(
    `The newest payment is from ${formatTimestamp(paid)}, the newest event from ${formatTimestamp(received)}`,
    "Check that the webhook's URL is <PUBLIC_URL>/api/webhooks/razorpay and that its secret is RAZORPAY_WEBHOOK_SECRET. Until events arrive, the reconciler finds the payments.",
  );
}
