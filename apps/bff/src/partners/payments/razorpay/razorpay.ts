/** Razorpay as a payment provider. */
import type { OnRemoteCall } from '../../../platform/remote/observed.ts';
import type { PaymentProvider } from '../provider.ts';
import { createRazorpayClient } from './client.ts';
import { paymentSignatureMatches } from './signatures.ts';
import { readWebhook, signatureHeader } from './webhook.ts';

const timeoutMs = 10_000;
const idPatterns = { order: /^order_[A-Za-z0-9]{14}$/, payment: /^pay_[A-Za-z0-9]{14}$/ };

export interface RazorpayOptions {
  /** Public key id. */
  keyId: string;
  keySecret: string;
  /**
   * API key secrets, with which Razorpay signs payments: the current one and, during rotation, the previous
   * one.
   */
  signatureSecrets: readonly string[];
  /** Webhook secrets: the current one and, during rotation, the previous one. */
  webhookSecrets: readonly string[];
  apiUrl: string;
  /** URL of the dialog's script. */
  checkoutUrl: string;
  /** Timeout of each call in ms. */
  timeoutMs?: number;
  onCall?: OnRemoteCall;
}

export function createRazorpay(options: RazorpayOptions): PaymentProvider {
  const { keyId, signatureSecrets, webhookSecrets, apiUrl, checkoutUrl } = options;
  return {
    ...createRazorpayClient({ timeoutMs, ...options }),
    name: 'razorpay',
    title: 'Razorpay',
    browser: { publicKey: keyId, scriptUrl: checkoutUrl },
    hosted: ({ orderId, amountPaise, currency, title, description, payer, callbackUrl, cancelUrl }) => ({
      address: new URL('/v1/checkout/embedded', apiUrl).href,
      fields: {
        key_id: keyId,
        order_id: orderId,
        amount: String(amountPaise),
        currency,
        name: title,
        description,
        'prefill[name]': payer.name,
        'prefill[email]': payer.email,
        'prefill[contact]': payer.phoneNumber,
        callback_url: callbackUrl,
        cancel_url: cancelUrl,
      },
    }),
    isId: (kind, text) => text !== undefined && idPatterns[kind].test(text),
    isMoneyShort: (reason) => /not have enough balance/i.test(reason),
    claimMatches: (claim, signature) => paymentSignatureMatches(claim, signature, signatureSecrets),
    signatureHeader,
    readWebhook: (call) => readWebhook(call, webhookSecrets),
  };
}
