import { randomUUID } from 'node:crypto';
import { configuredProvider } from '../../../../partners/payments/configured.ts';
import { isRemoteError } from '../../../../platform/remote/remote-error.ts';
import type { DoctorContext } from '../../check.ts';
import { type Finding, fault, ok, warning } from '../../finding.ts';

const minSecretLength = 16;

const isKeyId = (text: string) => /^rzp_(?:live|test)_/.test(text);

/**
 * Checks URL, key and secret of the API by a search for an unknown order. Also checks that the secrets of
 * webhooks are long, and are not the secret of the key.
 */
export async function checkPayments({ settings }: DoctorContext): Promise<Finding> {
  const { keyId, keySecret, webhookSecrets } = settings().razorpay;
  if (!isKeyId(keyId))
    return fault(
      isKeyId(keySecret)
        ? 'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET are swapped: the secret begins like a key id'
        : 'RAZORPAY_KEY_ID is not a key id: key ids begin with rzp_live_ or rzp_test_',
      'Copy both from the Razorpay dashboard (Account & Settings, API Keys).',
    );
  if (webhookSecrets.includes(keySecret))
    return fault(
      "RAZORPAY_WEBHOOK_SECRET is the key's secret",
      'Choose a different secret, here and in the Razorpay dashboard.',
    );
  try {
    await configuredProvider(settings()).findOrders(randomUUID());
    if (webhookSecrets.some((secret) => secret.length < minSecretLength))
      return warning(
        `RAZORPAY_WEBHOOK_SECRET has fewer than ${minSecretLength} characters`,
        'Choose a longer secret, here and in the Razorpay dashboard.',
      );
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
