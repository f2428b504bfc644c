import { randomUUID } from 'node:crypto';
import { configuredProvider } from '../../../../partners/payments/configured.ts';
import { isRemoteError } from '../../../../platform/remote/remote-error.ts';
import type { DoctorContext } from '../../check.ts';
import { type Finding, fault, ok } from '../../finding.ts';

const isKeyId = (text: string) => /^rzp_(?:live|test)_/.test(text);

/** Looks for an order that does not exist, which needs address, key and secret. */
export async function checkPayments({ settings }: DoctorContext): Promise<Finding> {
  const { keyId, keySecret } = settings().razorpay;
  if (!isKeyId(keyId))
    return fault(
      isKeyId(keySecret)
        ? 'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET are swapped: the secret begins like a key id'
        : 'RAZORPAY_KEY_ID is no key id: one begins with rzp_live_ or rzp_test_',
      'Copy both from the Razorpay dashboard (Account & Settings, API Keys).',
    );
  try {
    await configuredProvider(settings()).findOrders(randomUUID());
    return ok('Razorpay answers and accepts the key');
  } catch (error) {
    if (!isRemoteError(error, 'payments')) throw error;
    const isKey = error.code === 'unauthorized';
    return fault(
      error.message,
      isKey
        ? 'Compare RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET with the dashboard.'
        : 'Check that this machine can reach RAZORPAY_API_URL. Payments are not possible until then.',
    );
  }
}
