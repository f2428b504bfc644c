import { randomInt } from 'node:crypto';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random base-62 text, as in Razorpay's ids. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => base62.charAt(randomInt(base62.length))).join('');
}

/** Random digits without a leading 0, as in Zoho's ids. */
export function randomDigits(length: number): string {
  return Array.from({ length }, (_, place) => randomInt(place === 0 ? 1 : 0, 10)).join('');
}

/** Now in Unix seconds, as Razorpay writes times. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}
