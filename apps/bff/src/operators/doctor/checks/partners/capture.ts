import { configuredProvider } from '../../../../partners/payments/configured.ts';
import { isRemoteError } from '../../../../platform/remote/remote-error.ts';
import type { DoctorContext } from '../../check.ts';
import { countOf, type Finding, fault, ok, skipped } from '../../finding.ts';

const hourSeconds = 60 * 60;
/** Days after which Razorpay refunds a payment that is not captured: `manual_expiry_period` of our orders. */
const returnedAfterDays = 5;

/**
 * Checks that no payment was authorized more than an hour ago and is still not captured. The setting "Payment
 * capture" itself cannot be read by the API.
 */
export async function checkCapture({ settings }: DoctorContext): Promise<Finding> {
  const provider = configuredProvider(settings());
  const now = Math.floor(Date.now() / 1_000);
  const fromSeconds = now - returnedAfterDays * 24 * hourSeconds;
  try {
    const begun = await provider.account?.payments({ fromSeconds, toSeconds: now - hourSeconds }, 0);
    const old = new Set(begun?.items.map(({ id }) => id));
    const recent = await provider.recentPayments(fromSeconds, 0);
    const waiting = recent.items.filter(({ id, status }) => status === 'authorized' && old.has(id));
    if (waiting.length === 0) return ok('No payment waits to be captured');
    return fault(
      `${countOf(waiting.length, 'payment')} at Razorpay authorized more than an hour ago and not captured`,
      'Set "Payment capture" to automatic in the Razorpay dashboard (Account & Settings), and capture or refund these payments there.',
    );
  } catch (error) {
    if (!isRemoteError(error, 'payments')) throw error;
    return skipped(`Razorpay does not answer: ${error.message}`);
  }
}
