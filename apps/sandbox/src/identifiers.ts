import { randomInt } from 'node:crypto';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random text of `length` base-62 characters, the form of Razorpay's ids. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => base62.charAt(randomInt(base62.length))).join('');
}

/** Random text of `length` digits that does not start with 0, the form of Zoho's ids. */
export function randomDigits(length: number): string {
  return Array.from({ length }, (_, place) => randomInt(place === 0 ? 1 : 0, 10)).join('');
}

/** Now as Razorpay writes times: whole seconds since 1970. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}
