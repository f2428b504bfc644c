import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PaymentClaim } from '../provider.ts';

/**
 * Compares a signature in constant time. The digest is over bytes, so that no decoding can change what was signed.
 *
 * @param signed the bytes that were signed
 * @param signature hex HMAC-SHA256 as it was received; anything else is no match
 */
export function signatureMatches(signed: Uint8Array, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(signed).digest();
  const received = Buffer.from(/^[0-9a-fA-F]{64}$/.test(signature) ? signature : '', 'hex');
  // Lengths are no secret: every SHA-256 digest has 32 bytes.
  return received.length === expected.length && timingSafeEqual(received, expected);
}

/**
 * The signature of a payment as the dialog's handler gives it. It shows that Razorpay authorized this payment for this
 * order.
 *
 * @param secrets the current secret of the API key and, while it is being changed, the previous one
 */
export function paymentSignatureMatches(
  { orderId, paymentId }: PaymentClaim,
  signature: string,
  secrets: readonly string[],
): boolean {
  const signed = Buffer.from(`${orderId}|${paymentId}`);
  return secrets.some((secret) => signatureMatches(signed, signature, secret));
}

/** @param secrets the current webhook secret and, while it is being rotated, the previous one */
export function webhookSignatureMatches(
  rawBody: Uint8Array,
  signature: string,
  secrets: readonly string[],
): boolean {
  return secrets.some((secret) => signatureMatches(rawBody, signature, secret));
}
