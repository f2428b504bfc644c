import { createHmac, timingSafeEqual } from 'node:crypto';

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
 * The signature of a payment as the widget's handler gives it.
 *
 * @param razorpayOrderId from our own store, never from the browser
 * @param keySecret secret of the API key
 */
export function paymentSignatureMatches(
  razorpayOrderId: string,
  paymentId: string,
  signature: string,
  keySecret: string,
): boolean {
  return signatureMatches(Buffer.from(`${razorpayOrderId}|${paymentId}`), signature, keySecret);
}

/** @param secrets the current webhook secret and, while it is being rotated, the previous one */
export function webhookSignatureMatches(
  rawBody: Uint8Array,
  signature: string,
  secrets: readonly string[],
): boolean {
  return secrets.some((secret) => signatureMatches(rawBody, signature, secret));
}
