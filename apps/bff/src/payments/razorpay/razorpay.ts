/** Razorpay as a payment provider. */
import type { PaymentProvider } from '../provider.ts';
import { createRazorpayClient } from './client.ts';
import { paymentSignatureMatches } from './signatures.ts';
import { readWebhook, signatureHeader } from './webhook.ts';

const timeoutMs = 10_000;
const idPatterns = { order: /^order_[A-Za-z0-9]{14}$/, payment: /^pay_[A-Za-z0-9]{14}$/ };

export interface RazorpayOptions {
  /** Public id of the API key. */
  keyId: string;
  keySecret: string;
  /** The current secret of the API key and, while it is being changed, the previous one: what payments are signed with. */
  signatureSecrets: readonly string[];
  /** The current webhook secret and, while it is being rotated, the previous one. */
  webhookSecrets: readonly string[];
  apiUrl: string;
  /** The script of the payment dialog. */
  checkoutUrl: string;
  /** Of one call. */
  timeoutMs?: number;
}

export function createRazorpay(options: RazorpayOptions): PaymentProvider {
  const { keyId, signatureSecrets, webhookSecrets, checkoutUrl } = options;
  return {
    ...createRazorpayClient({ timeoutMs, ...options }),
    name: 'razorpay',
    title: 'Razorpay',
    browser: { publicKey: keyId, scriptUrl: checkoutUrl },
    isId: (kind, text) => text !== undefined && idPatterns[kind].test(text),
    claimMatches: (claim, signature) => paymentSignatureMatches(claim, signature, signatureSecrets),
    signatureHeader,
    readWebhook: (call) => readWebhook(call, webhookSecrets),
  };
}
