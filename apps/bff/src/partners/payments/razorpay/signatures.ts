import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PaymentClaim } from '../provider.ts';

/**
 * Compares a signature in constant time, over raw bytes.
 * @param signed the signed bytes
 * @param signature hex HMAC-SHA256 as received; anything else does not match
 */
export function signatureMatches(signed: Uint8Array, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(signed).digest();
  const received = Buffer.from(/^[0-9a-fA-F]{64}$/.test(signature) ? signature : '', 'hex');
  // The length is not secret: every SHA-256 digest has 32 bytes.
  return received.length === expected.length && timingSafeEqual(received, expected);
}

/**
 * Verifies the dialog's signature, which proves that Razorpay authorized this payment for this order.
 * @param secrets API key secrets: the current one and, during rotation, the previous one
 */
export function paymentSignatureMatches(
  { orderId, paymentId }: PaymentClaim,
  signature: string,
  secrets: readonly string[],
): boolean {
  const signed = Buffer.from(`${orderId}|${paymentId}`);
  return secrets.some((secret) => signatureMatches(signed, signature, secret));
}

/** @param secrets webhook secrets: the current one and, during rotation, the previous one */
export function webhookSignatureMatches(
  rawBody: Uint8Array,
  signature: string,
  secrets: readonly string[],
): boolean {
  return secrets.some((secret) => signatureMatches(rawBody, signature, secret));
}
